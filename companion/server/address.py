"""The address that phones on the same network can open, asked for afresh each time.

A machine changes its address while it runs, so nothing here is kept: the printed line and the QR
code always show the present one.
"""

import ipaddress
import socket
import struct
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

if sys.platform == "linux":
    import fcntl

ANYWHERE = ("", "0.0.0.0", "::")
"""Hosts that mean: listen on every network."""
VIRTUAL = (
    "lo", "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "flannel",
    "tun", "tap", "utun", "wg", "tailscale", "zt",
)  # fmt: skip
"""Interfaces no phone is on: containers, virtual machines, tunnels."""
CONTAINERS = ipaddress.ip_network("172.17.0.0/16")
HOME = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
ELSEWHERE = ("198.51.100.1", 9)
"""Kept for documentation, so nobody's. Nothing is sent: only the way there is looked up."""
SIOCGIFADDR = 0x8915
AVAHI = Path("/run/avahi-daemon/socket")
"""There while a daemon answers for names that end in `.local`."""


@dataclass(frozen=True, slots=True)
class Interface:
    """A network interface with an IPv4 address; `routed` if it leads to the world outside."""

    name: str
    ip: str
    routed: bool = False


def page_address(
    port: int,
    host: str = "0.0.0.0",
    interfaces: Callable[[], Sequence[Interface]] | None = None,
) -> str:
    """The full address of the page, `http://IP:PORT/`; the machine's own when there is no network.

    `host` is what the server listens on: one that names an address is that address.
    """
    return page_addresses(port, host, interfaces)[0]


def page_addresses(
    port: int,
    host: str = "0.0.0.0",
    interfaces: Callable[[], Sequence[Interface]] | None = None,
    name: Callable[[], str | None] | None = None,
) -> tuple[str, ...]:
    """Every full address of the page: the likeliest first, by number, and by name last.

    A name is a convenience that not every phone knows, so it never stands alone.
    """
    if host not in ANYWHERE:
        return (_url(host, port),)
    found = [one.ip for one in by_likelihood((interfaces or find_interfaces)())]
    called = (name or local_name)() if found else None
    return tuple(
        _url(one, port) for one in (*(found or ["127.0.0.1"]), *([called] if called else []))
    )


def is_own(address: str) -> bool:
    """Whether only the machine itself finds the page there.

    >>> is_own("http://127.0.0.1:8080/"), is_own("http://192.168.1.20:8080/")
    (True, False)
    """
    host = urlsplit(address).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def lan_ip(interfaces: Sequence[Interface]) -> str | None:
    """The address that phones most likely reach; the first of equals."""
    ranked = by_likelihood(interfaces)
    return ranked[0].ip if ranked else None


def by_likelihood(interfaces: Sequence[Interface]) -> list[Interface]:
    """Those that phones may reach, the likeliest first."""
    usable = [one for one in interfaces if _usable(one)]
    return sorted(usable, key=_rank, reverse=True)


def local_name() -> str | None:
    """The machine's name in the house, `NAME.local`, where something makes it known."""
    name = socket.gethostname().partition(".")[0]
    return f"{name}.local" if name and AVAHI.exists() else None


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def find_interfaces() -> tuple[Interface, ...]:
    """Interfaces that are up, with their first IPv4 address; only the main one if not on Linux."""
    routed = _routed_ip()
    if sys.platform != "linux":
        return (Interface("", routed, routed=True),) if routed else ()
    found = ((name, _ip_of(name)) for _, name in socket.if_nameindex() if _is_up(name))
    return tuple(Interface(name, ip, ip == routed) for name, ip in found if ip)


def _usable(one: Interface) -> bool:
    ip = ipaddress.IPv4Address(one.ip)
    return not (ip.is_loopback or ip.is_unspecified or ip in CONTAINERS) and not any(
        one.name.startswith(name) for name in VIRTUAL
    )


def _rank(one: Interface) -> tuple[bool, bool, bool]:
    ip = ipaddress.IPv4Address(one.ip)
    return (any(ip in network for network in HOME), not ip.is_link_local, one.routed)


def _routed_ip() -> str | None:
    """Own address on the way out. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:  # no way out: a network without internet
            return None
        return str(probe.getsockname()[0])


def _ip_of(name: str) -> str | None:
    if sys.platform != "linux":
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            asked = struct.pack("256s", name.encode()[:15])
            return socket.inet_ntoa(fcntl.ioctl(probe.fileno(), SIOCGIFADDR, asked)[20:24])
        except OSError:  # this one has no IPv4 address
            return None


def _is_up(name: str) -> bool:
    try:
        return Path("/sys/class/net", name, "operstate").read_text().strip() != "down"
    except OSError:
        return True
