"""Playing a deal: `apply` gives the next deal and its events, or raises and changes nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

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
from engine.cards import Card, Hand
from engine.deal import (
    LAST_STOCK_CARDS,
    SWAP_LIMIT,
    Deal,
    Phase,
    Step,
    can_knock_with_upcard,
    with_upcard_taken,
)
from engine.errors import IllegalActionError
from engine.events import (
    CardDiscarded,
    CardLaidOff,
    DealEnded,
    Event,
    Knocked,
    LayoffUndone,
    StockDrawn,
    UpcardPassed,
    UpcardTaken,
)
from engine.melds import (
    Arrangement,
    Meld,
    best_arrangement,
    check_arrangement,
    deadwood,
    default_spread,
)
from engine.result import DealResult, Ending, knock_result
from engine.seats import Seat
from engine.showdown import Showdown


def apply(deal: Deal, seat: Seat, action: Action) -> Step:
    """The next deal and what happened.

    Raises:
        IllegalActionError: If the rules do not allow the action now; nothing changes.
        MeldError: If a spread is not made of the cards held.
    """
    if deal.phase is Phase.OVER:
        raise IllegalActionError("this hand is over")
    if seat is not deal.turn:
        raise IllegalActionError("it is not your turn")
    match action:
        case TakeUpcard():
            return _take_upcard(deal)
        case PassUpcard():
            return _pass_upcard(deal)
        case DrawStock():
            return _draw_stock(deal)
        case Discard(card):
            return _discard(deal, card)
        case Knock(card, spread):
            return _knock(deal, card, spread)
        case BigGin(spread):
            return _big_gin(deal, spread)
        case LayOff():
            return _lay_off(deal, action)
        case UndoLayoff():
            return _undo_layoff(deal)
        case FinishLayoffs():
            return _finish_layoffs(deal)
    assert_never(action)


def _take_upcard(deal: Deal) -> Step:
    match deal.phase:
        case Phase.DRAW if deal.stock_only:
            raise IllegalActionError("both passed the upcard, so this turn draws from the stock")
        case Phase.LAST_OFFER if not can_knock_with_upcard(deal):
            raise IllegalActionError("the last card may be taken only to knock, and you could not")
        case Phase.OFFER | Phase.DRAW | Phase.LAST_OFFER:
            after = with_upcard_taken(deal)
            return after, (UpcardTaken(deal.turn, deal.discard_pile[-1]),)
        case _:
            raise IllegalActionError(_out_of_phase(deal.phase))


def _pass_upcard(deal: Deal) -> Step:
    passed = UpcardPassed(deal.turn)
    match deal.phase:
        case Phase.OFFER if deal.turn is deal.dealer:
            after = replace(deal, phase=Phase.DRAW, turn=deal.turn.other, stock_only=True)
            return after, (passed,)
        case Phase.OFFER:
            return replace(deal, turn=deal.turn.other), (passed,)
        case Phase.LAST_OFFER:
            return _dead(deal, passed)
        case Phase.LAST_KNOCK if deal.taken is not None:
            return _dead(_moved_to_pile(deal, deal.taken, Phase.OVER, deal.turn), passed)
        case _:
            raise IllegalActionError("there is no upcard on offer now")


def _draw_stock(deal: Deal) -> Step:
    if deal.phase is not Phase.DRAW:
        raise IllegalActionError(_out_of_phase(deal.phase))
    seat, card = deal.turn, deal.stock[0]
    after = replace(
        deal,
        phase=Phase.DISCARD,
        hands=deal.hands.put(seat, deal.hands[seat].plus(card)),
        stock=deal.stock[1:],
        drawn=card,
        stock_only=False,
        swaps=0,
    )
    return after, (StockDrawn(seat, card),)


def _require_drawn(deal: Deal) -> None:
    if deal.phase not in (Phase.DISCARD, Phase.LAST_KNOCK):
        raise IllegalActionError(_out_of_phase(deal.phase))


def _thrown(deal: Deal, card: Card, phase: Phase) -> Deal:
    """The deal with a card thrown from the hand on turn, and the other seat in the phase."""
    _require_drawn(deal)
    if card not in deal.hands[deal.turn]:
        raise IllegalActionError(f"you do not hold {card}")
    if card == deal.taken:
        raise IllegalActionError(f"{card} just came from the pile and must stay this turn")
    return _moved_to_pile(deal, card, phase, deal.turn.other)


def _moved_to_pile(deal: Deal, card: Card, phase: Phase, turn: Seat) -> Deal:
    seat = deal.turn
    return replace(
        deal,
        phase=phase,
        turn=turn,
        hands=deal.hands.put(seat, deal.hands[seat].minus(card)),
        discard_pile=(*deal.discard_pile, card),
        taken=None,
        drawn=None,
    )


def _discard(deal: Deal, card: Card) -> Step:
    if deal.phase is Phase.LAST_KNOCK:
        raise IllegalActionError("the last card was taken to knock: knock with it or give it back")
    after = _thrown(deal, card, Phase.DRAW)
    thrown = CardDiscarded(deal.turn, card)
    if len(after.stock) <= LAST_STOCK_CARDS:
        if deal.rules.fiftieth_card:
            return replace(after, phase=Phase.LAST_OFFER), (thrown,)
        return _dead(after, thrown)
    if after.swaps >= SWAP_LIMIT:
        return _dead(after, thrown)
    return after, (thrown,)


def _dead(deal: Deal, last: Event) -> Step:
    result = DealResult(Ending.DEAD)
    return replace(deal, phase=Phase.OVER, result=result), (last, DealEnded(result))


def _knock(deal: Deal, card: Card, spread: tuple[Meld, ...] | None) -> Step:
    after = _thrown(deal, card, Phase.LAYOFF)
    hand = after.hands[deal.turn]
    if spread is None:
        arrangement = default_spread(hand, Hand.of(after.discard_pile))
    else:
        arrangement = check_arrangement(hand, spread)
    if arrangement.deadwood > deal.knock_limit:
        raise IllegalActionError(_over_limit(deal.knock_limit, arrangement.deadwood))
    ending = Ending.KNOCK if arrangement.deadwood else Ending.GIN
    return _lay_down(after, card, arrangement, ending)


def _over_limit(limit: int, left: int) -> str:
    if limit == 0:
        return f"{left} would be left; in this hand only gin may knock"
    return f"{left} would be left; a knock may leave {limit} at most"


def _big_gin(deal: Deal, spread: tuple[Meld, ...] | None) -> Step:
    _require_drawn(deal)
    if deal.rules.big_gin_bonus is None:
        raise IllegalActionError("big gin is not played at this table")
    hand = deal.hands[deal.turn]
    arrangement = best_arrangement(hand) if spread is None else check_arrangement(hand, spread)
    if arrangement.deadwood_cards:
        raise IllegalActionError("big gin needs all eleven cards in melds")
    after = replace(deal, phase=Phase.LAYOFF, turn=deal.turn.other, taken=None, drawn=None)
    return _lay_down(after, None, arrangement, Ending.BIG_GIN)


def _lay_down(deal: Deal, discard: Card | None, arrangement: Arrangement, ending: Ending) -> Step:
    """The arrangement on the table before the defender, who is on turn."""
    knocker, loose = deal.turn.other, arrangement.deadwood_cards
    laid = Knocked(knocker, discard, arrangement.melds, loose)
    after = replace(deal, showdown=Showdown(knocker, discard, arrangement.melds, loose))
    if ending is Ending.KNOCK:
        return after, (laid,)
    left = deadwood(deal.hands[deal.turn])
    result = DealResult(ending, knocker, 0, left, deal.doubled)
    return replace(after, phase=Phase.OVER, result=result), (laid, DealEnded(result))


def _lay_off(deal: Deal, layoff: LayOff) -> Step:
    showdown = _open_showdown(deal)
    if layoff.card not in deal.hands[deal.turn]:
        raise IllegalActionError(f"you do not hold {layoff.card}")
    after = replace(
        deal,
        showdown=showdown.with_layoff(layoff),
        hands=deal.hands.put(deal.turn, deal.hands[deal.turn].minus(layoff.card)),
    )
    return after, (CardLaidOff(deal.turn, layoff.card, layoff.meld),)


def _undo_layoff(deal: Deal) -> Step:
    showdown = _open_showdown(deal)
    if not showdown.layoffs:
        raise IllegalActionError("nothing is laid off yet")
    card = showdown.layoffs[-1].card
    after = replace(
        deal,
        showdown=replace(showdown, layoffs=showdown.layoffs[:-1]),
        hands=deal.hands.put(deal.turn, deal.hands[deal.turn].plus(card)),
    )
    return after, (LayoffUndone(deal.turn, card),)


def _finish_layoffs(deal: Deal) -> Step:
    showdown = _open_showdown(deal)
    left = deadwood(deal.hands[deal.turn])
    result = knock_result(
        showdown.knocker, showdown.deadwood_cards.points, left, doubled=deal.doubled
    )
    return replace(deal, phase=Phase.OVER, result=result), (DealEnded(result),)


def _open_showdown(deal: Deal) -> Showdown:
    if deal.phase is not Phase.LAYOFF or deal.showdown is None:
        raise IllegalActionError("nobody has knocked")
    return deal.showdown


def _out_of_phase(phase: Phase) -> str:
    match phase:
        case Phase.OFFER | Phase.LAST_OFFER:
            return "take the upcard or pass first"
        case Phase.DRAW:
            return "draw from the stock or take the discard first"
        case Phase.DISCARD:
            return "you have drawn already: discard a card or knock"
        case Phase.LAST_KNOCK:
            return "knock with the last card or give it back"
        case Phase.LAYOFF | Phase.OVER:
            return "the cards are on the table already"
    assert_never(phase)
