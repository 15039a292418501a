"""The addresses of this computer: which of them phones at home can reach, and the sockets that listen there."""

import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network
from typing import NamedTuple

import ifaddr

LOOPBACK, LOOPBACK_NETWORK = "127.0.0.1", IPv4Network("127.0.0.0/8")
HOME_NETWORKS = tuple(map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")))
"""The private ranges of RFC 1918, and link-local addresses, which computers without a router give themselves."""
ROUTE_PROBE = ("203.0.113.1", 9)
"""A documentation address (RFC 5737). Connecting a UDP socket to it chooses a route and sends nothing."""
VIRTUAL_ADAPTERS = (
    "docker", "br-", "veth", "virbr", "vmnet", "vbox", "vethernet", "wsl", "hyper-v", "lxc", "podman", "cni",
)  # fmt: skip
"""How the names of adapters begin that connect to virtual machines and containers."""
TUNNEL_ADAPTERS = ("tun", "tap", "utun", "wg", "ppp", "tailscale", "zt", "nordlynx", "ipsec")
"""How the names of adapters begin that connect to a VPN."""


class HomeAddress(NamedTuple):
    """An address of this computer and the name of its adapter."""

    ip: str
    adapter: str


def home_addresses() -> list[str]:
    """Return the addresses of this computer in private ranges, the most likely home network first."""
    return rank_addresses(find_adapters(), address_on_default_route())


def own_addresses() -> list[str]:
    """Return all addresses of this computer, except loopback."""
    return [each.ip for each in find_adapters() if not IPv4Address(each.ip).is_loopback]


def find_adapters() -> list[HomeAddress]:
    return [
        HomeAddress(ip.ip, f"{adapter.name} {adapter.nice_name}".casefold())
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    ]


def rank_addresses(found: Iterable[HomeAddress], on_default_route: str | None) -> list[str]:
    """Sort private addresses: the default route first; link-local, virtual machines, and tunnels last."""

    def rank(address: HomeAddress) -> int:
        is_virtual = has_adapter(address, VIRTUAL_ADAPTERS)
        is_tunnel = has_adapter(address, TUNNEL_ADAPTERS)
        if address.ip == on_default_route and not is_virtual and not is_tunnel:
            return 0
        if IPv4Address(address.ip).is_link_local:
            return 2
        return 3 if is_virtual else 4 if is_tunnel else 1

    home = [each for each in found if is_private(each.ip)]
    return list(dict.fromkeys(each.ip for each in sorted(home, key=rank)))


def is_private(address: str) -> bool:
    return any(IPv4Address(address) in network for network in HOME_NETWORKS)


def has_adapter(address: HomeAddress, beginnings: Sequence[str]) -> bool:
    return any(word.startswith(tuple(beginnings)) for word in address.adapter.split())


def address_on_default_route() -> str | None:
    """Return the address that a connection to the internet would use, without sending anything."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ROUTE_PROBE)
        return str(probe.getsockname()[0])
    return None


def open_socket(address: str, port: int) -> socket.socket:
    """Listen at this address, on this port if it is free. Connections wait until the server runs."""
    try:
        return socket.create_server((address, port))
    except (OSError, OverflowError):
        return socket.create_server((address, 0))
