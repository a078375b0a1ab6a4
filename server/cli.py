"""The one command, `hollywood-gin`: the referee, the score pad and the server."""

from __future__ import annotations

import inspect
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from engine.players.computer import Level
from engine.rules import KNOCK_LIMIT, PRESET_NAMES
from server.cases import knocks_line, melds_line, sheet_line, showdown_line
from server.process import starting
from server.referee import (
    Answer,
    CaseError,
    judge_knocks,
    judge_melds,
    judge_showdown,
    keep_sheet,
    named_rules,
)
from server.score_pad import IN_ASCII

if TYPE_CHECKING:
    from server.config import Settings

NAME = "hollywood-gin"
EXIT_FAILED = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130
"""As a shell reports a program that Ctrl-C ended."""

app = typer.Typer(
    name=NAME,
    help="Hollywood Gin: a referee and score pad for the kitchen table, and the club itself.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]
RulesName = Annotated[
    str, typer.Option("--rules", metavar="|".join(PRESET_NAMES), help="The named rules.")
]
Config = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="A TOML file with settings.")
]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and give its exit status.

    Args:
        arguments: The words after the command's name; those of the process when left out.
    """
    try:
        words = None if arguments is None else list(arguments)
        status = get_command(app).main(words, prog_name=NAME, standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except TyperException as error:
        return _complain(error.format_message(), EXIT_BAD_INPUT)
    except CaseError as error:
        return _complain(str(error), EXIT_BAD_INPUT)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return EXIT_FAILED
    except OSError as error:
        _drop_output()
        return _complain(error.strerror or str(error), EXIT_FAILED)
    return int(status or 0)


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.")
    ] = False,
) -> None:
    if show_version:
        print(NAME, version(NAME))
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def melds(
    cards: Annotated[
        list[str], typer.Argument(metavar="CARDS", help='Like "AS 2S 3S"; - reads hands.')
    ],
    as_json: Json = False,
) -> None:
    """The best melds of a hand, and what they leave.

    A lone - reads one hand a line from standard input.
    """
    if cards == ["-"]:
        _answer_lines(melds_line, as_json)
    else:
        _print(judge_melds(" ".join(cards)), as_json)


@app.command()
def knocks(
    cards: Annotated[
        list[str], typer.Argument(metavar="CARDS", help="Eleven cards; - reads cases.")
    ],
    taken: Annotated[
        str | None,
        typer.Option(metavar="CARD", help="The card just taken from the discard pile."),
    ] = None,
    limit: Annotated[
        int, typer.Option(metavar="POINTS", help="The knock limit of this deal.")
    ] = KNOCK_LIMIT,
    as_json: Json = False,
) -> None:
    """Which discards let eleven cards knock, and what each leaves.

    A lone - reads one case a line from standard input: eleven cards, or a JSON object with cards
    and, where they differ from the options, taken and limit.
    """
    if cards == ["-"]:
        _answer_lines(partial(knocks_line, taken=taken, limit=limit), as_json)
    else:
        _print(judge_knocks(" ".join(cards), taken, limit), as_json)


@app.command()
def showdown(
    source: Annotated[
        str | None, typer.Argument(metavar="[-]", help="A lone - reads cases.")
    ] = None,
    spread: Annotated[
        str | None, typer.Option(metavar="MELDS", help='Like "4S 5S 6S / JC JD JS".')
    ] = None,
    knocker: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="Ten cards after the discard; eleven for big gin."),
    ] = None,
    defender: Annotated[str | None, typer.Option(metavar="CARDS", help="Ten cards.")] = None,
    rules: RulesName = PRESET_NAMES[0],
    as_json: Json = False,
) -> None:
    """Who wins a knock, and how much, after the best layoffs.

    A lone - reads one JSON object a line from standard input, with spread (a list of melds),
    knocker, defender and, where it differs from the option, rules.
    """
    if source is not None:
        if source != "-":
            raise CaseError(f"{source!r}: cards go after --spread, --knocker and --defender")
        if any((spread, knocker, defender)):
            raise CaseError("-: cases come from standard input, so leave the other cards out")
        _answer_lines(partial(showdown_line, rules=named_rules(rules)), as_json)
    elif spread is None or knocker is None or defender is None:
        raise CaseError("a showdown needs --spread, --knocker and --defender, or - to read cases")
    else:
        laid = [meld for meld in spread.split("/") if meld.strip()]
        _print(judge_showdown(laid, knocker, defender, named_rules(rules)), as_json)


@app.command()
def sheet(
    wins: Annotated[
        list[str], typer.Argument(metavar="WINS", help="Like B10 A18 - B30; - is a dead deal.")
    ],
    rules: RulesName = PRESET_NAMES[0],
    as_json: Json = False,
) -> None:
    """The Hollywood score sheet after a list of wins.

    A lone - reads one such list a line from standard input.
    """
    chosen = named_rules(rules)
    if wins == ["-"]:
        _answer_lines(partial(sheet_line, rules=chosen), as_json)
    else:
        _print(keep_sheet(" ".join(wins).split(), chosen), as_json)


@app.command()
def serve(
    config: Config = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on.")] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where matches and accounts are kept.")
    ] = None,
    host_keys: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the server's own key lies.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A database other than one in the data folder."),
    ] = None,
) -> int:
    """Open the club: people join with ssh.

    What is said here goes before HOLLYWOOD_GIN_… in the environment, and that before the file.
    """
    with starting():
        settings = _settings(
            config, host=host, port=port, data=data, host_keys=host_keys, database=database
        )
        from server import serve as club  # noqa: PLC0415 only the club needs ssh and screens

        return club.serve(settings)


@app.command()
def play(
    level: Annotated[
        Level | None, typer.Option(help="Sit down at once with the computer at this level.")
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="|".join(PRESET_NAMES), help="And by these rules."),
    ] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where your matches and settings are kept.")
    ] = None,
) -> int:
    """Play the computer in this terminal, without any server.

    An unfinished match waits for you, and goes on.
    """
    from server import play as home  # noqa: PLC0415 the referee needs no screens
    from server.config import user_data  # noqa: PLC0415

    wish = None
    if level is not None or rules is not None:
        wish = home.Wish(level or Level.CLUB, named_rules(rules or PRESET_NAMES[0]))
    try:
        home.play(data or user_data() / "play", wish)
    except home.PlayError as error:
        return _complain(str(error), EXIT_FAILED)
    return 0


@app.command(context_settings={"ignore_unknown_options": True})
def admin(
    words: Annotated[list[str], typer.Argument(metavar="COMMAND...", help="Try help.")],
    config: Config = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The data folder of the running club.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Let the running club carry out a command, through a socket in its data folder."""
    folder = _settings(config, data=data).data
    from server.admin import NoServerError, ask  # noqa: PLC0415 only this speaks to a club

    if words[0] == "backup":
        words = ["backup", *(str(Path(word).absolute()) for word in words[1:])]
    try:
        answer = ask(folder, [*words, "--json"] if as_json else words)
    except NoServerError as error:
        return _complain(str(error), EXIT_FAILED)
    print(_encodable(answer.output), end="")
    print(answer.complaint, end="", file=sys.stderr)
    return answer.status


