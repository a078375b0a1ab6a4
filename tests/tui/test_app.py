"""The Textual app around the screens: real keys, clicks, sizes and bytes."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from rich.console import Console
from textual import events
from textual.app import App
from textual.geometry import Size
from textual.pilot import Pilot

from engine.actions import Discard, DrawStock
from engine.cards import parse_card
from tests.support.gateway import PROFILE, FakeGateway
from tests.support.screens import FakeControl
from tests.support.tables import at_the_discard, at_the_draw, while_waiting
from tui.app import GinApp
from tui.gateway import TableSnapshot
from tui.repaint import CellsUpdate
from tui.settings import Settings
from tui.widgets.cells import Surface


@asynccontextmanager
async def running(
    gateway: FakeGateway, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[GinApp, Pilot[None]]]:
    app = GinApp(gateway, PROFILE, FakeControl())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        rested(app)
        yield app, pilot


def rested(app: GinApp) -> None:
    """As if the position had not changed for a while."""
    app.presenter._rests_until = 0.0


def shown(app: GinApp) -> str:
    frame = app.query_one(Surface).frame
    assert frame is not None
    return frame.canvas.text()


async def test_one_screen_and_one_widget() -> None:
    async with running(at_the_discard()) as (app, _):
        assert len(app.screen_stack) == 1
        assert [type(node) for node in app.screen.walk_children()] == [Surface]
        assert "YOUR TURN" in shown(app)


async def test_real_keys_reach_the_screens() -> None:
    gateway = at_the_discard()
    async with running(gateway) as (app, pilot):
        await pilot.press("end", "space")
        assert "Enter throws Q♠" in shown(app)
        await pilot.press("less_than_sign", "question_mark", "escape")
        rested(app)
        await pilot.press("enter")
        assert gateway.asked == [Discard(parse_card("QS"))]


async def test_enter_and_backspace_come_in_two_forms() -> None:
    gateway = at_the_draw()
    async with running(gateway) as (app, pilot):
        await pilot.press("c", "h", "j", "ctrl+h", "i", "ctrl+j")
        assert "ada: hi" in shown(app)
        assert gateway.asked == []


async def test_ctrl_q_and_ctrl_c_ask_and_ctrl_p_is_ours() -> None:
    async with running(at_the_draw()) as (app, pilot):
        for key, title in (("ctrl+q", "LEAVE"), ("ctrl+c", "LEAVE"), ("ctrl+p", "ALL COMMANDS")):
            await pilot.press(key)
            assert title in shown(app)
            await pilot.press("escape")
        assert app.is_running


async def test_a_click_does_what_its_key_does() -> None:
    gateway = at_the_draw()
    async with running(gateway) as (_, pilot):
        await pilot.click(Surface, offset=(4, 7))
        assert gateway.asked == [DrawStock()]


async def test_a_mouse_that_is_switched_off_does_nothing() -> None:
    gateway = at_the_draw(Settings(mouse=False))
    async with running(gateway) as (_, pilot):
        await pilot.click(Surface, offset=(4, 7))
        assert gateway.asked == []


async def test_a_paste_outside_of_a_field_does_nothing() -> None:
    gateway = at_the_draw()
    async with running(gateway) as (app, pilot):
        app.post_message(events.Paste("s\rk\r"))
        await pilot.pause()
        assert gateway.asked == []


async def test_a_new_size_is_drawn_at_once() -> None:
    async with running(at_the_discard()) as (app, pilot):
        for width, height, word in ((120, 40, "HOLLYWOOD SCORE"), (40, 10, "too small")):
            app.post_message(events.Resize(Size(width, height), Size(width, height)))
            await pilot.pause()
            await pilot.pause(0.1)
            assert word in shown(app)


async def test_many_changes_are_one_update(monkeypatch: pytest.MonkeyPatch) -> None:
    gateway = while_waiting()
    async with running(gateway) as (app, pilot):
        asked: list[str] = []
        table = gateway.table

        def counted() -> TableSnapshot | None:
            asked.append("table")
            return table()

        monkeypatch.setattr(gateway, "table", counted)
        for line in ("one", "two", "three"):
            gateway.hear("bob", line)
        await pilot.pause()
        assert len(asked) == 1
        assert "bob: three" in shown(app)


async def test_an_update_sends_the_changed_cells_and_nothing_else() -> None:
    async with running(at_the_discard()) as (app, pilot):
        surface = app.query_one(Surface)
        before = surface.frame
        await pilot.press("right")
        assert before is not None
        assert surface.frame is not None
        changes = list(surface.frame.changes_from(before))
        sent = CellsUpdate(surface.frame.canvas, changes).render_segments(Console())
        text = re.sub(r"\x1b\[[0-9;]*[Hm]", "", sent)
        assert len(text) == sum(region.area for region in changes) < 80
        assert len(sent.encode()) < 1200


@dataclass
class Sent:
    """What the app would have sent, update by update."""

    updates: list[str] = field(default_factory=list)

    @property
    def letters(self) -> list[int]:
        """How many cells each update wrote."""
        return [len(re.sub(r"\x1b\[[0-9;]*[Hm]", "", update)) for update in self.updates]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Catch what the app displays; a test's app has no terminal."""
    sent = Sent()

    def display(_app: App[None], _screen: object, update: object) -> None:
        if isinstance(update, CellsUpdate):
            sent.updates.append(update.render_segments(Console()))

    monkeypatch.setattr(App, "_display", display)
    return sent


async def test_on_coming_in_the_screen_is_sent_once(sent: Sent) -> None:
    async with running(at_the_discard()) as (_, pilot):
        await pilot.pause(0.1)
        assert sent.letters == [80 * 24]


async def test_a_key_sends_its_cells_at_once(sent: Sent) -> None:
    async with running(at_the_discard()) as (_, pilot):
        sent.updates.clear()
        await pilot.press("right")
        assert len(sent.letters) == 1
        assert 0 < sent.letters[0] < 80


async def test_the_whole_screen_is_sent_when_it_is_asked_for(sent: Sent) -> None:
    async with running(at_the_discard()) as (app, pilot):
        sent.updates.clear()
        await pilot.press("ctrl+l")
        assert sent.letters == [80 * 24]
        app.refresh()
        assert sent.letters == [80 * 24] * 2


async def test_nothing_is_sent_while_nothing_changes(sent: Sent) -> None:
    async with running(at_the_discard()) as (app, pilot):
        sent.updates.clear()
        app.post_message(events.AppBlur())
        app.post_message(events.AppFocus())
        app.presenter.update()
        await pilot.pause(0.1)
        assert sent.updates == []


async def test_the_terminal_tells_whether_its_window_has_the_focus() -> None:
    async with running(at_the_discard()) as (app, pilot):
        for event, has_focus in ((events.AppFocus(), True), (events.AppBlur(), False)):
            app.post_message(event)
            await pilot.pause()
            assert app.presenter.has_focus == has_focus
