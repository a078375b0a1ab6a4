"""The referee: answers about melds, knocks, showdowns and score sheets, from text.

Every case is checked before it is answered. An answer prints as a JSON object or as plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from engine.cards import Card, Hand, parse_card, parse_cards
from engine.deal import HAND_SIZE
from engine.errors import CardError, MatchOverError, MeldError, RulesError
from engine.layoffs import Layoff, best_layoff
from engine.match import Match, new_match
from engine.melds import (
    Arrangement,
    Meld,
    best_arrangements,
    check_arrangement,
    deadwood,
    knock_discards,
    parse_meld,
)
from engine.result import DealResult, DealScore, Ending, knock_result, score_deal
from engine.rules import KNOCK_LIMIT, Rules, preset
from engine.seats import PerSeat, Seat
from server.score_pad import printed_sheet

Read = TypeVar("Read")

KNOCKER, DEFENDER = Seat.A, Seat.B
"""The seats of a showdown that is told without a table."""
MOST_POINTS = 999
"""More than any deal can score."""
_WIN = re.compile(rf"([ABab])0*([1-9][0-9]{{0,{len(str(MOST_POINTS)) - 1}}})")


class CaseError(Exception):
    """What is wrong with a case, and where, in one sentence."""


class Answer(Protocol):
    """What the referee gives back."""

    def as_json(self) -> dict[str, object]:
        """The answer as the one JSON object of its line."""

    def as_text(self) -> str:
        """The answer for people, in aligned lines."""


@dataclass(frozen=True, slots=True)
class MeldsAnswer:
    """The best ways to meld a hand."""

    arrangements: tuple[Arrangement, ...]

    def as_json(self) -> dict[str, object]:
        """The least deadwood and every arrangement that reaches it."""
        first = self.arrangements[0]
        return {
            "deadwood": first.deadwood,
            "arrangements": [
                [_texts(meld.cards) for meld in arrangement.melds]
                for arrangement in self.arrangements
            ],
            "deadwood_cards": _texts(first.deadwood_cards),
        }

    def as_text(self) -> str:
        """The least deadwood, then one arrangement a line."""
        rows = [_laid_out(arrangement) for arrangement in self.arrangements]
        return "\n".join([f"deadwood {self.arrangements[0].deadwood}", "", *_aligned(rows)])


@dataclass(frozen=True, slots=True)
class KnocksAnswer:
    """The discards after which eleven cards may knock."""

    limit: int
    arrangements: dict[Card, Arrangement]
    """For every discard that allows a knock the first of the best arrangements it leaves."""
    has_big_gin: bool

    def as_json(self) -> dict[str, object]:
        """Each discard that allows a knock, with the deadwood it leaves."""
        legal = {str(card): left.deadwood for card, left in self.arrangements.items()}
        return {"legal": legal, "big_gin": self.has_big_gin}

    def as_text(self) -> str:
        """One discard a line, the best first."""
        lines = ["big gin: all eleven cards are melded", ""] if self.has_big_gin else []
        if not self.arrangements:
            return "\n".join([*lines, f"no knock: every discard leaves more than {self.limit}"])
        best_first = sorted(self.arrangements.items(), key=lambda item: item[1].deadwood)
        rows = [
            (
                f"throw {card}",
                f"leaves {left.deadwood:>2}" if left.deadwood else "gin",
                *_laid_out(left),
            )
            for card, left in best_first
        ]
        return "\n".join([*lines, *_aligned(rows)])


@dataclass(frozen=True, slots=True)
class ShowdownAnswer:
    """How a showdown ends when the defender lays off as well as can be."""

    laid: Arrangement
    defender: Hand
    layoff: Layoff
    result: DealResult
    score: DealScore

    @property
    def winner(self) -> str:
        """The winner by part in the showdown."""
        return "knocker" if self.score.winner is KNOCKER else "defender"

    def as_json(self) -> dict[str, object]:
        """Both deadwoods, the layoffs, the ending and its price."""
        return {
            "knocker_deadwood": self.result.knocker_deadwood,
            "defender_deadwood": self.result.defender_deadwood,
            "laid_off": _texts(self.layoff.cards),
            "ending": self.result.ending.value,
            "winner": self.winner,
            "points": self.score.points,
        }

    def as_text(self) -> str:
        """Both hands as they lie, then the sum."""
        kept = best_arrangements(self.defender.without(self.layoff.cards))[0]
        rows = [
            ("knocker", str(self.result.knocker_deadwood), *_laid_out(self.laid)),
            ("defender", str(self.result.defender_deadwood), *_laid_out(kept)),
        ]
        if self.layoff.cards:
            rows.append(("laid off", "", str(self.layoff.cards), ""))
        ending = self.result.ending.value.replace("_", " ")
        bonus = f" + {self.score.bonus} bonus" if self.score.bonus else ""
        verdict = f"{ending}: {self.score.difference}{bonus}, {self.score.points} points"
        return "\n".join([*_aligned(rows), "", f"{verdict} to the {self.winner}"])


@dataclass(frozen=True, slots=True)
class SheetAnswer:
    """A score sheet after its wins."""

    match: Match

    def as_json(self) -> dict[str, object]:
        """The three games, and the match once they are all closed."""
        match = self.match
        settled = [match.settlement(index) for index in range(len(match.games))]
        over = match.winner is not None
        return {
            "wins": _by_player(match.wins),
            "entries": {s.value: [game.boxes[s] for game in match.games] for s in Seat},
            "scores": {s.value: [game.scores[s] for game in match.games] for s in Seat},
            "closed_by": [g.closed_by.value if g.closed_by else None for g in match.games],
            "settled": {s.value: [one[s].total if one else None for one in settled] for s in Seat},
            "totals": _by_player(match.totals) if over else None,
            "games": _by_player(match.games_won) if over else None,
            "winner": match.winner.value if match.winner else None,
        }

    def as_text(self) -> str:
        """The pad as on paper."""
        return printed_sheet(self.match)


def judge_melds(cards: str) -> MeldsAnswer:
    """The best arrangements of one to eleven cards.

    Raises:
        CaseError: If these are no such cards.
    """
    return MeldsAnswer(best_arrangements(_hand("the hand", cards, range(1, HAND_SIZE + 2))))


def judge_knocks(cards: str, taken: str | None, limit: int) -> KnocksAnswer:
    """The knocks of eleven cards, of which `taken` just came from the discard pile.

    Raises:
        CaseError: If these are not eleven cards, the taken one not of them, or no such limit.
    """
    eleven = _hand("the hand", cards, [HAND_SIZE + 1])
    if not 0 <= limit <= KNOCK_LIMIT:
        raise CaseError(f"limit: {limit} is no knock limit; it is 0 to {KNOCK_LIMIT}")
    banned = None
    if taken is not None:
        banned = _read("taken", lambda: parse_card(taken))
        if banned not in eleven:
            raise CaseError(f"taken: {banned} is not among the eleven cards")
    throws = knock_discards(eleven, limit, banned)
    left = {card: best_arrangements(eleven.minus(card))[0] for card in throws}
    return KnocksAnswer(limit, left, deadwood(eleven) == 0)


def judge_showdown(
    spread: Sequence[str], knocker: str, defender: str, rules: Rules
) -> ShowdownAnswer:
    """The end of a showdown with the best layoffs.

    Args:
        spread: The knocker's melds as laid down.
        knocker: The knocker's ten cards after the discard, or eleven for big gin.
        defender: The defender's ten cards.
        rules: What prices it.

    Raises:
        CaseError: If the cards do not make a showdown under these rules.
    """
    own = _hand("knocker", knocker, [HAND_SIZE, HAND_SIZE + 1])
    other = _hand("defender", defender, [HAND_SIZE])
    shared = [card for card in other if card in own]
    if shared:
        raise CaseError(f"defender: {shared[0]} is in the knocker's hand already")
    melds = [_meld(number, text) for number, text in enumerate(spread, start=1)]
    laid = _read("spread", lambda: check_arrangement(own, melds))
    is_big_gin = len(own) > HAND_SIZE
    if is_big_gin and rules.big_gin_bonus is None:
        raise CaseError(f"knocker: eleven cards are big gin, which {rules.preset} rules lack")
    if is_big_gin and laid.deadwood:
        raise CaseError(f"spread: big gin melds all eleven cards, here {laid.deadwood} are left")
    if laid.deadwood > KNOCK_LIMIT:
        raise CaseError(f"spread: {laid.deadwood} are left; a knock may leave {KNOCK_LIMIT}")
    if laid.deadwood:
        layoff = best_layoff(laid.melds, other)
        result = knock_result(KNOCKER, laid.deadwood, layoff.deadwood)
    else:
        layoff = Layoff(deadwood(other), Hand())
        ending = Ending.BIG_GIN if is_big_gin else Ending.GIN
        result = DealResult(ending, KNOCKER, 0, layoff.deadwood)
    return ShowdownAnswer(laid, other, layoff, result, score_deal(result, rules))


def keep_sheet(wins: Sequence[str], rules: Rules) -> SheetAnswer:
    """The score sheet after these deals: `A25` for a win, `-` for a dead deal.

    Raises:
        CaseError: If one of them is neither, or comes after the last game had closed.
    """
    if not wins:
        raise CaseError("the list of wins is empty; write wins like B10 A18, - for a dead deal")
    match = new_match(rules, DEFENDER)
    for number, win in enumerate(wins, start=1):
        score = _win(number, win)
        try:
            match = match.scored(score)
        except MatchOverError as error:
            sentence = f"win {number}: {win} comes after the last game had closed"
            raise CaseError(sentence) from error
    return SheetAnswer(match)


def named_rules(name: str) -> Rules:
    """The rules of that name.

    Raises:
        CaseError: If there are none.
    """
    return _read("rules", lambda: preset(name))


def _win(number: int, text: str) -> DealScore:
    if text == "-":
        return DealScore(None)
    read = _WIN.fullmatch(text)
    if read is None:
        raise CaseError(
            f"win {number}: {text!r} is no win; write the winner A or B and the points, like A25"
        )
    return DealScore(Seat(read[1].upper()), difference=int(read[2]))


def _hand(where: str, text: str, sizes: Sequence[int]) -> Hand:
    cards = _read(where, lambda: parse_cards(text))
    if len(cards) not in sizes:
        wanted = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        raise CaseError(f"{where}: {len(cards)} cards where there must be {wanted}")
    return Hand.of(cards)


def _meld(number: int, text: str) -> Meld:
    where = f"meld {number} of the spread"
    if not text.strip():
        raise CaseError(f"{where}: there are no cards in it")
    return _read(where, lambda: parse_meld(text))


def _read(where: str, read: Callable[[], Read]) -> Read:
    """What `read` gives, its refusal told with the place."""
    try:
        return read()
    except (CardError, MeldError, RulesError) as error:
        raise CaseError(f"{where}: {error}") from error


def _texts(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]


def _by_player(pair: PerSeat[int]) -> dict[str, int]:
    return {seat.value: pair[seat] for seat in Seat}


def _laid_out(arrangement: Arrangement) -> tuple[str, str]:
    """Melds as `--spread` takes them, and what is left over."""
    melds = " / ".join(map(str, arrangement.melds)) or "no melds"
    rest = arrangement.deadwood_cards
    return melds, f"left over  {rest}" if rest else ""


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
