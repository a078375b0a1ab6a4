"""OpenSpiel's gin_rummy, told in our words.

It numbers cards suit by suit in the order S C D H; its player 0 is the non-dealer. Where its rules
differ from ours by design or by limit, the difference is said at the place it is met.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pytest

from engine.cards import DECK, Card, Hand, Suit
from engine.deal import Deal
from engine.melds import Meld, Run
from engine.rules import KNOCK_LIMIT, Rules
from engine.seats import PerSeat, Seat

pyspiel = pytest.importorskip(
    "pyspiel", reason="the other engine is not installed; `make oracle` installs it"
)

TAKE, DRAW, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56
DONE = PASS
MOST_TAKES = 50
"""It ends a deal at this many takes from the discard pile, in a row or not."""
LONGEST_RUN = 5
_SUITS = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
_UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


def their_card(card: Card) -> int:
    return _SUITS.index(card.suit) * 13 + card.rank - 1


_OURS = {their_card(card): card for card in DECK}


def _meld_parts(meld: Meld) -> Iterator[tuple[Card, ...]]:
    """The meld in pieces that it knows: its runs are no longer than five cards."""
    cards = meld.cards
    if not isinstance(meld, Run):
        yield cards
        return
    while len(cards) > LONGEST_RUN:
        size = min(LONGEST_RUN, len(cards) - 3)
        yield cards[:size]
        cards = cards[size:]
    yield cards


class OtherDeal:
    """The same deal in the other engine."""

    def __init__(self, rules: Rules, dealer: Seat, deck: Sequence[Card]) -> None:
        parameters = {
            "gin_bonus": rules.gin_bonus,
            "undercut_bonus": rules.undercut_bonus,
            "knock_card": KNOCK_LIMIT,
            "oklahoma": rules.oklahoma,
        }
        self._dealer = dealer
        self._state = pyspiel.load_game("gin_rummy", parameters).new_initial_state()
        for card in (*deck[0:20:2], *deck[1:20:2], deck[20]):
            self._apply(their_card(card))

    def _apply(self, action: int) -> None:
        assert action in self._state.legal_actions(), (action, str(self._state))
        self._state.apply_action(action)

    def _player(self, seat: Seat) -> int:
        return int(seat is self._dealer)

    # What it says.

    @property
    def is_over(self) -> bool:
        return bool(self._state.is_terminal())

    @property
    def turn(self) -> Seat:
        return self._dealer if self._state.current_player() else self._dealer.other

    @property
    def phase(self) -> str:
        return str(self._state.current_phase()).removeprefix("Phase.")

    @property
    def hands(self) -> PerSeat[Hand]:
        hands = [Hand.of(_OURS[card] for card in hand) for hand in self._state.hands()]
        return PerSeat.of(self._dealer.other, hands[0], hands[1])

    @property
    def discard_pile(self) -> tuple[Card, ...]:
        upcard = self._state.upcard()
        top = [] if upcard is None else [_OURS[upcard]]
        return (*(_OURS[card] for card in self._state.discard_pile()), *top)

    @property
    def stock_count(self) -> int:
        return int(self._state.stock_size())

    @property
    def knock_limit(self) -> int:
        return int(self._state.knock_card())

    def deadwood(self, seat: Seat) -> int:
        """Of ten cards the least deadwood, of eleven the least after a discard."""
        return int(self._state.deadwood()[self._player(seat)])

    @property
    def actions(self) -> set[int]:
        return set(self._state.legal_actions())

    @property
    def cards_offered(self) -> set[Card]:
        """The cards that may be thrown or laid off now."""
        return {_OURS[action] for action in self._state.legal_actions() if action < TAKE}

    def points(self, seat: Seat) -> int:
        return int(self._state.returns()[self._player(seat)])

    # What is done to it.

    def take_upcard(self) -> None:
        self._apply(TAKE)

    def pass_upcard(self) -> None:
        self._apply(PASS)

    def draw(self, card: Card) -> None:
        self._apply(DRAW)
        self._apply(their_card(card))

    def throw(self, card: Card) -> None:
        self._apply(their_card(card))

    def start_knock(self) -> None:
        self._apply(KNOCK)

    def lay_down(self, melds: Iterable[Meld]) -> None:
        for meld in melds:
            for part in _meld_parts(meld):
                cards = sorted(their_card(card) for card in part)
                self._apply(FIRST_MELD + int(_UTILS.meld_to_int(cards)))
        self._apply(DONE)

    def lay_off(self, card: Card) -> None:
        self._apply(their_card(card))

    def finish_layoffs(self) -> None:
        self._apply(DONE)


def assert_same_table(deal: Deal, other: OtherDeal) -> None:
    """Both engines see the same cards in the same places, and the same seat on turn."""
    assert other.turn is deal.turn
    showdown = deal.showdown
    held = deal.hands.put(showdown.knocker, showdown.deadwood_cards) if showdown else deal.hands
    assert other.hands == held
    assert other.discard_pile == deal.discard_pile
    assert other.stock_count == len(deal.stock)
    assert other.knock_limit == deal.knock_limit


def is_third_in_chain(card: Card, meld: Meld) -> bool:
    """Whether a card would be at least the third layoff on one end of a run, as it was laid.

    Its layoffs stop after two.
    """
    return isinstance(meld, Run) and not meld.low - 3 < card.rank < meld.high + 3
