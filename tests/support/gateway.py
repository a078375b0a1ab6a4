"""A gateway over one real deal: the engine decides, the test plays the opponent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from engine.actions import Action
from engine.deal import Deal, Phase
from engine.errors import GinError
from engine.events import DealStarted, Event
from engine.match import Match, new_match
from engine.play import apply
from engine.players.computer import Level
from engine.result import DealScore, score_deal
from engine.seats import PerSeat, Seat
from engine.view import redacted, seat_view, spectator_view
from tui.gateway import (
    Desk,
    Happened,
    LobbySnapshot,
    MatchEnd,
    News,
    Noticed,
    RejectedError,
    Said,
    SeatInfo,
    Stage,
    TableSnapshot,
    TableSpec,
)
from tui.house_report import HouseReport
from tui.records import Entrance, KeyCode, KeyRow, PastMatch, Profile, Replay
from tui.settings import Settings
from tui.terminal import ColourDepth, TerminalProfile

PROFILE = TerminalProfile(80, 24, ColourDepth.TRUE, "xterm-256color")
ADA_AND_BOB: PerSeat[SeatInfo | None] = PerSeat(SeatInfo("ada"), SeatInfo("bob"))
NOBODY_READY = PerSeat(False, False)
STALE = "The position has changed since: look, then choose again."


@dataclass
class FakeTable:
    """One table as the house would keep it."""

    spec: TableSpec = field(default_factory=lambda: TableSpec("Sunset Strip"))
    seat: Seat | None = Seat.A
    players: PerSeat[SeatInfo | None] = ADA_AND_BOB
    deal: Deal | None = None
    match: Match | None = None
    version: int = 1
    deal_number: int = 1
    score: DealScore | None = None
    ready: PerSeat[bool] = NOBODY_READY
    ended: MatchEnd | None = None
    winner: Seat | None = None
    news: tuple[News, ...] = ()
    may_call_off: bool = False
    may_claim: bool = False
    desk: Desk = field(default_factory=Desk)
    id: int = 7
    is_cutting: bool = False
    more: dict[str, Any] = field(default_factory=dict)
    """Fields of the snapshot beyond these, such as `pause` or `shuffle`."""

    @property
    def stage(self) -> Stage:
        """Where the table stands."""
        if self.is_cutting:
            return Stage.CUT
        if self.ended is not None or (self.match is not None and self.match.is_over):
            return Stage.MATCH_OVER
        if self.deal is None:
            return Stage.WAITING
        return Stage.DEAL_OVER if self.deal.phase is Phase.OVER else Stage.DEAL

    def snapshot(self) -> TableSnapshot:
        """The table as its viewer sees it."""
        view = None
        if self.deal is not None:
            view = (
                spectator_view(self.deal) if self.seat is None else seat_view(self.deal, self.seat)
            )
        return TableSnapshot(
            id=self.id,
            spec=self.spec,
            version=self.version,
            stage=self.stage,
            seat=self.seat,
            players=self.players,
            match=self.match,
            deal_number=self.deal_number,
            view=view,
            score=self.score,
            ready=self.ready,
            ended=self.ended,
            winner=self.winner,
            news=self.news,
            may_call_off=self.may_call_off,
            may_claim=self.may_claim,
            desk=self.desk,
            **self.more,
        )

    def play(self, seat: Seat, action: Action) -> None:
        """Let the engine apply an action."""
        assert self.deal is not None
        self.deal, events = apply(self.deal, seat, action)
        self.version += 1
        self.tell(*events)
        if self.deal.result is not None and self.match is not None:
            self.score = score_deal(self.deal.result, self.spec.rules)
            self.match = self.match.scored(self.score)
            if self.match.is_over:
                self.ended, self.winner = MatchEnd.PLAYED, self.match.winner

    def tell(self, *events: Event) -> None:
        """Add what happened to the news."""
        for event in events:
            number = len(self.news) + 1
            self.news += (Happened(number, redacted(event, self.seat)),)


class FakeGateway:
    """Answers the screens from a `FakeTable`, or from the lobby when there is none."""

    def __init__(self, table: FakeTable | None = None, settings: Settings | None = None) -> None:
        self.name = "ada"
        self.settings = settings or Settings()
        self.at = table
        self.lobby_now = LobbySnapshot((), (), ())
        self.asked: list[object] = []
        """Every intent but arranging and saying, in order."""
        self.saved: list[Settings] = []
        self.is_guest = False
        self.is_host = False
        self.report = HouseReport()
        self.is_at_home = False
        self.greeting = ""
        self.asked_at_the_door: Entrance | None = None
        self.own_keys: list[KeyRow] = []
        self.profiles: dict[str, Profile] = {}
        """By name; one's own under the empty one."""
        self.matches: list[PastMatch] = []
        self.replays: dict[tuple[str, int], Replay] = {}
        self._changed: Callable[[], None] = lambda: None

    # What the test does

    @property
    def deal(self) -> Deal:
        """The deal on the table."""
        assert self.at is not None
        assert self.at.deal is not None
        return self.at.deal

    def opponent(self, *actions: Action) -> None:
        """Let the other player act, and tell the screens."""
        assert self.at is not None
        for action in actions:
            self.at.play((self.at.seat or Seat.A).other, action)
        self._changed()

    def change(self, **changes: Any) -> None:  # noqa: ANN401  # fields of `FakeTable`
        """Change the table in other ways, and tell the screens."""
        assert self.at is not None
        self.at = replace(self.at, **changes)
        self._changed()

    def hear(self, name: str, text: str) -> None:
        """Let somebody say a line at the table."""
        assert self.at is not None
        self.change(news=(*self.at.news, Said(len(self.at.news) + 1, name, text, "21:07")))

    def notice(self, text: str) -> None:
        """Let the house say a line at the table."""
        assert self.at is not None
        self.change(news=(*self.at.news, Noticed(len(self.at.news) + 1, text, "21:07")))

    # What the screens ask

    def save_settings(self, settings: Settings) -> None:
        self.settings = settings
        self.saved.append(settings)

    def listen(self, changed: Callable[[], None]) -> None:
        self._changed = changed

    def lobby(self) -> LobbySnapshot:
        return self.lobby_now

    def table(self) -> TableSnapshot | None:
        return None if self.at is None else self.at.snapshot()

    def arrange(self, desk: Desk) -> None:
        assert self.at is not None
        self.at.desk = desk

    async def act(self, action: Action, at: int) -> None:
        assert self.at is not None
        if at != self.at.version:
            raise RejectedError(STALE)
        if self.at.seat is None:
            raise RejectedError("you are watching")
        try:
            self.at.play(self.at.seat, action)
        except GinError as refused:
            raise RejectedError(str(refused)) from refused
        self.asked.append(action)
        self._changed()

    async def open_table(self, spec: TableSpec) -> None:
        self.asked.append(("open_table", spec))

    async def practise(self, spec: TableSpec, level: Level = Level.CLUB) -> None:
        self.asked.append(("practise", spec, level))

    async def call_computer(self, level: Level = Level.CLUB) -> None:
        self.asked.append(("call_computer", level))

    async def sit(self, table: int) -> None:
        self.asked.append(("sit", table))

    async def watch(self, table: int) -> None:
        self.asked.append(("watch", table))

    async def ready(self) -> None:
        self.asked.append("ready")

    async def leave(self) -> None:
        self.asked.append("leave")
        self.at = None
        self._changed()

    async def claim(self) -> None:
        self.asked.append("claim")

    async def step_out(self) -> None:
        self.asked.append("step_out")
        self.at = None
        self._changed()

    async def say(self, text: str) -> None:
        self.hear(self.name, text)

    def entrance(self) -> Entrance | None:
        return self.asked_at_the_door

    async def choose_name(self, name: str) -> None:
        self.asked.append(("choose_name", name))
        self.name, self.asked_at_the_door = name, None
        self._changed()

    async def redeem(self, code: str) -> None:
        self.asked.append(("redeem", code))
        self.asked_at_the_door = None
        self._changed()

    async def adjourn(self) -> None:
        self.asked.append("adjourn")

    async def decline(self) -> None:
        self.asked.append("decline")

    async def cut(self, text: str) -> None:
        self.asked.append(("cut", text))

    async def keys(self) -> tuple[KeyRow, ...]:
        return tuple(self.own_keys)

    async def remove_key(self, fingerprint: str) -> None:
        self.asked.append(("remove_key", fingerprint))
        self.own_keys = [key for key in self.own_keys if key.fingerprint != fingerprint]

    async def new_code(self) -> KeyCode:
        return KeyCode("7KQ2M9XD", 10)

    async def mute(self, name: str, *, wanted: bool = True) -> None:
        self.asked.append(("mute", name, wanted))

    async def block(self, name: str, *, wanted: bool = True) -> None:
        self.asked.append(("block", name, wanted))

    async def profile(self, name: str = "") -> Profile:
        if name not in self.profiles:
            raise RejectedError(f"nothing is known of {name}")
        return self.profiles[name]

    async def history(self, name: str = "") -> tuple[PastMatch, ...]:
        names = {name or self.name}
        return tuple(past for past in self.matches if names & set(past.players))

    async def past_match(self, match: str) -> PastMatch:
        for past in self.matches:
            if past.id == match:
                return past
        raise RejectedError("there is no such match")

    async def house_report(self) -> HouseReport:
        return self.report

    async def moderate(self, *words: str) -> str:
        self.asked.append(words)
        return f"done: {' '.join(words)}"

    async def replay(self, match: str, deal: int) -> Replay:
        if (match, deal) not in self.replays:
            raise RejectedError("this hand is not over yet")
        return self.replays[match, deal]


