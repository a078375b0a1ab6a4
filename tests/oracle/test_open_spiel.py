"""The same deals, played through both engines: they agree wherever the rules coincide.

The other engine's deals end at its fiftieth take from the discard pile and where both return the
upcard; neither is ever reached here.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from engine.actions import (
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
)
from engine.cards import DECK, Card, Hand
from engine.deal import Phase, legal_actions, new_deal
from engine.melds import Run, best_after_discard, best_arrangement, deadwood
from engine.play import apply
from engine.result import Ending, score_deal
from engine.rules import Rules
from engine.seats import Seat
from tests.oracle.open_spiel import (
    DONE,
    DRAW,
    KNOCK,
    MOST_TAKES,
    PASS,
    TAKE,
    OtherDeal,
    assert_same_table,
    is_third_in_chain,
)
from tests.support.chance import seeded, shuffled_deck
from tests.support.naive_melds import least_deadwood

DEALS = int(os.environ.get("ORACLE_DEALS", "480"))
"""How many deals are played in all; set ORACLE_DEALS for more."""
BATCH = 60
RULES = (
    Rules(),
    Rules(fiftieth_card=True, undercut_bonus=25),
    Rules(gin_bonus=20, undercut_bonus=20, oklahoma=True, fiftieth_card=True),
)


class BothEngines:
    """One deal, every action of which is played in both engines and compared."""

    def __init__(self, rules: Rules, dealer: Seat, random: Random) -> None:
        deck = shuffled_deck(random)
        self.deal, _ = new_deal(rules, dealer, deck)
        self.other = OtherDeal(rules, dealer, deck)
        self.random = random
        self.takes = 0
        self.eagerness = random.choice((0.6, 0.1))
        """How likely a player knocks who could; the patient ones get as far as gin."""

    def play(self) -> None:
        """Play to the end; the players mostly know what they are doing."""
        while self.deal.phase is not Phase.OVER:
            assert_same_table(self.deal, self.other)
            match self.deal.phase:
                case Phase.OFFER:
                    self._answer_offer()
                case Phase.DRAW:
                    self._draw()
                case Phase.DISCARD:
                    self._discard_or_knock()
                case Phase.LAST_OFFER:
                    self._answer_last_offer()
                case Phase.LAYOFF:
                    self._lay_off()
        self._compare_ends()

    @property
    def actions(self) -> set[object]:
        return set(legal_actions(self.deal, self.deal.turn))

    @property
    def hand(self) -> Hand:
        return self.deal.hands[self.deal.turn]

    def _apply(
        self, action: TakeUpcard | PassUpcard | DrawStock | Discard | Knock | LayOff
    ) -> None:
        self.deal, _ = apply(self.deal, self.deal.turn, action)

    def _chance(self, likely: float) -> bool:
        return self.random.random() < likely

    def _compare_deadwood(self) -> None:
        for seat in Seat:
            hand = self.deal.hands[seat]
            if len(hand) == 10:
                assert self.other.deadwood(seat) == deadwood(hand)

    def _answer_offer(self) -> None:
        self._compare_deadwood()
        assert self.actions == {TakeUpcard(), PassUpcard()}
        assert self.other.actions == {TAKE, PASS}
        if self._chance(0.3):
            self._take_upcard()
        else:
            self._apply(PassUpcard())
            self.other.pass_upcard()

    def _take_upcard(self) -> None:
        self.takes += 1
        self._apply(TakeUpcard())
        self.other.take_upcard()

    def _draw(self) -> None:
        self._compare_deadwood()
        both = not self.deal.stock_only
        assert self.actions == ({DrawStock(), TakeUpcard()} if both else {DrawStock()})
        assert self.other.actions == ({DRAW, TAKE} if both else {DRAW})
        if both and self.takes < MOST_TAKES - 1 and self._chance(self._liking_of_upcard()):
            self._take_upcard()
        else:
            card = self.deal.stock[0]
            self._apply(DrawStock())
            self.other.draw(card)

    def _liking_of_upcard(self) -> float:
        upcard = self.deal.upcard
        assert upcard is not None
        better = best_after_discard(self.hand.plus(upcard).mask) < deadwood(self.hand)
        return 0.7 if better else 0.05

    def _discard_or_knock(self) -> None:
        self._compare_eleven()
        taken = self.deal.taken
        throws = {action.card for action in self.actions if isinstance(action, Discard)}
        assert throws == self.other.cards_offered - {taken}
        knocks = {action.discard for action in self.actions if isinstance(action, Knock)}
        if KNOCK not in self.other.actions:
            assert not knocks or self._is_miscounted()
        elif not knocks:
            # It lets the card just taken be thrown, and that is the only way to knock here.
            assert taken is not None
            assert deadwood(self.hand.minus(taken)) <= self.deal.knock_limit
        elif self._chance(self.eagerness):
            self._knock(knocks)
            return
        self._discard(throws)

    def _compare_eleven(self) -> None:
        if not self._is_miscounted():
            assert self.other.deadwood(self.deal.turn) == best_after_discard(self.hand.mask)

    def _is_miscounted(self) -> bool:
        """Whether it overrates what eleven cards leave after a discard, as it does on some ties."""
        ours, theirs = best_after_discard(self.hand.mask), self.other.deadwood(self.deal.turn)
        if theirs == ours:
            return False
        assert theirs > ours
        assert ours == min(least_deadwood(frozenset(self.hand) - {card}) for card in self.hand)
        return True

    def _discard(self, throws: set[Card]) -> None:
        wise = min(sorted(throws), key=lambda card: deadwood(self.hand.minus(card)))
        card = wise if self._chance(0.85) else self.random.choice(sorted(throws))
        self._apply(Discard(card))
        self.other.throw(card)
        if self.deal.phase is Phase.OVER:
            # Where there is no last offer here, it still makes one.
            assert self.other.phase == "WALL"
            self.other.pass_upcard()

    def _knock(self, knocks: set[Card]) -> None:
        taken = self.deal.taken
        self.other.start_knock()
        assert knocks == self.other.cards_offered - {taken}
        card = self.random.choice(sorted(knocks))
        self._apply(Knock(card))
        self.other.throw(card)
        assert self.deal.showdown is not None
        self.other.lay_down(self.deal.showdown.laid)
        if self.deal.phase is Phase.OVER:
            self._lay_down_defender(self.deal.turn)

    def _lay_down_defender(self, seat: Seat) -> None:
        self.other.lay_down(best_arrangement(self.deal.hands[seat]).melds)

    def _answer_last_offer(self) -> None:
        assert self.other.phase == "WALL"
        can_knock = TakeUpcard() in self.actions
        assert PassUpcard() in self.actions
        assert PASS in self.other.actions
        assert not can_knock or KNOCK in self.other.actions or self._is_miscounted_at_wall()
        if can_knock and KNOCK in self.other.actions and self._chance(0.8):
            self._apply(TakeUpcard())
            knocks = {action.discard for action in self.actions if isinstance(action, Knock)}
            self._knock(knocks)
        else:
            self._apply(PassUpcard())
            self.other.pass_upcard()

    def _is_miscounted_at_wall(self) -> bool:
        upcard = self.deal.upcard
        assert upcard is not None
        eleven = frozenset(self.hand.plus(upcard))
        least = min(least_deadwood(eleven - {card}) for card in eleven - {upcard})
        return least <= self.deal.knock_limit

    def _lay_off(self) -> None:
        assert self.deal.showdown is not None
        laid = self.deal.showdown.laid
        layoffs = [
            action
            for action in legal_actions(self.deal, self.deal.turn)
            if isinstance(action, LayOff) and not is_third_in_chain(action.card, laid[action.meld])
        ]
        fitting = {layoff.card for layoff in layoffs}
        assert self.other.cards_offered == fitting
        assert DONE in self.other.actions
        if fitting and self._chance(0.8):
            card = self.random.choice(sorted(fitting))
            self._apply(self._onto_run(card, layoffs))
            self.other.lay_off(card)
        else:
            self.other.finish_layoffs()
            self._lay_down_defender(self.deal.turn)
            self.deal, _ = apply(self.deal, self.deal.turn, FinishLayoffs())

    def _onto_run(self, card: Card, layoffs: list[LayOff]) -> LayOff:
        """It does not ask where a card goes that fits a set and a run; there the run grows."""
        assert self.deal.showdown is not None
        laid = self.deal.showdown.laid
        places = [layoff for layoff in layoffs if layoff.card == card]
        return next((layoff for layoff in places if isinstance(laid[layoff.meld], Run)), places[0])

    def _compare_ends(self) -> None:
        assert self.other.is_over
        assert self.deal.result is not None
        score = score_deal(self.deal.result, self.deal.rules)
        is_tie = self.deal.result.ending is Ending.UNDERCUT and score.difference == 0
        expected = 0 if is_tie or score.winner is None else score.points
        winner = score.winner or Seat.A
        assert self.other.points(winner) == expected
        assert self.other.points(winner.other) == -expected


@pytest.mark.parametrize("batch", range(DEALS // BATCH))
def test_both_engines_agree_on_every_step_and_every_end(batch: int) -> None:
    random = seeded(batch)
    endings: set[Ending] = set()
    for number in range(BATCH):
        dealer = random.choice(list(Seat))
        both = BothEngines(RULES[number % len(RULES)], dealer, random)
        both.play()
        assert both.deal.result is not None
        endings.add(both.deal.result.ending)
    assert {Ending.KNOCK, Ending.UNDERCUT} <= endings


def test_the_decks_are_numbered_the_same_way() -> None:
    deal = OtherDeal(Rules(), Seat.B, DECK)
    assert deal.hands.a == Hand.of(DECK[0:20:2])
    assert deal.discard_pile == (DECK[20],)
