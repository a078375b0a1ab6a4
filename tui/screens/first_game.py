"""The first game: a learner plays two planned hands at the real screens, told what to press."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, cast

from textual.geometry import Region

from engine.cards import parse_card
from engine.players.computer import Level
from tui.commands import KEY_NAMES, Command
from tui.gateway import Gateway, TableSpec
from tui.layout import is_large
from tui.lesson_table import LessonTable
from tui.lessons import LESSONS, Lesson, Place
from tui.presenter import Presenter
from tui.screens.base import Layer, Screen
from tui.stagehand import Stagehand
from tui.terminal import TerminalControl
from tui.widgets.cells import Panel
from tui.widgets.hand import PLACE_KEYS
from tui.widgets.lesson import LessonModel, draw_lesson, lesson_height

_FOOT = 7


class _Behind:
    """What the learner's presenter asks of the program: it is drawn only as part of the lesson."""

    def __init__(self, stagehand: Stagehand) -> None:
        self._stagehand = stagehand

    @property
    def control(self) -> TerminalControl:
        """The session's terminal."""
        return self._stagehand.control

    def redraw(self) -> None:
        """Nothing yet: the lesson is not at its end while the table changes."""

    def repaint(self) -> None:
        """Nothing: the lesson is repainted as a whole."""

    def bell(self) -> None:
        """Nothing: a lesson waits in silence."""

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call something after a while."""
        self._stagehand.later(seconds, call)


class FirstGameLayer(Layer):
    """Shows a table of its own with a lesson over it; only the key that is taught works."""

    covers = False

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._begin()

    def _begin(self) -> None:
        presenter = self.presenter
        self._table = LessonTable(presenter.gateway.name, presenter.settings)
        gateway = cast("Gateway", self._table)  # the rest of the port is not asked for here
        # Its time flies: that keys rest after a change is seen to here, between lessons.
        stage = _Behind(presenter.stagehand)
        self._learner = Presenter(gateway, presenter.terminal, stage, clock=count().__next__)
        self._step = 0

    async def read(self) -> None:
        """Go on with the lesson that was stopped at, whenever that was."""
        while self._step < min(self.presenter.settings.lesson, len(LESSONS) - 1):
            await self._go_on()
            await asyncio.sleep(0)  # the first time it takes long enough for others to feel it

    @property
    def lesson(self) -> Lesson:
        """What is taught now."""
        return LESSONS[self._step]

    @property
    def beneath(self) -> Screen:
        """The learner's screen."""
        return self._learner.screen

    def panels(self, width: int, height: int) -> Sequence[Panel[Any]]:
        """What the learner has opened, and the lesson."""
        self._learner.size = (width, height)
        asking = self._learner.layer
        opened = asking.panels(width, height) if asking is not None else ()
        key = self._keys()[0]
        model = LessonModel(
            self._step + 1,
            len(LESSONS),
            self.lesson.text,
            KEY_NAMES.get(key, key),
            key,
            self.lesson.does,
        )
        return (*opened, Panel(self._where(width, height), draw_lesson, model, "raised"))

    def _where(self, width: int, height: int) -> Region:
        foot = Region(0, height - 1 - _FOOT, width, _FOOT)
        places = self.beneath.regions(width, height)
        names, large = self.lesson.place.value, is_large(width, height)
        if self.lesson.place is Place.CARDS and large:
            cards = places["verdict"]
            return cards.split_horizontal(-lesson_height(self.lesson.text, cards.width))[1]
        if self.lesson.place is Place.TABLE and large:
            names = ("coach",)
        return Region.from_union([places[name] for name in names]) if names else foot

    def commands(self) -> Sequence[Command]:
        """The key that is taught, and the way out."""
        does = self.lesson.does
        taught = Command(self._keys(), does[0].upper() + does[1:], self._follow, rests=True)
        again = Command(("home",), "Start over", self._restart)
        stop = self.closing(label="Stop the lesson")
        return (taught, again, stop) if self._step else (taught, stop)

    def _keys(self) -> tuple[str, ...]:
        if not self.lesson.card:
            return (self.lesson.key,)
        position = self._learner.position
        assert position is not None  # noqa: S101 cards are lifted in a deal
        card = parse_card(self.lesson.card)
        return PLACE_KEYS[position.cards.index(card)], f"card:{card}"

    async def press(self, key: str) -> bool:  # noqa: ARG002 whichever it is
        """Say what to press instead."""
        taught = self._keys()[0]
        self.presenter.flash(
            f"For now, press {KEY_NAMES.get(taught, taught)}: it {self.lesson.does}."
        )
        return True

    async def _follow(self) -> None:
        """Do what is taught, and take note of how far it has come."""
        if self.lesson.ends:
            self._keep(0)
            self.presenter.close_layer()
            await self.presenter.gateway.practise(TableSpec(), Level.BEGINNER)
            return
        await self._go_on()
        self._keep(self._step)
        self.presenter.rest()

    def _restart(self) -> None:
        self._begin()
        self._keep(0)

    def _keep(self, lesson: int) -> None:
        presenter = self.presenter
        presenter.save_settings(replace(presenter.settings, lesson=lesson))

    async def _go_on(self) -> None:
        lesson = self.lesson
        if lesson.acts:
            await self._learner.press(self._keys()[0])
        self._table.play(*lesson.then)
        if lesson.deals:
            self._table.deal()
        self._step += 1
        self._learner.update()
