"""What the house keeps of a player and of past matches, as the screens read it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Hand
from engine.deal import Phase
from engine.events import Event
from engine.match import Match
from engine.result import DealResult
from engine.seats import PerSeat, Seat
from engine.showdown import Showdown
from tui.settings import CoachLevel


@dataclass(frozen=True, slots=True)
class Entrance:
    """What is asked of somebody whose key nobody came with before: a name, or a code."""

    suggestion: str
    """The asked-for name if it is free and fit, else a free one like it; to be changed freely."""
    note: str
    """A sentence on why the suggestion is not what was asked for; empty when it is."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A public key that opens the player's account."""

    fingerprint: str
    """As `ssh-keygen -l` prints it, `SHA256:…`."""
    added: str
    """The day it was added, `2026-11-29`."""
    is_this: bool
    """The player came in with it now."""


@dataclass(frozen=True, slots=True)
class KeyCode:
    """A code to be typed on another machine, at its first entrance, to add that machine's key."""

    code: str
    minutes: int
    """How long it can be used, once."""


@dataclass(frozen=True, slots=True)
class WonLost:
    """Won and lost."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Standings:
    """A player's ratings on the two ladders, about 1000 for a newcomer; None before the first."""

    unaided: int | None = None
    """From tables opened with the coach off."""
    coached: int | None = None
    """From all other tables, whatever a player switched off for himself."""


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """A line of a list of leaders."""

    name: str
    rating: int
    matches: int


@dataclass(frozen=True, slots=True)
class Leaders:
    """Who stands highest on each ladder, the first first."""

    unaided: tuple[LeaderRow, ...] = ()
    coached: tuple[LeaderRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """What a player's finished matches add up to, those against guests and the computer too."""

    name: str
    standings: Standings
    matches: WonLost
    games: tuple[WonLost, ...]
    """One for each of the three columns of the sheet."""
    gins: int
    undercuts: int
    """Made, not suffered."""
    average_deadwood: float | None
    """Own deadwood when a deal was counted; None before the first."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match with its sheet."""

    id: str
    ended: str
    """Date and time on the server, `2026-11-29 21:07`."""
    players: PerSeat[str]
    seat: Seat | None
    """Where you sat; None when others played."""
    winner: Seat
    is_forfeit: bool
    """The sheet stands as it stood when the match was given up."""
    is_rated: bool
    coach: CoachLevel
    """The most the coach could say at the table."""
    sheet: Match
    results: tuple[DealResult, ...]
    """Every deal that was finished, dead ones included, in order."""
    deals: int
    """How many deals can be replayed: those finished, and one more that a forfeit broke off."""


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """A deal after one of its events; both hands lie open."""

    event: Event
    hands: PerSeat[Hand]
    discard_pile: tuple[Card, ...]
    """The upcard last."""
    stock_count: int
    turn: Seat
    """Who has to act next."""
    phase: Phase
    showdown: Showdown | None
    is_timed_out: bool
    """The clock did it for the player."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished or broken off deal, card by card."""

    match: str
    deal: int
    """Its number in the match, from 1."""
    players: PerSeat[str]
    dealer: Seat
    frames: tuple[ReplayFrame, ...]
    """The first is the deal just dealt."""
    result: DealResult | None
    """None for a deal that was broken off."""
    sheet: Match
    """As it stood before this hand; its rules are the hand's."""
    published: str
    """The record of its shuffle in JSON, as `verify_deal.py` reads it."""
