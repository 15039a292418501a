"""Which address of this computer phones are offered."""

import pytest

from narrator.apps.window.network import HomeAddress, rank_addresses

HOME = HomeAddress("192.168.1.20", "wlan0 wlan0")
WIRED = HomeAddress("192.168.1.21", "eth0 eth0")
DOCKER = HomeAddress("172.17.0.1", "docker0 docker0")
VPN = HomeAddress("10.8.0.2", "tun0 tun0")
LINK_LOCAL = HomeAddress("169.254.3.4", "usb0 usb0")
PUBLIC = HomeAddress("8.8.4.4", "eth1 eth1")
WINDOWS_VM = HomeAddress("172.20.0.1", "{aa} vethernet (wsl)")


@pytest.mark.parametrize("on_default_route", [HOME.ip, None, VPN.ip])
def test_home_network_comes_before_virtual_ones(on_default_route: str | None) -> None:
    ranked = rank_addresses([VPN, WINDOWS_VM, DOCKER, LINK_LOCAL, HOME], on_default_route)
    assert ranked == [HOME.ip, LINK_LOCAL.ip, WINDOWS_VM.ip, DOCKER.ip, VPN.ip]


def test_default_route_decides_between_home_networks() -> None:
    assert rank_addresses([HOME, WIRED], WIRED.ip) == [WIRED.ip, HOME.ip]


def test_public_and_loopback_addresses_are_not_offered() -> None:
    assert rank_addresses([PUBLIC, HomeAddress("127.0.0.1", "lo lo")], PUBLIC.ip) == []
