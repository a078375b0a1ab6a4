"""Two people in real ssh clients, whose server is killed again and again.

What a player has seen is read off his screen: hand, cards left in the stock, top of the pile. Each
position that was on a screen has to be in the log of the match.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random
from time import monotonic

from server.store.dialects import sqlite_url
from server.store.replay import courses
from server.store.store import Store
from tests.support.server import ServerProcess
from tests.support.ssh import Client, make_key, ssh_command, until
from tui.text import card_text

Position = tuple[int, int, str]
"""Number of the hand, cards in the stock, top of the pile."""

LONGEST_PLAY = 12.0
"""Seconds from the sight of the table to the kill."""
_LOOK = 0.05
_REST = 0.4
"""Seconds between two keys; some rest after a change of position."""
_SEEN = re.compile(
    r"(?s)hand (?P<hand>\d+) .*▏▒▒▒▒▌* +▏(?P<top>(?:10|[2-9AJQK])[♠♥♦♣])"
    r".*?▏ (?P<stock>[ \d]\d) "
)
_KEYS = ((r"Enter throws", "\r"), (r"Space Lift", " "), (r"Upcard", "p"), (r"draw", "s"))
"""What a player presses when it is his turn, by what he reads."""


class UnseenError(AssertionError):
    """A player saw what is not in the log."""


class Player:
    """Somebody at a screen, who presses one key after the other."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.seen: set[Position] = set()
        self._folder = folder
        self._key = make_key(folder, name)
        self._text = ""
        self._client: Client | None = None

    @property
    def screen(self) -> Client:
        """What he looks at."""
        assert self._client is not None
        return self._client

    @property
    def is_on_turn(self) -> bool:
        """Whether he is told that it is his turn."""
        return "YOUR TURN" in self.screen.text

    def is_at_table(self) -> bool:
        """Whether he sees a hand being played."""
        return re.search(r"hand \d", self.screen.text) is not None

    def call(self, port: int) -> None:
        """Connect to the server."""
        self._client = Client(ssh_command(port, self._folder, user=self.name, key=self._key))

    def look(self) -> None:
        """See what has stood on the screen for a moment."""
        text, self._text = self.screen.text, self.screen.text
        found = _SEEN.search(text) if text == self._text else None
        if found:
            self.seen.add((int(found["hand"]), int(found["stock"]), found["top"]))

    def press(self) -> None:
        """Press the key that leads on."""
        text = self.screen.text
        if not _SEEN.search(text):
            self.screen.send("\r")
        elif self.is_on_turn:
            self.screen.send(next((key for what, key in _KEYS if re.search(what, text)), ""))

    async def hang_up(self) -> None:
        """Wait for the end of a connection that is lost."""
        await self.screen.left()
        self.screen.close()


async def play(players: tuple[Player, Player], seconds: float) -> None:
    """Let both press and look for so long."""
    now = monotonic()
    end, press_at = now + seconds, now
    while (now := monotonic()) < end:
        for player in players:
            player.look()
        if now >= press_at:
            press_at = now + _REST
            for player in players:
                player.press()
        await asyncio.sleep(_LOOK)


async def sit_down(ada: Player, bob: Player) -> None:
    for player in (ada, bob):
        await player.screen.takes_name(player.name)
    for player, key, then in ((ada, "n", "NEW TABLE"), (ada, "\r", "Table 1"), (bob, "\r", "hand")):
        await asyncio.sleep(_REST)
        player.screen.send(key)
        await player.screen.shows(then)


async def check(players: tuple[Player, Player], url: str) -> None:
    """See that everything that was on a screen is in the log.

    Raises:
        UnseenError: If something is not.
    """
    written: set[Position] = set()
    async with await Store.open(url) as store:
        for match in await store.log.open_matches():
            facts = [entry.fact for entry in await store.log.read(match)]
            for course in courses(facts, await store.log.shuffles(match)):
                if course.progress is not None:
                    deal = course.progress.deal
                    top = card_text(deal.discard_pile[-1]) if deal.discard_pile else ""
                    written.add((course.deal, len(deal.stock), top))
    for player in players:
        if lost := player.seen - written:
            raise UnseenError(f"{player.name} saw {lost}")


async def kill_over_ssh(kills: int, folder: Path, chance: Random) -> tuple[int, list[float]]:
    """Kill the server so often; return the positions seen and the seconds to play again."""
    resumed: list[float] = []
    ada, bob = players = Player("ada", folder), Player("bob", folder)
    for number in range(kills):
        begun = monotonic()
        server = await ServerProcess.start(folder)
        try:
            for player in players:
                player.call(server.port)
            if number == 0:
                await sit_down(ada, bob)
            else:
                await until(lambda: all(map(Player.is_at_table, players)), "the table again")
                resumed.append(monotonic() - begun)
            await play(players, chance.uniform(0, LONGEST_PLAY))
        finally:
            await server.kill()
        for player in players:
            await player.hang_up()
        await check(players, sqlite_url(folder / "data" / "club.db"))
    return len(ada.seen | bob.seen), resumed
