"""What the prompt line says in every phase of a deal."""

from __future__ import annotations

from typing import assert_never

from engine.actions import TakeUpcard
from engine.deal import Phase
from engine.view import SpectatorView
from tui.gateway import PauseReason, Stage, TableSnapshot
from tui.position import Position
from tui.settings import CoachLevel
from tui.text import Part, card_text, key, muted
from tui.times import minutes
from tui.viewer import absence_words, asks_to_adjourn, names_of
from tui.widgets.frame import Prompt


def prompt_for(table: TableSnapshot, position: Position | None, flash: str) -> Prompt:
    """The prompt line at a table."""
    return paused(table, _running(table, position, flash))


def _running(table: TableSnapshot, position: Position | None, flash: str) -> Prompt:
    view = table.view
    if table.stage is Stage.WAITING:
        return Prompt("WAITING", (muted("for an opponent to sit down"),), flash=flash)
    if table.stage is Stage.CUT or view is None:
        return Prompt("DEALING", (muted("the next hand"),), flash=flash)
    if position is not None and position.view.is_my_turn:
        says = _my_turn(position) if position.names_keys else _facts(position)
        return Prompt("YOUR TURN", tuple(says), is_yours=True, flash=flash)
    name = names_of(table)[view.turn].upper()
    if table.may_claim:
        choices = (key("a"), " claims the match, adjourns it or waits")
        return Prompt(name, (muted("is away too long:  "), *choices), flash=flash)
    words = absence_words(table, view.turn) or f"{doing_words(view)} …"
    if asks_to_adjourn(table) is not None and table.seat is not None:
        offer = (muted("offers to adjourn the match:  "), key("a"), " answers")
        return Prompt(name, offer, flash=flash)
    return Prompt(name, (muted(f"is {words}"),), flash=flash)


def paused(table: TableSnapshot, prompt: Prompt) -> Prompt:
    """The prompt line while all clocks stand still: the reason, and for how long at most."""
    pause = table.pause
    if pause is None:
        return prompt
    chip = prompt.chip if prompt.is_yours and pause.reason is PauseReason.RESTART else "PAUSED"
    left = () if pause.seconds is None else (muted(minutes(pause.seconds)),)
    return Prompt(chip, (pause.sentence,), left, prompt.is_yours and chip != "PAUSED", prompt.flash)


def doing_words(view: SpectatorView) -> str:
    """What the player on turn is about to do."""
    match view.phase:
        case Phase.OFFER:
            return "looking at the upcard"
        case Phase.DRAW:
            return "drawing"
        case Phase.DISCARD:
            return "choosing a discard"
        case Phase.LAST_OFFER:
            return "looking at the last card"
        case Phase.LAST_KNOCK:
            return "about to knock"
        case Phase.LAYOFF:
            return "laying off"
        case Phase.OVER:
            return "done"
    assert_never(view.phase)


def _my_turn(position: Position) -> list[Part]:
    view = position.view
    match view.phase:
        case Phase.OFFER if view.upcard is not None:
            return ["Upcard ", view.upcard, ":  ", key("t"), " take it   ", key("p"), " pass"]
        case Phase.DRAW if view.upcard is not None and position.may(TakeUpcard()):
            return [key("s"), " draw from stock   ", key("t"), " take ", view.upcard]
        case Phase.DRAW:
            return ["Both passed:  ", key("s"), " draw from stock"]
        case Phase.LAST_OFFER if view.upcard is not None and position.may(TakeUpcard()):
            take: list[Part] = [key("t"), " take it to knock   ", key("p"), " decline"]
            return ["Last card ", view.upcard, ":  ", *take]
        case Phase.LAST_OFFER:
            return ["Last card: you could not knock with it   ", key("p"), " decline"]
        case Phase.LAST_KNOCK:
            return [*_knock_words(position), "   ", key("p"), " give it back"]
        case _:
            return _throwing(position)


def _facts(position: Position) -> list[Part]:
    """The same for those who know the keys."""
    view, lifted = position.view, position.lifted
    may_take = view.upcard is not None and position.may(TakeUpcard())
    taken = [view.upcard] if view.upcard is not None else []
    match view.phase:
        case Phase.OFFER:
            return ["Take the upcard ", *taken, " or pass"]
        case Phase.DRAW if may_take:
            return ["Draw from the stock or take ", *taken]
        case Phase.DRAW:
            return ["Both passed: draw from the stock"]
        case Phase.LAST_OFFER if may_take:
            return ["Take the last card ", *taken, " to knock, or decline"]
        case Phase.LAST_OFFER:
            return ["Last card: you could not knock with it"]
        case Phase.LAST_KNOCK:
            return ["Knock, or give the last card back"]
        case _ if lifted is not None and lifted != view.taken:
            return [lifted, " is lifted"]
        case _:
            return _throwing(position) if view.taken is not None else ["Choose a discard"]


def _throwing(position: Position) -> list[Part]:
    lifted, banned = position.lifted, position.view.taken
    knock = _knock_words(position)
    if lifted is not None and lifted == banned:
        return [lifted, " just came from the pile and must stay: lift another"]
    if lifted is not None:
        return [key("Enter"), " throws ", lifted, *(["   ", *knock] if knock else [])]
    if banned is not None:
        return ["Choose a discard; ", banned, muted(" just taken must stay")]
    choose: list[Part] = ["Choose a discard: arrows, ", key("1–9 0 -")]
    return [*choose, *(["   ", *knock] if knock else [])]


def _knock_words(position: Position) -> list[Part]:
    if position.level is CoachLevel.OFF:
        return [key("k"), " knocks"] if position.lifted is not None else []
    if position.has_big_gin and position.lifted is None:
        return [key("k"), " goes big gin"]
    discard = position.knock_discard
    if discard is None:
        return []
    left = position.left_without(discard)
    return [key("k"), f" knocks with {left}" if left else " goes gin"]


def whose_turn(position: Position) -> str:
    """Why nothing can be played now, as a sentence."""
    return f"It is {position.opponent}’s turn: wait for the discard."


def must_draw(position: Position) -> str:
    """Why nothing can be thrown yet, as a sentence that says what to do."""
    view = position.view
    if view.phase in (Phase.OFFER, Phase.LAST_OFFER):
        return "The upcard comes first: t takes it, p passes."
    upcard = f", t takes {card_text(view.upcard)}" if view.upcard is not None else ""
    return "Draw first: s draws from the stock" + ("." if view.stock_only else f"{upcard}.")
