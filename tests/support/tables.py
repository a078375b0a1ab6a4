"""Tables in every phase of a deal, each made by playing one."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import Discard, DrawStock, TakeUpcard
from engine.cards import DECK, parse_card, parse_cards
from engine.deal import Deal
from engine.rules import CLASSIC, MODERN, Rules
from engine.seats import PerSeat, Seat
from tests.support.deals import deal_from, drawn_down_to, holding_eleven, played
from tests.support.gateway import FakeGateway, sitting_at, waiting_alone
from tui.gateway import Presence, SeatInfo, TableSpec
from tui.settings import CoachLevel, Settings

WINS = (
    (Seat.A, 22),
    (Seat.B, 31),
    (Seat.A, 27),
    (Seat.A, 18),
    (Seat.B, 32),
    (Seat.A, 46),
)
TEN = "4S 5S 6S 7S 9H 9D 9C AD 2H 3C"


def knockable(rules: Rules = CLASSIC) -> Deal:
    """A holds a run, a set and six loose points, and has drawn the queen of spades."""
    return holding_eleven(f"{TEN} QS", drawn="QS", upcard="8D", rules=rules)


def at_the_offer(settings: Settings | None = None) -> FakeGateway:
    deal = deal_from(a="5S 6S 7S 9H 9C AD 2H 3C KD QS", upcard="9D")
    return sitting_at(deal, wins=WINS, settings=settings)


def at_the_draw(settings: Settings | None = None) -> FakeGateway:
    """B has thrown the seven of diamonds."""
    deal = deal_from(a=TEN, upcard="8D", b="KC KD 2S 3S 4H 5H JD JC 8C 7D", dealer=Seat.A)
    deal = played(deal, TakeUpcard(), Discard(parse_card("7D")))
    return sitting_at(deal, wins=WINS, settings=settings)


def at_the_discard(settings: Settings | None = None, rules: Rules = CLASSIC) -> FakeGateway:
    return sitting_at(knockable(rules), wins=WINS, settings=settings)


def with_a_banned_card(settings: Settings | None = None) -> FakeGateway:
    """A has taken the nine of diamonds from the pile."""
    deal = deal_from(a="4S 5S 6S 7S 9H 9C AD 2H 3C QS", upcard="9D")
    return sitting_at(played(deal, TakeUpcard()), wins=WINS, settings=settings)


def with_gin(settings: Settings | None = None) -> FakeGateway:
    deal = holding_eleven("4S 5S 6S 7S 9H 9D 9C AH 2H 3H QS", drawn="AH", upcard="8D")
    return sitting_at(deal, wins=WINS, settings=settings)


def with_big_gin(settings: Settings | None = None) -> FakeGateway:
    deal = holding_eleven("4S 5S 6S 7S 9H 9D 9C AH 2H 3H 4H", drawn="4H", upcard="8D", rules=MODERN)
    return sitting_at(deal, settings=settings)


def with_three_spreads(settings: Settings | None = None) -> FakeGateway:
    """Three sixes, sevens and eights are three sets or three runs."""
    deal = holding_eleven("6S 6H 6D 7S 7H 7D 8S 8H 8D AC KC", drawn="KC", upcard="2C")
    return sitting_at(deal, wins=WINS, settings=settings)


def while_waiting(settings: Settings | None = None) -> FakeGateway:
    deal = played(knockable(), Discard(parse_card("QS")))
    return sitting_at(deal, wins=WINS, settings=settings)


def while_the_other_is_away(settings: Settings | None = None) -> FakeGateway:
    gateway = while_waiting(settings)
    away = SeatInfo("bob", Presence.AWAY, grace=97)
    gateway.change(players=PerSeat(SeatInfo("ada"), away))
    return gateway


def without_a_coach(settings: Settings | None = None) -> FakeGateway:
    spec = TableSpec("Sunset Strip", coach=CoachLevel.OFF)
    return sitting_at(knockable(), wins=WINS, spec=spec, settings=settings)


def with_a_basic_coach(settings: Settings | None = None) -> FakeGateway:
    spec = TableSpec("Sunset Strip", coach=CoachLevel.BASIC)
    return sitting_at(knockable(), wins=WINS, spec=spec, settings=settings)


def at_the_last_offer(settings: Settings | None = None, last: str = "9D") -> FakeGateway:
    """Under the fiftieth-card rule two stock cards are left and B has thrown the last drawn."""
    hand = parse_cards("4S 5S 6S 7S 9H 9C AD 2H 3C QS")
    spare = [card for card in DECK if card not in hand and card != parse_card(last)]
    stock = " ".join(map(str, [*spare[:28], parse_card(last)]))
    a = " ".join(map(str, hand))
    deal = drawn_down_to(3, deal_from(a=a, stock=stock, rules=MODERN, dealer=Seat.A))
    deal = played(deal, DrawStock(), Discard(parse_card(last)))
    return sitting_at(deal, settings=settings)


def at_the_last_knock(settings: Settings | None = None) -> FakeGateway:
    """A has taken the last card."""
    gateway = at_the_last_offer(settings)
    assert gateway.at is not None
    gateway.at.play(Seat.A, TakeUpcard())
    return gateway


def with_nothing_to_take_it_for(settings: Settings | None = None) -> FakeGateway:
    """The last card would allow A no knock."""
    return at_the_last_offer(settings, last="KD")


def alone(settings: Settings | None = None) -> FakeGateway:
    return waiting_alone(settings)


def watching(settings: Settings | None = None) -> FakeGateway:
    return sitting_at(knockable(), wins=WINS, settings=settings, seat=None)


PHASES: dict[str, Callable[[], FakeGateway]] = {
    "offer": at_the_offer,
    "draw": at_the_draw,
    "discard": at_the_discard,
    "banned": with_a_banned_card,
    "gin": with_gin,
    "big_gin": with_big_gin,
    "three_spreads": with_three_spreads,
    "last_offer": at_the_last_offer,
    "last_offer_useless": with_nothing_to_take_it_for,
    "last_knock": at_the_last_knock,
    "waiting": while_waiting,
    "away": while_the_other_is_away,
    "coach_off": without_a_coach,
    "coach_basic": with_a_basic_coach,
    "alone": alone,
    "watching": watching,
}
