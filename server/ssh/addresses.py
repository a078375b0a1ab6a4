"""Where clients come from, and which of those places are the host's own."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

LOOPBACK = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1/128"))
_SITE_BITS = 64
"""One subscriber has at least this much of IPv6 to himself."""


@dataclass(frozen=True, slots=True)
class Networks:
    """Places that are treated in another way than the rest of the world."""

    trusted: tuple[Network, ...] = LOOPBACK
    """Bounded by the number of connections alone."""
    balancers: tuple[Network, ...] = ()
    """Must say whom they connect, in a PROXY header of version 2."""


def parse_address(text: str) -> Address:
    """Return a numeric address; an IPv4 address mapped into IPv6 is an IPv4 address.

    Raises:
        ValueError: It is no numeric address.
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def is_in(address: Address, networks: tuple[Network, ...]) -> bool:
    """Whether the address lies in one of the networks."""
    return any(address in network for network in networks)


def site_of(address: Address) -> str:
    """Return what is counted as one place: an IPv4 address, or an IPv6 /64."""
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.ip_network((address, _SITE_BITS), strict=False))
