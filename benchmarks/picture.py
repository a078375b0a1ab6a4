"""Draws `docs/table.svg`, the picture in the README: a real table, seen over ssh at 120×40.

Run it from the checkout's root: `.venv/bin/python -m benchmarks.picture`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

from pyte.screens import Char

from engine.seats import Seat
from tests.support.deals import deck_from
from tests.support.play import OTHERS_TURN, knock, lift, press, throw_what_is_drawn
from tests.support.server import ServerProcess
from tests.support.ssh import Client, make_key, ssh_command

PICTURE = Path(__file__).parents[1] / "docs" / "table.svg"
COLUMNS, ROWS = 120, 40
CELL_WIDTH, CELL_HEIGHT = 9, 18
FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
NAMED = {"default": "dcdcdc", "white": "d3d7cf", "black": "000000"}

ADA_GINS = deck_from(
    a="4S 5S 6S 7H 7D 7C TC JC QC KH",
    b="2S KS AH AC 3D 5D 9H 9S 6D 8C",
    upcard="2H",
    stock="3S",
)
BOB_KNOCKS = deck_from(
    a="KS 2D 2C 3S AD AS 9D 8C 6D QH",
    b="4S 5S 6S 7H 7D 7C 2H AH 3C KC",
    upcard="QD",
    stock="4D",
    dealer=Seat.A,
)
THE_TABLE = deck_from(
    a="4S 5S 6S 7S 9H 9D 9C AD 2H 3C",
    b="KS KD TH TD 8S 8H 6H 5H 3D JC",
    upcard="KH",
    stock="8D JD QS",
    dealer=Seat.B,
)


async def main() -> None:
    """Play to a table worth showing, and draw it."""
    with TemporaryDirectory() as folder:
        server = await ServerProcess.start(Path(folder), ADA_GINS, BOB_KNOCKS, THE_TABLE)
        clients = [_join(server, Path(folder), name) for name in ("ada", "bob")]
        try:
            await _play(*clients)
            PICTURE.write_text(_svg(clients[0]), encoding="utf-8")
        finally:
            for client in clients:
                client.close()
            await server.stop()


def _join(server: ServerProcess, folder: Path, name: str) -> Client:
    words = ssh_command(
        server.port,
        folder,
        user=name,
        key=make_key(folder, name),
        options=["-o", "SendEnv=COLORTERM"],
    )
    return Client(words, columns=COLUMNS, rows=ROWS, environment={"COLORTERM": "truecolor"})


async def _play(ada: Client, bob: Client) -> None:
    await ada.takes_name("ada")
    await bob.takes_name("bob")
    await press(ada, "n", "NEW TABLE", patience=1.0)
    await press(ada, "\r", "Table 1", patience=1.0)
    await bob.shows("Table 1")
    await press(bob, "\r", "hand 1", patience=1.0)
    await bob.shows("hand 1")
    await _pass_upcard(ada, bob)
    await knock(ada, "-", "GO GIN")
    await _go_on(ada, bob, "hand 2")
    await _pass_upcard(bob, ada)
    await knock(bob, "-", "KNOCK WITH 10")
    await press(ada, "x", "laid off so far +–3", patience=1.0)
    await press(ada, "f", "HAND OVER", patience=1.0)
    await _go_on(ada, bob, "hand 3")
    await _pass_upcard(ada, bob)
    await throw_what_is_drawn(ada)
    await press(bob, "c", "say", patience=2.0)
    bob.send("that game stings :)\r")
    await ada.shows("stings")
    await throw_what_is_drawn(bob)
    await press(ada, "s", "Space Lift")
    await lift(ada, "-")


async def _pass_upcard(first: Client, second: Client) -> None:
    for client in (first, second):
        await client.shows("Upcard")
        await press(client, "p", OTHERS_TURN)


async def _go_on(ada: Client, bob: Client, to: str) -> None:
    await press(ada, "\r", f"{to}|you are ready", patience=1.0)
    await press(bob, "\r", to, patience=1.0)
    await ada.shows(to)


def _svg(client: Client) -> str:
    width, height = COLUMNS * CELL_WIDTH, ROWS * CELL_HEIGHT
    cells = "\n".join(part for row in range(ROWS) for part in _row(client, row))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="{FONT}" font-size="{CELL_HEIGHT - 3}" xml:space="preserve" shape-rendering="crispEdges">\n'
        f'<rect width="{width}" height="{height}" fill="#000"/>\n{cells}\n</svg>\n'
    )


def _row(client: Client, row: int) -> Iterator[str]:
    """One row of the screen: its grounds, then what is written on them."""
    cells = [client.screen.buffer[row][column] for column in range(COLUMNS)]
    writing = []
    for style, run in groupby(enumerate(cells), key=lambda numbered: _style(numbered[1])):
        columns = [column for column, _ in run]
        front, back, weight = style
        x, width = columns[0] * CELL_WIDTH, len(columns) * CELL_WIDTH
        y = row * CELL_HEIGHT
        yield f'<rect x="{x}" y="{y}" width="{width}" height="{CELL_HEIGHT}" fill="#{back}"/>'
        text = "".join(cells[column].data for column in columns)
        if text.strip():
            writing.append(
                f'<text x="{x}" y="{y + CELL_HEIGHT - 5}" textLength="{width}" fill="#{front}"'
                f' font-weight="{weight}">{escape(text)}</text>'
            )
    yield from writing


def _style(cell: Char) -> tuple[str, str, str]:
    front = NAMED.get(cell.fg, cell.fg)
    back = "000000" if cell.bg == "default" else NAMED.get(cell.bg, cell.bg)
    if cell.reverse:
        front, back = back, front
    return front, back, "bold" if cell.bold else "normal"


if __name__ == "__main__":
    asyncio.run(main())
