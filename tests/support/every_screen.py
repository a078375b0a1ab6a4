"""Every screen, phase and layer there is, each with the keys that lead to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.rules import MODERN
from engine.seats import Seat
from tests.support.gateway import PROFILE, FakeGateway
from tests.support.lobbies import busy_lobby, empty_lobby, lobby_of_a_regular
from tests.support.matches import (
    between_hands,
    cutting,
    laying_off_on_the_clock,
    on_my_clock,
    on_the_others_clock,
    past_the_grace,
    waiting_as_a_guest,
    with_an_offer,
)
from tests.support.past import a_regular
from tests.support.screens import Seated
from tests.support.showdowns import finished, knocked
from tests.support.tables import PHASES, WINS, at_the_discard, with_gin, with_three_spreads
from tui.gateway import MatchEnd
from tui.records import Entrance
from tui.settings import Settings
from tui.terminal import TerminalProfile

_SPREAD, _ACROSS = "4S 5S 6S 7H 7D 7C 2H 2D AC 3D", "7S 3S TH TC JD 9H 9D 5C 6C KS"


@dataclass(frozen=True, slots=True)
class Stop:
    """A screen, and how one comes there."""

    gateway: Callable[[], FakeGateway]
    keys: tuple[str, ...] = ()
    path: str = ""
    """A layer to open, where no key leads to it from here."""

    async def seated(
        self, settings: Settings | None = None, profile: TerminalProfile = PROFILE
    ) -> Seated:
        """Somebody in front of it."""
        gateway = self.gateway()
        gateway.settings = settings or gateway.settings
        player = Seated(gateway, profile)
        if self.path:
            player.presenter.open_layer(self.path)
            await player.presenter.read()
        await player.press(*self.keys)
        return player


def _laying_off() -> FakeGateway:
    return knocked(knocker=_SPREAD, defender=_ACROSS, wins=WINS)


def _looking_on() -> FakeGateway:
    return knocked(knocker=_SPREAD, defender=_ACROSS, wins=WINS, by=Seat.A)


def _after_a_knock() -> FakeGateway:
    return finished(_laying_off(), ("7S", 0))


def _after_a_game_has_closed() -> FakeGateway:
    wins = (*WINS[:3], (Seat.B, 40))
    return finished(knocked(knocker=_SPREAD, defender=_ACROSS, wins=wins, rules=MODERN))


def _after_the_match() -> FakeGateway:
    gateway = at_the_discard()
    gateway.change(ended=MatchEnd.FORFEIT, winner=Seat.A)
    return gateway


def _at_the_door() -> FakeGateway:
    gateway = FakeGateway()
    gateway.asked_at_the_door = Entrance("ada", "")
    return gateway


EVERY: dict[str, Stop] = {
    **{f"table_{name}": Stop(make) for name, make in PHASES.items()},
    "table_lifted": Stop(at_the_discard, ("-",)),
    "table_alone_guest": Stop(waiting_as_a_guest),
    "clock_mine": Stop(on_my_clock),
    "clock_theirs": Stop(on_the_others_clock),
    "cutting": Stop(cutting),
    "layer_knock": Stop(at_the_discard, ("k",)),
    "layer_knock_gin": Stop(with_gin, ("k",)),
    "layer_knock_spreads": Stop(with_three_spreads, ("k",)),
    "layer_leave": Stop(at_the_discard, ("q",)),
    "layer_palette": Stop(at_the_discard, ("ctrl+p",)),
    "layer_talk": Stop(at_the_discard, ("c", "h", "i")),
    "layer_settings": Stop(at_the_discard, ("open:settings",)),
    "layer_claim": Stop(past_the_grace, ("a",)),
    "layer_offer": Stop(lambda: with_an_offer(Seat.B), ("a",)),
    "layer_sheet": Stop(at_the_discard, ("v",)),
    "showdown_mine": Stop(_laying_off),
    "showdown_theirs": Stop(_looking_on),
    "showdown_clock": Stop(laying_off_on_the_clock),
    "result_of_a_knock": Stop(_after_a_knock),
    "result_closing": Stop(_after_a_game_has_closed),
    "result_clock": Stop(between_hands),
    "match_forfeited": Stop(_after_the_match),
    "lobby": Stop(busy_lobby),
    "lobby_empty": Stop(empty_lobby),
    "lobby_regular": Stop(lobby_of_a_regular),
    "lobby_talk": Stop(busy_lobby, ("c", "h", "i")),
    "lobby_leave": Stop(busy_lobby, ("q",)),
    "settings": Stop(busy_lobby, ("o",)),
    "opening_a_table": Stop(busy_lobby, ("n",)),
    "table_number": Stop(busy_lobby, ("g",)),
    "help_keys": Stop(busy_lobby, ("?",)),
    "help_table_keys": Stop(busy_lobby, ("?", "2")),
    "help_rules": Stop(busy_lobby, ("?", "3")),
    "help_example": Stop(busy_lobby, ("?", "4")),
    "door": Stop(_at_the_door),
    "door_code": Stop(_at_the_door, ("tab",)),
    "leaders": Stop(lobby_of_a_regular, ("b",)),
    "profile": Stop(a_regular, ("m",)),
    "keys": Stop(a_regular, ("m", "s")),
    "past_match": Stop(a_regular, path="past_match:m7"),
    "replay": Stop(a_regular, path="replay:m7:1"),
    "shuffle": Stop(on_my_clock, ("#",)),
}