@app.command()
def verify(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A published deal; - reads it.")
    ] = None,
    commitment: Annotated[
        str | None, typer.Argument(metavar="[COMMITMENT]", help="What was shown before the deal.")
    ] = None,
    script: Annotated[
        bool, typer.Option("--script", help="Print the program that checks, to be kept.")
    ] = False,
) -> int:
    """Check that a deal was shuffled as promised."""
    from server import verify_deal  # noqa: PLC0415 nothing else here needs it

    if script:
        print(inspect.getsource(verify_deal), end="")
        return 0
    if file is None:
        raise CaseError("a published deal is needed, or --script")
    return verify_deal.main([file] if commitment is None else [file, commitment])


config_app = typer.Typer(
    help="Check and show what the club is set to.", rich_markup_mode=None, no_args_is_help=True
)
app.add_typer(config_app, name="config")


@config_app.command()
def check(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A TOML file.")] = None,
) -> None:
    """Say what is wrong with a configuration file and the environment, if anything."""
    _settings(file)
    print(f"{file or 'the environment'}: in order")


@config_app.command()
def show(config: Config = None) -> None:
    """Print every setting as it would be used, in the form of a configuration file."""
    print(_settings(config).as_toml(), end="")


def _settings(file: Path | None, **flags: object) -> Settings:
    from server.config import ConfigError, load  # noqa: PLC0415 the referee needs no settings

    try:
        return load(file, flags)
    except ConfigError as error:
        raise TyperException(str(error)) from error


def _answer_lines(judge: Callable[[str], Answer], as_json: bool) -> None:
    """Answer one case a line; a bad one is told in its place and the next goes on."""
    for number, line in enumerate(_input_lines(), start=1):
        try:
            answer = judge(_decoded(line))
        except CaseError as error:
            if as_json:
                print(json.dumps({"error": str(error), "line": number}), flush=True)
            else:
                _complain(f"line {number}: {error}", EXIT_BAD_INPUT)
        else:
            _print(answer, as_json, end="\n" if as_json else "\n\n")


def _input_lines() -> Iterator[bytes]:
    if sys.stdin is None:
        raise CaseError("-: standard input is closed")
    return iter(sys.stdin.buffer)


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise CaseError("the line is not UTF-8 text") from error


def _print(answer: Answer, as_json: bool, end: str = "\n") -> None:
    text = json.dumps(answer.as_json()) if as_json else _encodable(answer.as_text())
    print(text, end=end, flush=True)


def _encodable(text: str) -> str:
    """The text, its lines drawn in ASCII where the output cannot take better ones."""
    try:
        text.encode(sys.stdout.encoding if sys.stdout else "utf-8")
    except UnicodeEncodeError:
        return text.translate(IN_ASCII)
    return text


def _complain(sentence: str, status: int) -> int:
    print(f"{NAME}: {sentence}", file=sys.stderr)
    return status


def _drop_output() -> None:
    """Make the interpreter's last flush of an output that is gone harmless."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
