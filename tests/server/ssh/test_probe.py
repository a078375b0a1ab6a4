from __future__ import annotations

from server.ssh.probe import Probe


def probed(*answers: str) -> Probe:
    probe = Probe()
    for answer in answers:
        probe.note(answer)
    return probe


def test_a_silent_terminal_is_taken_for_a_plain_one() -> None:
    probe = probed()
    assert not probe.wide_suits
    assert not probe.keeps_true_colour
    assert not probe.synchronized
    assert probe.light_background is None
    assert not probe.is_complete


def test_suits_that_move_the_cursor_too_far_are_wide() -> None:
    assert not probed("\x1b[1;5R").wide_suits
    assert probed("\x1b[1;9R").wide_suits
    assert probed("\x1b[1;13R").wide_suits


def test_a_kept_colour_means_24_bits() -> None:
    assert probed("\x1bP1$r0;48:2::1:2:3m\x1b\\").keeps_true_colour
    assert probed("\x1bP1$r0;48;2;1;2;3m\x1b\\").keeps_true_colour
    assert not probed("\x1bP1$r0;48:5:16m\x1b\\").keeps_true_colour
    assert not probed("\x1bP0$r\x1b\\").keeps_true_colour


def test_the_background_is_light_or_dark() -> None:
    assert probed("\x1b]11;rgb:ffff/fafa/f0f0\x1b\\").light_background is True
    assert probed("\x1b]11;rgb:10/10/20\x07").light_background is False


def test_synchronized_output_is_used_only_where_it_is_known() -> None:
    assert probed("\x1b[?2026;2$y").synchronized
    assert not probed("\x1b[?2026;0$y").synchronized
    assert not probed("\x1b[?2026;4$y").synchronized


def test_the_last_answer_ends_the_wait() -> None:
    assert probed("\x1b[?62;22c").is_complete
