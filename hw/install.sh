#!/bin/sh
# Installs the companion on Raspberry Pi OS or Debian (64 bit), for the user who runs this, and
# starts it with the machine:
#
#     hw/install.sh                                   # plays what stands in ~/.config/companion/play
#     hw/install.sh --game dice --camera usb:0 --board none     # what is to be played from now on
#
# It asks for the password where it needs to. Run it again to update, or to play something else.
set -eu

say() { printf '%s\n' "$*"; }
stop() { printf 'install: %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" -ne 0 ] || stop "run this as the user who is to play, not as root; it asks for sudo itself"
case "$(uname -m)" in
    aarch64 | arm64 | x86_64) ;;
    *) stop "this system has 32 bits, for which there is no ONNX Runtime: install Raspberry Pi OS (64-bit)" ;;
esac

user=$(id -un)
code=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
place=${XDG_DATA_HOME:-$HOME/.local/share}/companion-program
settings=${XDG_CONFIG_HOME:-$HOME/.config}/companion/play
units=${COMPANION_UNITS:-/etc/systemd/system}
model=${COMPANION_MODEL:-/proc/device-tree/model}

packages="python3-venv"
# libcamera and its binding come from the system only, and are seen through --system-site-packages.
grep -qs "Raspberry Pi" "$model" && packages="$packages python3-picamera2"
say "Installing $packages"
# shellcheck disable=SC2086
sudo apt-get install -y $packages

say "Making the environment in $place"
python3 -m venv --system-site-packages "$place"
# The system's camera library was built for the system's numpy: another one beside it breaks it.
limits=$(mktemp)
trap 'rm -f "$limits"' EXIT
python3 -c 'import numpy; print("numpy==" + numpy.__version__)' >"$limits" 2>/dev/null || : >"$limits"
"$place/bin/pip" install --upgrade --constraint "$limits" "$code"

mkdir -p "$(dirname "$settings")"
if [ $# -gt 0 ] || [ ! -e "$settings" ]; then
    [ $# -gt 0 ] || set -- --game dice --camera none
    printf 'COMPANION_PLAY=%s\n' "$*" >"$settings"
fi

launcher=$place/bin/companion-evening
cat >"$launcher" <<'LAUNCHER'
#!/bin/sh
# Goes on with a game of the last twelve hours, as after a power cut; else begins one.
games=${XDG_DATA_HOME:-$HOME/.local/share}/companion/games
resume=""
find "$games" -name '*.sqlite*' -mmin -720 2>/dev/null | grep -q . && resume=--resume
# shellcheck disable=SC2086
exec "$(dirname "$0")/companion" play $resume $COMPANION_PLAY
LAUNCHER
chmod +x "$launcher"

groups=""
for group in video gpio; do
    if getent group "$group" >/dev/null; then
        sudo usermod -aG "$group" "$user"
        groups="$groups $group"
    fi
done

say "Starting it with the machine, as $user"
sudo tee "$units/companion.service" >/dev/null <<UNIT
[Unit]
Description=Tabletop Companion
After=network.target
StartLimitIntervalSec=0

[Service]
User=$user
SupplementaryGroups=$groups
EnvironmentFile=$settings
ExecStart=$launcher
Restart=on-failure
RestartSec=5
TimeoutStopSec=15

[Install]
WantedBy=multi-user.target
UNIT
sudo systemctl daemon-reload
sudo systemctl enable companion.service
sudo systemctl restart companion.service
say "Looking the machine over"
"$place/bin/companion" doctor || say "Put the problems right, then: sudo systemctl restart companion"
