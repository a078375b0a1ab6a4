from __future__ import annotations

import pytest

from server.ssh.textual_app import key_events
from server.ssh.tokens import Answer, Click, Focus, Paste, Press, Token, Tokenizer


def tokens(*pieces: str, limit: int = 100) -> list[Token]:
    """The tokens of input that came in pieces and was followed by silence."""
    tokenizer = Tokenizer(limit)
    found = [token for piece in pieces for token in tokenizer.feed(piece)]
    return found + list(tokenizer.time_out())


def key_names(*pieces: str) -> list[str]:
    return [
        event.key
        for token in tokens(*pieces)
        if isinstance(token, Press)
        for event in key_events(token.text)
    ]


@pytest.mark.parametrize(
    ("sequence", "name"),
    [
        ("\x1b[11~", "f1"),
        ("\x1bOP", "f1"),
        ("\x1b[[A", "f1"),
        ("\x1b[15~", "f5"),
        ("\x1bOA", "up"),
        ("\x1b[A", "up"),
        ("\x1b[1~", "home"),
        ("\x1bOH", "home"),
        ("\x1bOM", "enter"),
        ("\x1b", "escape"),
        ("\x7f", "backspace"),
        ("\x08", "backspace"),
        ("\r", "enter"),
        ("\n", "ctrl+j"),
        ("\t", "tab"),
        ("\x03", "ctrl+c"),
        ("\x04", "ctrl+d"),
        ("\x1bk", "alt+k"),
        ("\x1b[1;2D", "shift+left"),
        ("♠", "black_spade_suit"),
    ],
)
def test_a_key_is_one_key_whatever_code_the_terminal_sends(sequence: str, name: str) -> None:
    assert key_names(sequence + "q" if sequence != "\x1b" else sequence)[0] == name
    assert key_names(sequence) == [name]


@pytest.mark.parametrize("cut", range(1, 5))
def test_a_sequence_may_come_in_pieces(cut: int) -> None:
    sequence = "\x1b[15~"
    assert key_names(sequence[:cut], sequence[cut:]) == ["f5"]


@pytest.mark.parametrize(
    "answer",
    [
        "\x1b]11;rgb:0000/0000/0000\x1b\\",
        "\x1b]11;rgb:0000/0000/0000\x07",
        "\x1b]52;c;QUJD\x07",
        "\x1bP1$r0m\x1b\\",
        "\x1bP>|xterm(390)\x1b\\",
        "\x1b[?62;22c",
        "\x1b[>41;390;0c",
        "\x1b[12;40R",
        "\x1b[1;5R",
        "\x1b[?2026;2$y",
        "\x1b[0n",
        "\x1b[48;6000;6000;0;0t",
        "\x1b[8;24;80t",
        "\x1b[M !!",
        "\x1b_Gi=31;OK\x1b\\",
        "\x1b[" + "1" * 9000 + "c",
        "\x1b]" + "1" * 9000 + "\x07",
    ],
)
def test_an_answer_of_the_terminal_is_never_keys(answer: str) -> None:
    whole = tokens(answer + "q")
    assert [type(token) for token in whole] == [Answer, Press]
    split = tokens(*answer, "q")
    assert [type(token) for token in split] == [Answer, Press]


@pytest.mark.parametrize(
    "odd", ["\x1b[99999999999u", "\x1b[1114112u", "\x1b[27;9;55296~", "\x1b[5z"]
)
def test_a_nonsense_sequence_is_no_key_and_does_no_harm(odd: str) -> None:
    assert key_names(odd, "q") == ["q"]


def test_a_paste_is_one_token_and_is_cut_to_the_limit() -> None:
    assert tokens("\x1b[200~kno", "ck\x1b[20", "1~q") == [Paste("knock"), Press("q")]
    assert tokens("\x1b[200~" + "x" * 500, "y" * 500 + "\x1b[201~q") == [
        Paste("x" * 100),
        Press("q"),
    ]


def test_a_paste_that_never_ends_is_given_up_in_silence() -> None:
    assert tokens("\x1b[200~abc") == [Paste("abc")]


def test_an_answer_that_never_ends_is_dropped_in_silence() -> None:
    assert tokens("\x1b]11;rgb:") == []
    assert tokens("\x1b[12;") == []


def test_clicks_and_focus_are_told_apart_from_keys() -> None:
    assert tokens("\x1b[<0;5;6M\x1b[<0;5;6m\x1b[I\x1b[O") == [
        Click(0, 4, 5, pressed=True),
        Click(0, 4, 5, pressed=False),
        Focus(gained=True),
        Focus(gained=False),
    ]
    assert tokens("\x1b[<0;0;6M") == [Answer("\x1b[<0;0;6M")]


def test_a_control_code_without_a_key_is_no_key() -> None:
    assert key_names("\x9b", "\x85", "q") == ["q"]
