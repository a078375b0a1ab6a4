"""Laying off on the knocker's spread (`docs/RULES.md §3`)."""

from __future__ import annotations

import pytest

from engine.actions import FinishLayoffs, Knock, LayOff, UndoLayoff
from engine.cards import DECK, Hand, parse_card
from engine.deal import Deal, Phase, legal_actions
from engine.errors import IllegalActionError
from engine.events import CardLaidOff, DealEnded, LayoffUndone
from engine.layoffs import best_layoff
from engine.melds import Meld, parse_meld
from engine.play import apply
from engine.result import Ending, score_deal
from engine.rules import CLASSIC, MODERN, Rules
from engine.seats import Seat
from engine.showdown import Showdown
from tests.support.card_cases import card_cases
from tests.support.deals import deal_from, holding_eleven, played

SHOWDOWNS = card_cases("showdowns")
H19 = {"spread": "5S 6S 7S / JH JD JC / 2H 2D 2C", "odd": "9C"}
H19_DEFENDER = "3S 4S 8S 9S JS KH KD KC 8D AD"


def knocked(spread: str, odd: str, defender: str, rules: Rules = MODERN) -> Deal:
    """A deal in which A has just laid this spread down, with these cards left over."""
    melds = tuple(parse_meld(meld) for meld in spread.split("/"))
    ten = f"{spread.replace('/', ' ')} {odd}"
    named = Hand.parse(f"{ten} {defender}")
    thrown = next(card for card in reversed(DECK) if card not in named)
    deal = holding_eleven(f"{ten} {thrown}", drawn=str(thrown), b=defender, rules=rules)
    return played(deal, Knock(thrown, melds))


def h19() -> Deal:
    return knocked(H19["spread"], H19["odd"], H19_DEFENDER)


def laid(deal: Deal, card: str, on: str) -> Deal:
    """The deal after the defender laid a card on the meld that holds the card `on`."""
    return played(deal, laying(deal, card, on))


def laying(deal: Deal, card: str, on: str) -> LayOff:
    assert deal.showdown is not None
    spread: tuple[Meld, ...] = deal.showdown.spread
    place = next(index for index, meld in enumerate(spread) if parse_card(on) in meld)
    return LayOff(parse_card(card), place)


def finished(deal: Deal) -> tuple[Ending, Seat | None, int]:
    """How it ends when the defender says done, who wins and how much."""
    result = played(deal, FinishLayoffs()).result
    assert result is not None
    score = score_deal(result, deal.rules)
    return result.ending, score.winner, score.points


def with_best_layoff(deal: Deal) -> Deal:
    assert deal.showdown is not None
    spread = deal.showdown.spread
    best = best_layoff(spread, deal.hands[deal.turn])
    return played(deal, *(LayOff(card, meld) for card, meld in best.steps(spread)))


def test_h19_a_tie_after_layoffs_is_an_undercut_won_by_the_defender() -> None:
    deal = h19()
    for card in ("4S", "3S", "8S", "9S"):
        deal = laid(deal, card, "6S")
    deal = laid(deal, "JS", "JH")
    assert finished(deal) == (Ending.UNDERCUT, Seat.B, 25)
    assert finished(with_best_layoff(h19())) == (Ending.UNDERCUT, Seat.B, 25)


def test_layoffs_are_optional() -> None:
    assert finished(h19()) == (Ending.KNOCK, Seat.A, 43 - 9)


def test_h34_a_card_fits_on_an_end_that_has_just_grown_and_not_before() -> None:
    deal = h19()
    with pytest.raises(IllegalActionError, match=r"^3S does not fit on 5S 6S 7S$"):
        played(deal, laying(deal, "3S", "6S"))
    deal = laid(laid(deal, "4S", "6S"), "3S", "6S")
    deal = laid(laid(deal, "8S", "6S"), "9S", "6S")
    assert deal.showdown is not None
    assert "3S 4S 5S 6S 7S 8S 9S" in map(str, deal.showdown.spread)


def test_h34_a_run_ends_at_the_king_and_an_ace_does_not_go_round() -> None:
    spread, odd = "JS QS KS / 8S 8H 8D 8C", "2H 2D AC"
    deal = knocked(spread, odd, "AS TS 9S 7D 7H 6H 5H 4C KD AD")
    deal = laid(laid(deal, "TS", "QS"), "9S", "QS")
    with pytest.raises(IllegalActionError, match="AS does not fit on 9S TS JS QS KS"):
        played(deal, laying(deal, "AS", "QS"))
    assert finished(deal) == (Ending.KNOCK, Seat.A, 18)


def test_a_full_set_takes_no_card_and_deadwood_takes_none() -> None:
    deal = h19()
    assert deal.showdown is not None
    with pytest.raises(IllegalActionError, match="does not fit"):
        played(deal, laying(deal, "KH", "JD"))
    full = laid(deal, "JS", "JD")
    assert full.showdown is not None
    assert all(not isinstance(a, LayOff) or a.card != parse_card("JS")
               for a in legal_actions(full, Seat.B))  # fmt: skip
    for place in (-1, 3):
        with pytest.raises(IllegalActionError, match=f"no meld number {place + 1} on the table"):
            played(deal, LayOff(parse_card("4S"), place))


def test_only_held_cards_are_laid_off() -> None:
    deal = h19()
    with pytest.raises(IllegalActionError, match=r"^you do not hold 2S$"):
        played(deal, laying(deal, "2S", "2H"))


