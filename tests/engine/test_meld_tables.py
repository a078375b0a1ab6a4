"""Look-ups that no other module shows, against a slow second opinion."""

from __future__ import annotations

from hypothesis import given, settings

from engine.cards import Hand
from engine.meld_tables import could_be_melded
from tests.support import naive_melds
from tests.support.hands import any_hands, crowded_hands


@given(any_hands(10) | crowded_hands(10))
@settings(max_examples=500, deadline=None, derandomize=True)
def test_a_card_could_be_melded_if_some_meld_of_the_hand_holds_it(hand: Hand) -> None:
    melds = naive_melds.melds_among(frozenset(hand))
    assert set(Hand(could_be_melded(hand.mask))) == {card for meld in melds for card in meld}
