"""The coach's panel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.advice import (
    DiscardAdvice,
    DrawAdvice,
    Risk,
)
from engine.cards import Card
from engine.melds import Arrangement
from engine.players.second_thoughts import HANDS
from tui.advice import Advice, Helps
from tui.canvas import Canvas
from tui.card_art import meld_order
from tui.settings import CoachLevel
from tui.text import Part, Span, muted, parts_width, strong
from tui.theme import Token

_WIDE = 80
"""From so many cells on a reason fits into each row."""
_RISK_INKS: dict[Risk, Token] = {Risk.SAFE: "good", Risk.FAIR: "muted", Risk.RISKY: "bad"}


@dataclass(frozen=True, slots=True)
class CoachModel:
    """What the panel shows."""

    level: CoachLevel
    advice: Advice | None
    """None while nothing is dealt, or when the coach is off."""
    limit: int = 10
    lifted: Card | None = None


def draw_coach(c: Canvas, coach: CoachModel) -> None:
    """Draw what the coach says at its level."""
    if coach.level is CoachLevel.OFF:
        c.title("COACH", key="i", does="show")
        c.paragraph(1, 1, muted("The coach is off. i asks it again at this table."), rows=2)
        return
    advice, is_full = coach.advice, coach.level is CoachLevel.FULL
    beside = _beside(advice) if is_full and advice is not None else ""
    c.title("COACH", key="i", does="basic" if is_full else "hide", beside=beside)
    if advice is None:
        c.put(1, 1, "Once cards are dealt, the coach speaks here.", "muted")
        return
    rows = c.height - 3
    if coach.level is CoachLevel.BASIC:
        _draw_melds(c, advice.arrangements, 1)
        return
    if advice.discards:
        _draw_discards(c, coach, advice.discards, rows)
        if c.width < _WIDE:
            _draw_reason(c, coach, advice)
            return
    elif advice.draw is not None and advice.upcard is not None:
        y = _draw_offer(c, advice.draw, advice.upcard, advice.arrangements[0].deadwood)
        _draw_helps(c, advice.helps, y, rows + 1 - y, "Stock ")
    elif advice.helps is None:
        c.put(1, 1, "No more cards are drawn in this hand.", "muted")
    else:
        _draw_helps(c, advice.helps, 1, rows)
    _draw_melds(c, advice.arrangements, c.height - 2)


def _beside(advice: Advice) -> str:
    if advice.is_tried:
        return f"tried on {HANDS} likely hands"
    return "cards that would help" if advice.is_waiting else ""


def _draw_discards(
    c: Canvas, coach: CoachModel, discards: tuple[DiscardAdvice, ...], rows: int
) -> None:
    shown = list(discards[:rows])
    picked = next((one for one in discards if one.card == coach.lifted), None)
    if picked is not None and picked not in shown:
        shown[-1] = picked
    for y, advice in enumerate(shown, start=1):
        is_lifted = advice is picked
        on: Token = "raised" if is_lifted else c.ground
        if is_lifted:
            c.fill(0, y, c.width, 1, on)
        c.write(0, y, strong("▸" if is_lifted else " "), muted(" throw "), advice.card, on=on)
        c.put(12, y, "leaves", "muted", on=on)
        c.write_right(21, y, strong(str(advice.deadwood)), on=on)
        c.write(22, y, _verdict(advice, coach.limit), on=on)
        c.write_right(39, y, muted(f"{advice.outs} help"), on=on)
        c.write_right(c.width - 1, y, Span(advice.risk.value, _RISK_INKS[advice.risk]), on=on)
        if c.width >= _WIDE:
            c.put(42, y, advice.reason, "muted", on=on)
        c.hit(0, y, c.width, 1, f"card:{advice.card}")


def _verdict(advice: DiscardAdvice, limit: int) -> Span:
    if advice.makes_gin:
        return strong("gin", "good")
    if advice.knocks:
        return strong("knock now", "good")
    if advice.allows_knock:
        return Span("can knock", "good")
    return muted(f"{advice.deadwood - limit} over")


def _draw_offer(c: Canvas, draw: DrawAdvice, upcard: Card, deadwood: int) -> int:
    """What taking the card would leave, and whether and why to do so; return the row after."""
    c.write(
        1,
        1,
        muted("Take "),
        upcard,
        f"  deadwood {deadwood} to {draw.deadwood_if_taken}",
        muted("  throwing "),
        draw.throw,
    )
    verdict = strong("Take it", "good") if draw.take else strong("Leave it", "warn")
    parts: list[Part] = [verdict, f": {draw.reason}"]
    if draw.meld is not None:
        parts += [muted(", in "), *_spaced(draw.meld.cards)]
    return c.paragraph(1, 2, *parts, rows=2, indent=2)


def _draw_helps(c: Canvas, helps: Helps | None, y: int, rows: int, source: str = "") -> None:
    """The cards that would help, a row for each deadwood that they would leave."""
    if helps is None:
        return
    if not helps and rows > 0:
        c.put(1, y, "No single card makes a new meld yet", "muted")
    for left, cards in helps[:rows]:
        does = f"{source}would leave ".capitalize() if left else f"{source}would make ".capitalize()
        word = strong(f"{left:>2}") if left else strong("gin", "good")
        x = c.write(1, y, muted(does), word, muted(": "))
        for place, card in enumerate(cards):
            if x + 8 > c.width and place < len(cards) - 1:
                c.put(x, y, f"+{len(cards) - place}", "muted")
                break
            x = c.write(x, y, card, " ")
        y += 1


def _draw_reason(c: Canvas, coach: CoachModel, advice: Advice) -> None:
    """Where the rows have no room for it, why to throw the lifted card or the first choice."""
    first = advice.discards[0]
    asked = next((one for one in advice.discards if one.card == coach.lifted), first)
    _draw_melding(c, advice.arrangements, c.height - 2)
    c.write(1, c.height - 1, muted("Why "), asked.card, f": {asked.reason}", end=c.width - 1)


def _draw_melds(c: Canvas, arrangements: tuple[Arrangement, ...], y: int) -> None:
    """The best way to meld the hand, another way where there is room, and what stays loose."""
    best = arrangements[0]
    _draw_melding(c, arrangements, y)
    loose = sorted(best.deadwood_cards, key=lambda card: (card.points, card.rank))
    c.write(1, y + 1, muted("Loose "), *_spaced(loose), strong(f"= {best.deadwood}"))


def _draw_melding(c: Canvas, arrangements: tuple[Arrangement, ...], y: int) -> None:
    best, *others = arrangements
    melds = list(_melds(best))
    x = c.write(1, y, muted("Melds "), *(melds or [muted("none yet")]))
    if others:
        count = len(others)
        choices: list[list[Part]] = [
            [muted("or "), *_melds(others[0])] if count == 1 else [muted(f"or {count} other ways")],
            [muted(f"+{count}")],
        ]
        for words in choices:
            if x + parts_width(words) <= c.width:
                c.write(x, y, *words)
                break


def _melds(arrangement: Arrangement) -> Iterator[Part]:
    for place, meld in enumerate(sorted(arrangement.melds, key=meld_order)):
        yield " " if place else ""
        yield from _spaced(meld.cards)


def _spaced(cards: Iterable[Card]) -> Iterator[Part]:
    for card in cards:
        yield card
        yield " "