def test_the_knocker_never_lays_off() -> None:
    deal = h19()
    with pytest.raises(IllegalActionError, match="it is not your turn"):
        apply(deal, Seat.A, laying(deal, "4S", "6S"))


def test_layoffs_can_be_undone_until_the_defender_says_done() -> None:
    deal = h19()
    action = laying(deal, "4S", "6S")
    after, events = apply(deal, Seat.B, action)
    assert events == (CardLaidOff(Seat.B, parse_card("4S"), action.meld),)
    assert parse_card("4S") not in after.hands.b
    undone, events = apply(after, Seat.B, UndoLayoff())
    assert events == (LayoffUndone(Seat.B, parse_card("4S")),)
    assert undone == deal
    with pytest.raises(IllegalActionError, match=r"^nothing is laid off yet$"):
        apply(undone, Seat.B, UndoLayoff())


def test_undo_takes_back_the_last_layoff_first() -> None:
    deal = laid(h19(), "4S", "6S")
    assert played(laid(deal, "3S", "6S"), UndoLayoff()) == deal


def test_the_end_tells_both_deadwoods() -> None:
    deal = laid(h19(), "JS", "JD")
    after, events = apply(deal, Seat.B, FinishLayoffs())
    assert after.result is not None
    assert events == (DealEnded(after.result),)
    assert (after.result.knocker_deadwood, after.result.defender_deadwood) == (9, 33)


def test_h06_a_card_that_fits_two_melds_goes_where_the_defender_says() -> None:
    spread, odd = "4S 4H 4C / 5D 6D 7D / 6S 6H 6C", "9D"
    deal = knocked(spread, odd, "3S 3D 4D 5S 8S 8D 8C 9S 9H 9C")
    four = parse_card("4D")
    places = [a for a in legal_actions(deal, Seat.B) if isinstance(a, LayOff) and a.card == four]
    assert len(places) == 2
    assert finished(laid(laid(deal, "4D", "6D"), "3D", "6D")) == (Ending.UNDERCUT, Seat.B, 26)
    assert finished(with_best_layoff(deal)) == (Ending.UNDERCUT, Seat.B, 26)
    assert finished(laid(deal, "4D", "4S")) == (Ending.KNOCK, Seat.A, 2)


def test_h01_the_defender_may_break_own_melds_to_lay_off() -> None:
    spread, odd = "7S 7H 7D / TC JC QC / JH QH KH", "8H"
    deal = knocked(spread, odd, "9S 9D 9C TS TH TD JS JD QS KS")
    by_hand = laid(laid(deal, "9C", "TC"), "TH", "JH")
    assert finished(by_hand) == (Ending.UNDERCUT, Seat.B, 33)
    assert finished(with_best_layoff(deal)) == (Ending.UNDERCUT, Seat.B, 33)
    assert finished(deal) == (Ending.KNOCK, Seat.A, 2)


def test_h18_how_the_same_cards_are_laid_decides_the_deal() -> None:
    odd, defender = "4H", "3S 3H 3C 4S 4D 4C 6H 7H 8S 8H"
    as_sets = knocked("5S 5D 5C / 6S 6D 6C / 7S 7D 7C", odd, defender)
    as_runs = knocked("5S 6S 7S / 5D 6D 7D / 5C 6C 7C", odd, defender)
    assert finished(with_best_layoff(as_sets)) == (Ending.KNOCK, Seat.A, 4)
    assert finished(with_best_layoff(as_runs)) == (Ending.UNDERCUT, Seat.B, 29)


@pytest.mark.parametrize("name", SHOWDOWNS)
def test_worked_showdowns_are_played_out(name: str) -> None:
    case = SHOWDOWNS[name]
    laid_cards = " ".join(case["spread"]).split()
    odd = " ".join(word for word in case["knocker"].split() if word not in laid_cards)
    deal = knocked(" / ".join(case["spread"]), odd, case["defender"], CLASSIC)
    if deal.phase is Phase.LAYOFF:
        deal = played(with_best_layoff(deal), FinishLayoffs())
    assert deal.result is not None
    assert deal.result.knocker_deadwood == case["knocker_deadwood"]
    assert deal.result.defender_deadwood == case["defender_best"]
    score = score_deal(deal.result, CLASSIC)
    winner, points = case["result"]["gin25_undercut10"]
    assert (score.winner, score.points) == (Seat.A if winner == "K" else Seat.B, points)


def test_h37_gin_takes_no_layoffs() -> None:
    spread = "2S 2H 2D / 6C 7C 8C 9C / TH JH QH"
    deal = knocked(spread, "", "4C 5C TC 2C KH 9H 3S 3H 3D AS")
    assert deal.phase is Phase.OVER
    assert deal.showdown is not None
    assert deal.showdown.is_gin
    assert deal.result is not None
    assert (deal.result.ending, deal.result.defender_deadwood) == (Ending.GIN, 41)
    assert score_deal(deal.result, MODERN).points == 66


def test_the_spread_grows_with_the_layoffs() -> None:
    run, rank = parse_meld("5S 6S 7S"), parse_meld("JH JD JC")
    shown = Showdown(Seat.A, parse_card("KS"), (run, rank), Hand.parse("9C"))
    grown = shown.with_layoff(LayOff(parse_card("8S"), 0)).with_layoff(LayOff(parse_card("JS"), 1))
    assert [str(meld) for meld in grown.spread] == ["5S 6S 7S 8S", "JS JH JD JC"]
    assert grown.laid == shown.laid
    assert not grown.is_gin


def test_a_fresh_deal_has_no_showdown() -> None:
    assert deal_from().showdown is None
