import ipaddress
import socket

import pytest

from companion.server.address import (
    Interface,
    find_interfaces,
    lan_ip,
    page_address,
    page_addresses,
)

LO = Interface("lo", "127.0.0.1")
DOCKER = Interface("docker0", "172.17.0.1")
BRIDGE = Interface("br-1a2b3c", "172.18.0.1")
WLAN = Interface("wlan0", "192.168.1.20")
ETH = Interface("eth0", "10.0.0.5")


def routed(one: Interface) -> Interface:
    return Interface(one.name, one.ip, routed=True)


@pytest.mark.parametrize(
    ("interfaces", "ip"),
    [
        pytest.param([], None, id="none"),
        pytest.param([LO], None, id="loopback"),
        pytest.param([LO, DOCKER, BRIDGE], None, id="only_containers"),
        pytest.param([LO, DOCKER, WLAN], "192.168.1.20", id="wireless"),
        pytest.param([DOCKER, BRIDGE, LO, ETH], "10.0.0.5", id="wired"),
        pytest.param([WLAN, ETH], "192.168.1.20", id="first_of_equals"),
        pytest.param([WLAN, routed(ETH)], "10.0.0.5", id="the_one_that_leads_out"),
        pytest.param([routed(DOCKER), WLAN], "192.168.1.20", id="not_a_container_even_so"),
        pytest.param(
            [Interface("tun0", "10.8.0.2", routed=True), WLAN], "192.168.1.20", id="no_tunnel"
        ),
        pytest.param([Interface("eth0", "172.17.0.2", routed=True)], None, id="inside_a_container"),
        pytest.param(
            [Interface("eth0", "169.254.7.7"), WLAN], "192.168.1.20", id="self_given_address_last"
        ),
        pytest.param([LO, Interface("eth0", "169.254.7.7")], "169.254.7.7", id="a_direct_cable"),
        pytest.param([Interface("uap0", "10.42.0.1")], "10.42.0.1", id="own_hotspot"),
        pytest.param([Interface("br0", "192.168.4.1")], "192.168.4.1", id="own_bridge"),
        pytest.param([routed(Interface("eth0", "8.8.4.4")), WLAN], "192.168.1.20", id="not_public"),
    ],
)
def test_the_address_is_one_that_phones_reach(interfaces: list[Interface], ip: str | None) -> None:
    assert lan_ip(interfaces) == ip


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "http://192.168.1.20:8000/"),
        ("", "http://192.168.1.20:8000/"),
        ("::", "http://192.168.1.20:8000/"),
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("10.1.2.3", "http://10.1.2.3:8000/"),
        ("fd00::7", "http://[fd00::7]:8000/"),
    ],
)
def test_a_host_that_was_chosen_is_the_address(host: str, address: str) -> None:
    assert page_address(8000, host, lambda: [LO, WLAN]) == address


def test_without_a_network_the_machine_itself_can_look() -> None:
    assert page_address(8000, interfaces=lambda: [LO]) == "http://127.0.0.1:8000/"


@pytest.mark.report("E14")
def test_the_address_follows_the_network() -> None:
    now = [LO, WLAN]
    assert page_address(8000, interfaces=lambda: now) == "http://192.168.1.20:8000/"
    now[1] = Interface("wlan0", "192.168.1.33")
    assert page_address(8000, interfaces=lambda: now) == "http://192.168.1.33:8000/"


@pytest.mark.report("E20")
def test_a_name_comes_last_and_never_alone() -> None:
    def addresses(*interfaces: Interface) -> tuple[str, ...]:
        return page_addresses(8000, interfaces=lambda: interfaces, name=lambda: "table.local")

    assert addresses(LO, ETH, DOCKER, WLAN) == (
        "http://10.0.0.5:8000/",
        "http://192.168.1.20:8000/",
        "http://table.local:8000/",
    )
    assert addresses(LO) == ("http://127.0.0.1:8000/",)


def test_interfaces_of_this_machine_have_addresses() -> None:
    for one in find_interfaces():
        assert ipaddress.IPv4Address(one.ip)
        assert one.name in {name for _, name in socket.if_nameindex()}


def test_looking_for_the_way_out_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def sends(*args: object) -> None:
        raise AssertionError("something was sent")

    for name in ("send", "sendto", "sendall", "sendmsg"):
        monkeypatch.setattr(socket.socket, name, sends)
    find_interfaces()


def test_a_network_without_a_way_out_has_addresses_still(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*args: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert not any(one.routed for one in find_interfaces())
    assert page_address(8000).startswith("http://")
