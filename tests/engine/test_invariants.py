"""What holds in every deal, whoever plays it and however (property tests)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.actions import (
    Action,
    BigGin,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
    UndoLayoff,
)
from engine.cards import DECK, Card, Hand
from engine.deal import Deal, Phase, legal_actions, new_deal
from engine.errors import GinError
from engine.events import Event, StockDrawn
from engine.melds import arrangements_within, deadwood
from engine.play import apply
from engine.rules import CLASSIC, MODERN, Rules
from engine.seats import PerSeat, Seat
from engine.view import redacted, seat_view, spectator_view
from tests.support.chance import seeded, shuffled_deck

RULES = (CLASSIC, MODERN, replace(MODERN, oklahoma=True, spades_double=True))


def cards_of(deal: Deal) -> list[Card]:
    """Every card of a deal, wherever it lies."""
    laid_off = [layoff.card for layoff in deal.showdown.layoffs] if deal.showdown else []
    return sorted([*deal.hands.a, *deal.hands.b, *deal.stock, *deal.discard_pile, *laid_off])


def conceivable_actions(deal: Deal) -> Iterator[Action]:
    """Everything that could be tried, explicit spreads aside."""
    yield from (TakeUpcard(), PassUpcard(), DrawStock(), BigGin(), UndoLayoff(), FinishLayoffs())
    melds = range(-1, 5) if deal.showdown else range(1)
    for card in DECK:
        yield Discard(card)
        yield Knock(card)
        yield from (LayOff(card, meld) for meld in melds)


def is_accepted(deal: Deal, seat: Seat, action: Action) -> bool:
    try:
        apply(deal, seat, action)
    except GinError:
        return False
    return True


def hidden_from(deal: Deal, viewer: Seat) -> list[Card]:
    """The cards this seat has no way to know: the stock, and what the other holds unseen."""
    unseen = deal.hands[viewer.other].without(deal.seen_taken[viewer.other])
    showdown = deal.showdown
    if showdown is not None and (deal.phase is Phase.OVER or viewer is not showdown.knocker):
        unseen = Hand()
    return [*unseen, *deal.stock]


def with_hidden_cards_shuffled(deal: Deal, viewer: Seat, random: Random) -> Deal:
    """Another deal that looks the same from this seat."""
    hidden = hidden_from(deal, viewer)
    random.shuffle(hidden)
    unseen = len(hidden) - len(deal.stock)
    other = deal.hands[viewer.other]
    if unseen:
        other = Hand(other.mask & deal.seen_taken[viewer.other].mask)
        other = Hand(other.mask | Hand.of(hidden[:unseen]).mask)
    drawn = deal.drawn
    if deal.turn is not viewer and deal.taken is None and drawn is not None:
        drawn = hidden[0]
    return replace(
        deal,
        hands=deal.hands.put(viewer.other, other),
        stock=tuple(hidden[unseen:]),
        drawn=drawn,
    )


def offered_knocks(deal: Deal) -> list[Knock]:
    return [action for action in legal_actions(deal, deal.turn) if isinstance(action, Knock)]


def least_deadwood_discard(deal: Deal) -> Discard:
    """What a player who only looks at the own hand would throw."""
    hand = deal.hands[deal.turn]
    throws = [card for card in hand if card != deal.taken]
    return Discard(min(throws, key=lambda card: deadwood(hand.minus(card))))


def assert_same_event(told: Event, other: Deal, viewer: Seat, action: Action) -> None:
    """What a seat is told of an action hangs on no card hidden from it, the default spread included.

    Only what the action itself brings to light may differ: the card the viewer draws, the
    other's hand when it is laid down.
    """
    own = other.turn is viewer
    brings_to_light = isinstance(action, DrawStock if own else Knock | BigGin | FinishLayoffs)
    if not brings_to_light and is_accepted(other, other.turn, action):
        _, told_there = apply(other, other.turn, action)
        assert redacted(told_there[0], viewer) == redacted(told, viewer)


class AnyDeal(RuleBasedStateMachine):
    """One deal after another, played by any legal actions."""

    @initialize(
        rules=st.sampled_from(RULES),
        dealer=st.sampled_from(Seat),
        seed=st.integers(min_value=0, max_value=2**32),
        stock_left=st.sampled_from([31, 12, 5]),
    )
    def start(self, rules: Rules, dealer: Seat, seed: int, stock_left: int) -> None:
        self.random = seeded(seed)
        self.start_with = (rules, dealer, shuffled_deck(self.random))
        self.deal, self.told = new_deal(*self.start_with)
        self.log: list[tuple[Seat, Action]] = []
        if stock_left < len(self.deal.stock):
            self.take(PassUpcard())
            self.take(PassUpcard())
        while len(self.deal.stock) > stock_left:
            self.take(DrawStock())
            self.take(least_deadwood_discard(self.deal))

    @precondition(lambda self: self.deal.phase is not Phase.OVER)
    @rule(choice=st.integers(min_value=0, max_value=10**6))
    def act(self, choice: int) -> None:
        actions = legal_actions(self.deal, self.deal.turn)
        self.take(actions[choice % len(actions)])

    @precondition(lambda self: self.deal.phase is Phase.DRAW)
    @rule()
    def draw(self) -> None:
        self.take(DrawStock())

    @precondition(lambda self: self.deal.phase is Phase.DISCARD)
    @rule()
    def discard(self) -> None:
        self.take(least_deadwood_discard(self.deal))

    @precondition(lambda self: BigGin() in legal_actions(self.deal, self.deal.turn))
    @rule()
    def declare_big_gin(self) -> None:
        self.take(BigGin())

    @precondition(lambda self: bool(offered_knocks(self.deal)))
    @rule(choice=st.integers(min_value=0, max_value=10**6))
    def knock_with_a_chosen_spread(self, choice: int) -> None:
        knocks = offered_knocks(self.deal)
        knock = knocks[choice % len(knocks)]
        ten = self.deal.hands[self.deal.turn].minus(knock.discard)
        ways = arrangements_within(ten, self.deal.knock_limit)
        self.take(Knock(knock.discard, ways[choice % len(ways)].melds))

    @precondition(lambda self: self.deal.phase is Phase.OVER)
    @rule()
    def deal_again(self) -> None:
        rules, dealer, _ = self.start_with
        self.start_with = (rules, dealer.other, shuffled_deck(self.random))
        self.deal, self.told = new_deal(*self.start_with)
        self.log = []

    def take(self, action: Action) -> None:
        seat = self.deal.turn
        before = self.deal
        self.deal, told = apply(before, seat, action)
        self.told += told
        self.log.append((seat, action))
        for viewer in Seat:
            other = with_hidden_cards_shuffled(before, viewer, self.random)
            assert_same_event(told[0], other, viewer, action)

    @invariant()
    def all_52_cards_are_somewhere_once(self) -> None:
        assert cards_of(self.deal) == list(DECK)

    @invariant()
    def each_seat_holds_ten_or_the_mover_eleven(self) -> None:
        deal = self.deal
        drawn = deal.phase in (Phase.DISCARD, Phase.LAST_KNOCK)
        big_gin = deal.showdown is not None and deal.showdown.discard is None
        for seat in Seat:
            laid_off = len(deal.showdown.layoffs) if deal.showdown else 0
            if deal.showdown is not None and seat is deal.showdown.knocker:
                assert len(deal.hands[seat]) == 10 + big_gin
            else:
                mover = drawn and seat is deal.turn
                assert len(deal.hands[seat]) == 10 + mover - laid_off

    @invariant()
    def someone_can_always_act_until_the_end(self) -> None:
        deal = self.deal
        assert bool(legal_actions(deal, deal.turn)) == (deal.phase is not Phase.OVER)
        assert (deal.result is not None) == (deal.phase is Phase.OVER)

    @invariant()
    def exactly_the_legal_actions_are_accepted(self) -> None:
        seat = self.deal.turn
        offered = legal_actions(self.deal, seat)
        tried = conceivable_actions(self.deal)
        assert {a for a in tried if is_accepted(self.deal, seat, a)} == set(offered)
        assert len(set(offered)) == len(offered)
        assert legal_actions(self.deal, seat.other) == ()
        assert not any(is_accepted(self.deal, seat.other, action) for action in offered)

    @invariant()
    def no_turn_starts_with_two_stock_cards(self) -> None:
        assert len(self.deal.stock) >= 2
        assert self.deal.phase is not Phase.DRAW or len(self.deal.stock) > 2

    @invariant()
    def views_show_nothing_of_the_hidden_cards(self) -> None:
        for viewer in Seat:
            other = with_hidden_cards_shuffled(self.deal, viewer, self.random)
            assert cards_of(other) == list(DECK)
            assert seat_view(other, viewer) == seat_view(self.deal, viewer)
            if self.deal.showdown is None:
                assert spectator_view(other) == spectator_view(self.deal)

    @invariant()
    def public_counts_are_the_real_ones(self) -> None:
        view = spectator_view(self.deal)
        assert view.counts == PerSeat(len(self.deal.hands.a), len(self.deal.hands.b))
        assert view.stock_count == len(self.deal.stock)

    @invariant()
    def told_events_name_no_card_drawn_from_the_stock(self) -> None:
        for viewer in (Seat.A, Seat.B, None):
            for event in self.told:
                shown = redacted(event, viewer)
                if isinstance(shown, StockDrawn):
                    assert (shown.card is None) == (shown.seat is not viewer)

    def teardown(self) -> None:
        if not hasattr(self, "log"):
            return
        replayed, told = new_deal(*self.start_with)
        for seat, action in self.log:
            replayed, more = apply(replayed, seat, action)
            told += more
        assert replayed == self.deal
        assert told == self.told


AnyDeal.TestCase.settings = settings(
    max_examples=125,
    stateful_step_count=80,
    deadline=None,
    derandomize=True,
)
# Ten thousand steps, each of which tries every action there is, take their time on a busy machine.
test_any_deal = pytest.mark.timeout(600)(AnyDeal.TestCase)


def play_out(
    rules: Rules, dealer: Seat, deck: tuple[Card, ...], choices: Random
) -> tuple[Deal, tuple[Event, ...]]:
    """A deal played to its end by random legal actions, layoffs seldom undone."""
    deal, told = new_deal(rules, dealer, deck)
    while actions := legal_actions(deal, deal.turn):
        wanted = [a for a in actions if not isinstance(a, (Knock, UndoLayoff))]
        pool = wanted if wanted and choices.random() < 0.8 else actions
        deal, more = apply(deal, deal.turn, choices.choice(pool))
        told += more
    return deal, told


@pytest.mark.parametrize("rules", RULES, ids=["classic", "modern", "oklahoma"])
def test_random_playouts_end(rules: Rules) -> None:
    random = seeded(5)
    for number in range(60):
        deck = shuffled_deck(random)
        deal, _ = play_out(rules, list(Seat)[number % 2], deck, random)
        assert deal.phase is Phase.OVER
        assert cards_of(deal) == list(DECK)


def test_events_told_to_a_seat_do_not_depend_on_the_stock_it_never_saw() -> None:
    """Two decks that differ only in stock cards nobody drew tell the same story to everybody."""
    random = seeded(6)
    for _ in range(40):
        deck = shuffled_deck(random)
        choices = random.getrandbits(32)
        deal, told = play_out(CLASSIC, Seat.A, deck, seeded(choices))
        undrawn = len(deal.stock)
        rest = random.sample(deck[52 - undrawn :], undrawn)
        other = (*deck[: 52 - undrawn], *rest)
        again, told_again = play_out(CLASSIC, Seat.A, other, seeded(choices))
        assert told_again == told
        assert spectator_view(again) == spectator_view(deal)
