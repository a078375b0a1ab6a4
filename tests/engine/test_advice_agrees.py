"""The coach judges as the strong player does: the same choice in the same position.

At the table both are given the same number of hands to try; here it is a small one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from engine.actions import Action, BigGin, Discard, Knock, TakeUpcard
from engine.advice import (
    advise_draw,
    choice_of,
    judged_by,
    on_second_thoughts,
    rank_discards,
)
from engine.deal import Phase, new_deal
from engine.match import Match, new_match
from engine.play import apply
from engine.players import Level, computer_player
from engine.players.memory import Memory
from engine.players.second_thoughts import reconsidered
from engine.result import score_deal
from engine.rules import PRESETS, Rules
from engine.seats import PerSeat, Seat
from engine.view import SeatView, redacted, seat_view
from tests.support.chance import seeded, shuffled_deck

POSITIONS = 1_000
HANDS = 8


def strong_decisions(
    seed: int, rules: Rules, other: Level
) -> Iterator[tuple[SeatView, Match, Memory, Action]]:
    """Every decision of the strong player in one match, with what it had to go by."""
    random = seeded(seed)
    players = PerSeat(
        computer_player(Level.STRONG, Seat.A, seeded(seed), HANDS),
        computer_player(other, Seat.B, seeded(seed + 1), hands=0),
    )
    match, memory = new_match(rules, Seat.B), Memory()
    while not match.is_over:
        deal, events = new_deal(rules, match.next_dealer, shuffled_deck(random))
        while True:
            for event in events:
                for seat in Seat:
                    players[seat].observe(redacted(event, seat))
                memory = memory.after(redacted(event, Seat.A), Seat.A)
            if deal.result is not None:
                break
            view = seat_view(deal, deal.turn)
            action = players[deal.turn].decide(view, match)
            if deal.turn is Seat.A:
                yield view, match, memory, action
            deal, events = apply(deal, deal.turn, action)
        match = match.scored(score_deal(deal.result, rules))


def many_decisions() -> Iterator[tuple[SeatView, Match, Memory, Action]]:
    """A thousand of them, under all rules and against all levels."""
    met = 0
    for seed in count():
        rules = list(PRESETS.values())[seed % len(PRESETS)]
        for decision in strong_decisions(seed, rules, list(Level)[seed % len(Level)]):
            if decision[0].phase in (Phase.OFFER, Phase.DRAW, Phase.DISCARD):
                yield decision
                met += 1
            if met == POSITIONS:
                return


def test_the_first_choice_is_the_strong_players() -> None:
    for view, match, memory, action in many_decisions():
        situation = judged_by(view, match, memory)
        if view.phase is not Phase.DISCARD:
            advice = advise_draw(situation)
            assert advice.take == (action == TakeUpcard())
        elif action != BigGin():
            ranked = rank_discards(situation)
            choice = reconsidered(situation, choice_of(ranked), HANDS)
            assert isinstance(choice, Discard | Knock)
            assert choice == choice_of(on_second_thoughts(ranked, choice)) == action
