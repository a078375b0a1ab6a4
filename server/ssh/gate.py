"""Who may come up to the door: how many, how fast, and from where."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from server.ssh.addresses import Networks, is_in, parse_address, site_of
from server.ssh.allowance import Allowance
from server.ssh.limits import Limits
from server.ssh.refusal import CountRefusal, Refusal

_chance = secrets.SystemRandom().random
_SWEEP = 10.0
"""Seconds between looks at which sites can be forgotten."""


@dataclass(slots=True)
class _Site:
    """What one address is using."""

    arrivals: Allowance
    connections: int = 0
    logins: int = 0
    barred_until: float = 0.0

    def is_idle(self, now: float) -> bool:
        return not self.connections and self.barred_until <= now and self.arrivals.is_full


class Ticket:
    """One connection's place in the house; given back once, when the connection ends."""

    def __init__(self, gate: Gate, address: str, site: _Site | None) -> None:
        self.address = address
        """The numeric address of the client itself, also behind a balancer."""
        self._gate = gate
        self._site = site
        self._is_in = self._is_back = self._offended = False

    def came_in(self, *, with_key: bool) -> None:
        """The client has logged in."""
        if not (self._is_in or self._is_back):
            self._is_in, self._offended = True, False
            self._gate.logged_in(self.address, self._site, with_key=with_key)

    def try_failed(self) -> None:
        """The client has tried to log in; this counts against it unless it comes in."""
        self._offended = True

    def lag(self) -> None:
        """The client is cut off because it does not read, which may be no fault of its own."""
        self._gate.count(Refusal.SLOW_READER)

    def offend(self, refusal: Refusal) -> None:
        """The client is cut off for what it did."""
        self._offended = True
        self._gate.count(refusal)

    def give_back(self) -> None:
        """The connection has ended."""
        if self._is_back:
            return
        self._is_back = True
        self._gate.left(self._site, logged_in=self._is_in, offended=self._offended)


class Gate:
    """Counts connections, and refuses those that are too many."""

    def __init__(
        self,
        limits: Limits,
        networks: Networks,
        count: CountRefusal,
        *,
        now: Callable[[], float] | None = None,
        chance: Callable[[], float] = _chance,
    ) -> None:
        self.limits = limits
        self.count = count
        self._networks = networks
        self._now = now or asyncio.get_running_loop().time
        self._chance = chance
        self._connections = self._logins = 0
        self._sites: dict[str, _Site] = {}
        self._known: dict[str, None] = {}
        self._swept = self._now()
        rate, burst = limits.arrivals_per_second, limits.arrivals_burst
        share = limits.newcomers_share
        self._arrivals = Allowance(rate, burst, self._now)
        self._newcomers = Allowance(rate * share, burst * share, self._now)

    @property
    def connections(self) -> int:
        """How many are connected."""
        return self._connections

    @property
    def sites(self) -> int:
        """How many addresses there is something to remember about."""
        return len(self._sites)

    def admit(self, address: str) -> Ticket | Refusal:
        """Let a new connection come up to the door, or say why not.

        Args:
            address: A numeric address.
        """
        parsed = parse_address(address)
        if self._connections >= self.limits.connections:
            return self._refused(Refusal.FULL)
        site = None
        if not is_in(parsed, self._networks.trusted):
            admitted = self._site_admitted(site_of(parsed))
            if isinstance(admitted, Refusal):
                return self._refused(admitted)
            site = admitted
            site.connections += 1
            site.logins += 1
        self._connections += 1
        self._logins += 1
        return Ticket(self, str(parsed), site)

    def logged_in(self, address: str, site: _Site | None, *, with_key: bool) -> None:
        """A connection has logged in; an address that players come from is remembered."""
        self._logins -= 1
        if site is None:
            return
        site.logins -= 1
        if with_key:
            name = site_of(parse_address(address))
            self._known.pop(name, None)
            self._known[name] = None
            if len(self._known) > self.limits.known_addresses:
                del self._known[next(iter(self._known))]

    def left(self, site: _Site | None, *, logged_in: bool, offended: bool) -> None:
        """A connection has ended; its address waits when that was no good end."""
        self._connections -= 1
        self._logins -= not logged_in
        if site is None:
            return
        site.connections -= 1
        site.logins -= not logged_in
        if offended:
            self._bar(site, self.limits.penalty_offence)
        elif not logged_in:
            self._bar(site, self.limits.penalty_no_login)

    def _bar(self, site: _Site, seconds: float) -> None:
        now = self._now()
        until = max(now, site.barred_until) + seconds
        site.barred_until = min(until, now + self.limits.penalty_most)

    def _refused(self, refusal: Refusal) -> Refusal:
        self.count(refusal)
        return refusal

    def _site_admitted(self, name: str) -> _Site | Refusal:
        """Ask the address first: what it may not have must cost the others nothing."""
        self._sweep()
        site = self._sites.get(name)
        objection = self._site_objection(site) if site else None
        objection = objection or self._house_objection(is_known=name in self._known)
        if objection:
            return objection
        if site is None:
            limits = self.limits
            site = self._sites[name] = _Site(
                Allowance(
                    limits.address_arrivals_per_second, limits.address_arrivals_burst, self._now
                )
            )
            site.arrivals.take()
        return site

    def _site_objection(self, site: _Site) -> Refusal | None:
        if site.barred_until > self._now():
            return Refusal.PENALTY
        if site.connections >= self.limits.address_connections:
            return Refusal.ADDRESS_CONNECTIONS
        if site.logins >= self.limits.address_logins:
            return Refusal.ADDRESS_LOGINS
        return None if site.arrivals.take() else Refusal.ADDRESS_RUSH

    def _house_objection(self, *, is_known: bool) -> Refusal | None:
        """Where players have come from before, the door stays open in a rush of newcomers."""
        if is_known:
            return None if self._arrivals.take() else Refusal.RUSH
        if self._chance() < self._drop_probability():
            return Refusal.LOGINS
        return None if self._newcomers.take() and self._arrivals.take() else Refusal.RUSH

    def _drop_probability(self) -> float:
        start, full = self.limits.logins_start, self.limits.logins_full
        if self._logins < start:
            return 0.0
        if self._logins >= full:
            return 1.0
        rate = self.limits.logins_rate
        return rate + (1 - rate) * (self._logins - start) / (full - start)

    def _sweep(self) -> None:
        now = self._now()
        if now - self._swept >= _SWEEP:
            self._swept = now
            self._sites = {
                name: site for name, site in self._sites.items() if not site.is_idle(now)
            }
