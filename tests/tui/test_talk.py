"""Talking at the table, and reading what has happened."""

from __future__ import annotations

from engine.actions import Discard, DrawStock
from tests.support.gateway import FakeGateway
from tests.support.screens import Seated
from tests.support.tables import at_the_discard, while_waiting
from tui.gateway import Said
from tui.screens.talk import unread
from tui.widgets.line_edit import MAX_CELLS


def said(gateway: FakeGateway) -> list[str]:
    assert gateway.at is not None
    return [news.text for news in gateway.at.news if isinstance(news, Said)]


async def test_letters_in_the_talk_field_never_play_a_card() -> None:
    player = Seated(at_the_discard())
    await player.press("-", "c")
    await player.type("stpkdoivq?/1-<> hl")
    assert player.gateway.asked == []
    assert player.gateway.saved == []
    await player.press("enter")
    assert said(player.gateway) == ["stpkdoivq?/1-<> hl"]
    assert player.gateway.asked == []
    assert player.presenter.layer is None


async def test_slash_opens_the_field_and_escape_leaves_it_unsaid() -> None:
    player = Seated(at_the_discard())
    await player.press("/")
    await player.type("never mind")
    await player.press("escape")
    assert said(player.gateway) == []


async def test_nothing_is_said_with_an_empty_line() -> None:
    player = Seated(at_the_discard())
    await player.press("c", "space", "enter")
    assert said(player.gateway) == []


async def test_the_field_is_edited_with_the_usual_keys() -> None:
    player = Seated(at_the_discard())
    await player.press("c")
    await player.type("helo wrld")
    await player.press("home", "right", "right", "right", "l", "end", "left", "left", "left", "o")
    await player.press("end", "!", "!", "backspace", "?", "left", "delete", "enter")
    assert said(player.gateway) == ["hello world!"]


async def test_pasted_text_is_typed_into_an_open_field_only() -> None:
    player = Seated(at_the_discard())
    player.presenter.paste("lost")
    await player.press("c")
    player.presenter.paste("two\nlines\x1b[2J")
    await player.press("enter")
    assert said(player.gateway) == ["two lines[2J"]


async def test_a_line_is_no_longer_than_two_hundred_cells() -> None:
    player = Seated(at_the_discard())
    await player.press("c")
    player.presenter.paste("漢" * 150)
    await player.press("x", "enter")
    assert said(player.gateway) == ["漢" * (MAX_CELLS // 2)]


async def test_the_cursor_stays_in_sight_in_a_long_line() -> None:
    player = Seated(at_the_discard())
    await player.press("c")
    await player.type("a" * 60 + "END")
    assert "END" in player.text().split("\n")[-2]


def test_a_draw_and_the_discard_after_it_are_one_line() -> None:
    gateway = while_waiting()
    player = Seated(gateway)
    gateway.opponent(DrawStock(), Discard(next(iter(gateway.deal.hands.b))))
    text = " ".join(player.text(120, 40).split())
    assert "bob drew from stock, threw" in text


def test_nobody_reads_what_the_other_drew() -> None:
    gateway = while_waiting()
    player = Seated(gateway)
    gateway.opponent(DrawStock())
    assert "bob drew from stock" in player.text(120, 40)


def test_what_is_said_here_counts_as_read() -> None:
    gateway = at_the_discard()
    player = Seated(gateway)
    gateway.hear("bob", "hello")
    assert gateway.at is not None
    assert player.presenter.desk.read == gateway.at.news[-1].number


def test_a_copied_notice_still_shows_who_said_it() -> None:
    gateway = at_the_discard()
    player = Seated(gateway)
    gateway.hear("bob", "*** ada left the game")
    gateway.notice("The clock is stopped.")
    text = player.text(120, 40)
    assert "bob: *** ada left the game" in text
    assert "· The clock is stopped." in text


async def test_where_the_screen_shows_no_talk_the_line_brings_it_along() -> None:
    player = Seated(at_the_discard())
    await player.press("k", "enter")
    player.gateway.hear("bob", "well played")
    assert "Talk (1 new)" in player.text()
    await player.press("c")
    text = player.text()
    assert "well played" in text
    assert "›" in text
    await player.press("escape")
    assert "Talk (1 new)" not in player.text()


def test_your_own_lines_are_never_unread() -> None:
    gateway = at_the_discard()
    player = Seated(gateway)
    gateway.hear("ada", "hello")
    assert unread(player.presenter) == 0