def sitting_at(
    deal: Deal,
    *,
    wins: tuple[tuple[Seat, int], ...] = (),
    spec: TableSpec | None = None,
    settings: Settings | None = None,
    seat: Seat | None = Seat.A,
    **table: Any,  # noqa: ANN401  # fields of `FakeTable`
) -> FakeGateway:
    """A gateway with this deal on the table.

    Args:
        deal: The deal.
        wins: The deals won before, by whom and with how many points.
        spec: What the table was opened with; its rules are the deal's.
        settings: The player's.
        seat: Where the player sits; None to watch.
        table: Anything else about the table.
    """
    match = new_match(deal.rules, deal.dealer)
    for winner, points in wins:
        match = match.scored(DealScore(winner, difference=points))
    spec = replace(spec or TableSpec("Sunset Strip"), rules=deal.rules)
    at = FakeTable(
        spec=spec, deal=deal, match=match, deal_number=match.deals + 1, seat=seat, **table
    )
    if not at.news and deal.discard_pile:
        at.tell(DealStarted(deal.dealer, deal.discard_pile[0], deal.knock_limit))
    return FakeGateway(at, settings)


def waiting_alone(settings: Settings | None = None) -> FakeGateway:
    """A gateway with a table at which nobody else sits yet."""
    return FakeGateway(FakeTable(players=PerSeat(SeatInfo("ada"), None)), settings)
