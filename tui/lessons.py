"""The first game: two scripted hands, and what is said at each step of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.actions import (
    Action,
    Discard,
    DrawStock,
    FinishLayoffs,
    Knock,
    LayOff,
    PassUpcard,
    TakeUpcard,
)
from engine.cards import DECK, Card, parse_card, parse_cards


class Place(Enum):
    """Which part of the screen a lesson may cover."""

    TABLE = ("coach", "talk")
    SCORE = ("score",)
    SUM = ("postings",)
    CARDS = ("verdict",)
    FOOT = ()
    """The lowest rows."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step: what is explained, and the one key that goes on."""

    text: str
    does: str
    """What the key does, after its name: `passes`."""
    key: str = "enter"
    acts: bool = False
    """The key is for the table; else it only goes on to the next lesson."""
    card: str = ""
    """The key is that of this card's place in the hand."""
    place: Place = Place.TABLE
    then: tuple[Action, ...] = ()
    """What the opponent does next."""
    deals: bool = False
    """The next hand is dealt."""
    ends: bool = False
    """The last one: its key goes on to a real game."""


def _deck(*, dealer: str, other: str, upcard: str, stock: str) -> tuple[Card, ...]:
    """A deck that deals these hands; the rest of the stock lies in card order."""
    hands = zip(parse_cards(other), parse_cards(dealer), strict=True)
    dealt = [card for pair in hands for card in pair]
    named = (*dealt, parse_card(upcard), *parse_cards(stock))
    return (*named, *(card for card in DECK if card not in named))


DECKS = (
    _deck(
        other="5S 6S 7S 9H 9D AD 2H 4C QD KC",
        dealer="TH JH QH 4S 6D 6C 2C KD 8C 9C",
        upcard="JS",
        stock="8S 3D",
    ),
    _deck(
        dealer="KS KH KC 4S 4D 4C 6H AS 2D 3C",
        other="3H 4H 5H 9C TC JC 8S 8D 7D KD",
        upcard="8C",
        stock="9S 9D",
    ),
)
"""The opponent deals the first hand and the learner, who wins it, the second."""

LESSONS = (
    Lesson(
        "Gin is a game for two, and each holds ten cards. You collect melds. A run is three or "
        "more cards of one suit in a row, like your 5♠ 6♠ 7♠; a set is three or four of one rank. "
        "Your cards lie sorted, and a bracket under them names each meld.",
        "goes on",
    ),
    Lesson(
        "Cards outside melds are deadwood. An ace counts 1, king, queen and jack 10, the others "
        "what they show: you have 45. Who gets it down to 10 or less may knock, which ends the "
        "hand, and whoever has less deadwood then wins points.",
        "goes on",
    ),
    Lesson(
        "One card lies open on the pile: J♠. You might take it, but it goes with nothing in your "
        "hand: you have no other jack, and no spade next to it. So pass.",
        "passes",
        "p",
        acts=True,
        then=(PassUpcard(),),
    ),
    Lesson(
        "The computer passed too. From now on every turn is the same: draw one card, then throw "
        "one. The closed pile is the stock. Draw its top card.",
        "draws from the stock",
        "s",
        acts=True,
    ),
    Lesson(
        "8♠ makes your run longer. Now you hold eleven cards and must throw one. Q♦ goes with "
        "nothing and counts 10: away with it. First lift it, with the key that stands under it.",
        "lifts Q♦",
        card="QD",
        acts=True,
    ),
    Lesson(
        "It stands out of the hand, ready to go. Its key would put it back. Now throw it: that "
        "ends your turn.",
        "throws Q♦",
        acts=True,
        then=(DrawStock(), Discard(parse_card("9C"))),
    ),
    Lesson(
        "The computer drew a card and threw 9♣, which lies open on the pile now. You hold 9♥ and "
        "9♦: with 9♣ they are a set. Take it, instead of drawing from the stock.",
        "takes 9♣",
        "t",
        acts=True,
    ),
    Lesson(
        "A run and a set! The card you took is marked ×××: this turn it must stay. Above, next to "
        "the piles, it says what is left over: 7 without K♣. That is 10 or less, so you need not "
        "simply throw K♣: you may knock with it.",
        "knocks",
        "k",
        acts=True,
    ),
    Lesson(
        "A knock ends the hand, so you are asked first. K♣ goes away, your melds are laid open, "
        "and A♦ 2♥ 4♣ count against you: 7. The computer has far more, as you will see.",
        "knocks, and lays the hand down",
        acts=True,
    ),
    Lesson(
        "Your melds lie open. Before the count, the computer may lay off: add cards of its own "
        "to your melds, so that they do not count against it.",
        "lets the computer lay off",
        place=Place.SCORE,
        then=(LayOff(parse_card("4S"), 0), FinishLayoffs()),
    ),
    Lesson(
        "It laid 4♠ on your run. What it could not place counts 35, and yours 7. You have less, so "
        "you win the difference: 28 points. The knocker must have less: had the computer counted 7 "
        "or less, it would have won instead, with 10 points extra. That is called an undercut.",
        "goes on",
        place=Place.SUM,
    ),
    Lesson(
        "And now what makes it Hollywood: three games are kept at once, in the columns I, II and "
        "III below. The first hand you win is written into game I only, the second into I and II, "
        "and every later one into all three. So your 28 stand in I. Who gets to 100 points in a "
        "game has won it. Once all three are won, the match goes to whoever won more of them.",
        "deals the next hand",
        place=Place.CARDS,
        deals=True,
    ),
    Lesson(
        "The winner deals, so you dealt this hand and the computer begins. You hold two sets, and "
        "12 points of deadwood. But the computer is lucky, and will knock at once.",
        "lets the computer play",
        then=(TakeUpcard(), Knock(parse_card("KD"))),
    ),
    Lesson(
        "It took 8♣ and knocked with 7. You have 12: it would win 5 points. But now you are the "
        "one to lay off. 6♥ goes on its run 3♥ 4♥ 5♥.",
        "lays 6♥ on the run",
        acts=True,
        place=Place.SCORE,
    ),
    Lesson(
        "Now you count 6, and that is not more than 7. You undercut it! Nothing else of yours "
        "fits, so finish.",
        "finishes",
        "f",
        acts=True,
        place=Place.SCORE,
    ),
    Lesson(
        "An undercut: the knocker did not have less than you. So you win, the difference of 1 and "
        "10 for the undercut. To knock with little left over is safe; from 7 to 10 it is a risk.",
        "goes on",
        place=Place.SUM,
    ),
    Lesson(
        "It is your second win, so the 11 points go into games I and II, as you see below. With "
        "the next win you score in all three at once: from then on every point counts three times. "
        "The whole sheet is always one key away: open it.",
        "opens the score sheet",
        "v",
        acts=True,
        place=Place.CARDS,
    ),
    Lesson(
        "The sheet, as it is kept on paper: every win has a line in each game it went into, with "
        "the running total beside it. The boxes count the wins, to go is what is missing to 100, "
        "and settled is filled in once a game is won.",
        "goes on",
        place=Place.FOOT,
    ),
    Lesson(
        "One word more: to be left with nothing at all is called gin. It brings 25 points extra, "
        "and nobody can lay off or undercut. That is all there is to know. In a game, the line "
        "above your cards says what you can do, the coach below them gives advice, and ? helps.",
        "plays the computer: a beginner, like you",
        "p",
        place=Place.FOOT,
        ends=True,
    ),
)
