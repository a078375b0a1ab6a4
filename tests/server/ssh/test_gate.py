"""The gate's decisions, with a clock moved by hand."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import ip_network
from typing import Any

import pytest

from server.ssh.addresses import Networks
from server.ssh.gate import Gate, Ticket
from server.ssh.limits import Limits
from server.ssh.refusal import Refusal

LUCKY = 0.999


class Entrance:
    """A gate whose time stands still, and whose chance is decided."""

    def __init__(self, networks: Networks | None = None, **limits: Any) -> None:  # noqa: ANN401  # limits are of several types
        self.now = 1000.0
        self.chance = 0.0
        self.counted: list[Refusal] = []
        self.gate = Gate(
            replace(Limits(), **limits),
            networks or Networks(),
            self.counted.append,
            now=lambda: self.now,
            chance=lambda: self.chance,
        )

    def come(self, address: str = "192.0.2.1") -> Ticket:
        verdict = self.gate.admit(address)
        assert isinstance(verdict, Ticket), verdict
        return verdict

    def enter(self, address: str = "192.0.2.1", *, with_key: bool = False) -> Ticket:
        ticket = self.come(address)
        ticket.came_in(with_key=with_key)
        return ticket

    def refused(self, address: str = "192.0.2.1") -> Refusal | None:
        verdict = self.gate.admit(address)
        if isinstance(verdict, Ticket):
            verdict.came_in(with_key=False)
            verdict.give_back()
            return None
        assert self.counted[-1] is verdict
        return verdict


def stranger(number: int) -> str:
    return f"198.51.{100 + number // 250}.{number % 250}"


def test_an_address_has_eight_connections_of_which_four_may_be_logging_in() -> None:
    entrance = Entrance()
    tickets = [entrance.come() for _ in range(4)]
    assert entrance.refused() is Refusal.ADDRESS_LOGINS
    for ticket in tickets:
        ticket.came_in(with_key=True)
    tickets += [entrance.enter() for _ in range(4)]
    assert entrance.refused() is Refusal.ADDRESS_CONNECTIONS
    assert entrance.refused("192.0.2.2") is None
    tickets[0].give_back()
    tickets[0].give_back()
    entrance.come()
    assert entrance.refused() is Refusal.ADDRESS_CONNECTIONS


def test_an_ipv6_site_counts_as_one_address_and_a_mapped_address_as_itself() -> None:
    entrance = Entrance()
    for number in range(8):
        entrance.enter(f"2001:db8::{number + 1:x}")
        entrance.enter(f"::ffff:192.0.2.{1}" if number % 2 else "192.0.2.1")
    assert entrance.refused("2001:db8::ffff:1") is Refusal.ADDRESS_CONNECTIONS
    assert entrance.refused("2001:db8:0:1::1") is None
    assert entrance.refused("192.0.2.1") is Refusal.ADDRESS_CONNECTIONS


def test_an_address_may_come_ten_times_at_once_and_then_twice_a_second() -> None:
    entrance = Entrance()
    for _ in range(10):
        entrance.enter().give_back()
    assert entrance.refused() is Refusal.ADDRESS_RUSH
    entrance.now += 1
    assert [entrance.refused() for _ in range(3)] == [None, None, Refusal.ADDRESS_RUSH]


def test_who_never_logs_in_waits_a_second_and_who_fails_five() -> None:
    entrance = Entrance()
    entrance.come().give_back()
    assert entrance.refused() is Refusal.PENALTY
    entrance.now += 1
    failed = entrance.come()
    failed.try_failed()
    failed.give_back()
    entrance.now += 4.9
    assert entrance.refused() is Refusal.PENALTY
    entrance.now += 0.2
    assert entrance.refused() is None


def test_a_failed_try_is_forgiven_to_who_comes_in() -> None:
    entrance = Entrance()
    ticket = entrance.come()
    ticket.try_failed()
    ticket.came_in(with_key=True)
    ticket.give_back()
    assert entrance.refused() is None


def test_a_slow_reader_may_come_back_at_once_and_a_flooder_may_not() -> None:
    entrance = Entrance()
    slow = entrance.enter()
    slow.lag()
    slow.give_back()
    flooder = entrance.enter()
    flooder.offend(Refusal.REQUESTS)
    flooder.give_back()
    assert entrance.counted == [Refusal.SLOW_READER, Refusal.REQUESTS]
    assert entrance.refused() is Refusal.PENALTY


def test_penalties_add_up_to_ten_minutes_at_most() -> None:
    entrance = Entrance(
        address_connections=300, address_logins=300, address_arrivals_burst=300.0, logins_start=300
    )
    tickets = []
    for _ in range(200):
        tickets.append(entrance.come())
        entrance.now += 0.1
    for ticket in tickets:
        ticket.try_failed()
        ticket.give_back()
    entrance.now += 599
    assert entrance.refused() is Refusal.PENALTY
    entrance.now += 2
    assert entrance.refused() is None


@pytest.mark.parametrize(("waiting", "probability"), [(18, 0.0), (20, 0.3), (40, 0.65), (60, 1.0)])
def test_newcomers_are_dropped_the_likelier_the_more_are_logging_in(
    waiting: int, probability: float
) -> None:
    entrance = Entrance(arrivals_burst=1000.0)
    entrance.chance = LUCKY
    for number in range(waiting):
        entrance.gate.admit(stranger(number))
    entrance.chance = max(0.0, probability - 0.01)
    assert (entrance.gate.admit("192.0.2.1") is Refusal.LOGINS) == (probability > 0)
    entrance.chance = min(LUCKY, probability + 0.01)
    assert (entrance.gate.admit("192.0.2.2") is Refusal.LOGINS) == (probability == 1)


def test_a_rush_of_newcomers_leaves_a_share_to_known_players() -> None:
    entrance = Entrance()
    entrance.enter("192.0.2.1", with_key=True)
    entrance.enter("192.0.2.2", with_key=False)
    entrance.now += 60
    verdicts = [entrance.refused(stranger(number)) for number in range(100)]
    assert verdicts.count(None) == 45
    assert verdicts[-1] is Refusal.RUSH
    assert entrance.refused("192.0.2.2") is Refusal.RUSH
    assert entrance.refused("192.0.2.1") is None


def test_known_players_come_in_while_others_fill_the_door() -> None:
    entrance = Entrance(arrivals_burst=1000.0)
    entrance.enter("192.0.2.1", with_key=True).give_back()
    entrance.chance = LUCKY
    for number in range(60):
        entrance.come(stranger(number))
    assert entrance.refused("192.0.2.2") is Refusal.LOGINS
    assert entrance.refused("192.0.2.1") is None


def test_one_address_cannot_use_up_what_all_share() -> None:
    entrance = Entrance()
    for _ in range(1000):
        entrance.gate.admit("192.0.2.66")
    assert [entrance.refused(stranger(number)) for number in range(40)] == [None] * 40


def test_the_house_holds_so_many_and_no_more_even_of_its_own() -> None:
    entrance = Entrance(connections=3)
    for _ in range(3):
        entrance.enter("127.0.0.1")
    assert entrance.refused("127.0.0.1") is Refusal.FULL
    assert entrance.refused("192.0.2.1") is Refusal.FULL


def test_trusted_networks_are_not_counted() -> None:
    entrance = Entrance(Networks(trusted=(ip_network("10.0.0.0/8"),)))
    for _ in range(200):
        entrance.come("10.1.2.3").give_back()
    assert entrance.refused("10.1.2.3") is None
    for _ in range(4):
        entrance.come("127.0.0.1")
    assert entrance.refused("127.0.0.1") is Refusal.ADDRESS_LOGINS


def test_addresses_that_are_gone_are_forgotten() -> None:
    entrance = Entrance(arrivals_burst=1e6)
    kept = entrance.enter("192.0.2.1")
    for number in range(1000):
        entrance.refused(stranger(number))
    assert entrance.gate.sites == 1001
    entrance.now += 60
    entrance.refused("192.0.2.9")
    assert entrance.gate.sites == 2
    kept.give_back()


def test_the_gate_remembers_so_many_players_addresses_and_no_more() -> None:
    entrance = Entrance(known_addresses=2, arrivals_burst=4.0, newcomers_share=0.5)
    for number in (1, 2, 3):
        entrance.enter(f"192.0.2.{number}", with_key=True).give_back()
        entrance.now += 60
    while entrance.refused("192.0.2.99") is None:
        pass
    assert entrance.refused("192.0.2.1") is Refusal.RUSH
    assert entrance.refused("192.0.2.3") is None


@pytest.mark.parametrize("refusal", Refusal)
def test_a_refusal_is_one_plain_line(refusal: Refusal) -> None:
    assert refusal.line.isascii()
    assert refusal.line.isprintable()
    assert not refusal.line.startswith("SSH-")
    assert len(refusal.line) < 255
