"""Which screen a snapshot asks for, and where each screen and layer is found."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, assert_never

from engine.deal import Phase
from tui.gateway import Stage, TableSnapshot

if TYPE_CHECKING:
    from tui.presenter import Presenter
    from tui.screens.base import Layer, Screen

ENTRANCE = "entrance"
"""The screen of a newcomer, whatever else there is."""
_SCREENS = {
    ENTRANCE: "tui.screens.entrance:EntranceScreen",
    "lobby": "tui.screens.lobby:LobbyScreen",
    "table": "tui.screens.table:TableScreen",
    "cut": "tui.screens.cut:CutScreen",
    "showdown": "tui.screens.showdown:ShowdownScreen",
    "result": "tui.screens.result:ResultScreen",
    "match_over": "tui.screens.match_over:MatchOverScreen",
}
_LAYERS = {
    "help": "tui.screens.help:HelpLayer",
    "settings": "tui.screens.settings:SettingsLayer",
    "score_sheet": "tui.screens.score_sheet:ScoreSheetLayer",
    "new_table": "tui.screens.new_table:NewTableLayer",
    "table_number": "tui.screens.table_number:TableNumberLayer",
    "knock": "tui.screens.knock:KnockLayer",
    "leave": "tui.screens.leave:LeaveLayer",
    "adjourn": "tui.screens.adjourn:AdjournLayer",
    "shuffle": "tui.screens.shuffle:ShuffleLayer",
    "leaders": "tui.screens.leaders:LeadersLayer",
    "profile": "tui.screens.profile:ProfileLayer",
    "keys": "tui.screens.keys:KeysLayer",
    "past_match": "tui.screens.past_match:PastMatchLayer",
    "replay": "tui.screens.replay:ReplayLayer",
    "first_game": "tui.screens.first_game:FirstGameLayer",
    "review": "tui.screens.review:ReviewLayer",
    "host": "tui.screens.host:HostLayer",
    "palette": "tui.screens.palette:PaletteLayer",
    "talk": "tui.screens.talk:TalkLayer",
}


def screen_name(table: TableSnapshot | None, *, acknowledged: bool) -> str:
    """The screen for a snapshot.

    Args:
        table: The table, None in the lobby.
        acknowledged: The player has gone on from the last deal's result.
    """
    if table is None:
        return "lobby"
    match table.stage:
        case Stage.WAITING:
            return "table"
        case Stage.CUT:
            is_asking = table.shuffle is not None and table.shuffle.cut_seconds is not None
            return "cut" if is_asking else "table"
        case Stage.DEAL:
            laying_off = table.view is not None and table.view.phase is Phase.LAYOFF
            return "showdown" if laying_off else "table"
        case Stage.DEAL_OVER:
            return "result"
        case Stage.MATCH_OVER:
            return "match_over" if acknowledged or table.score is None else "result"
    assert_never(table.stage)


def is_layer(name: str) -> bool:
    """Whether there is a layer of that name, such as `help` or, about something, `profile:bob`."""
    return name.partition(":")[0] in _LAYERS


def make_screen(name: str, presenter: Presenter) -> Screen:
    """The screen of that name."""
    screen: Screen = _class(_SCREENS[name])(presenter)
    return screen


def make_layer(name: str, presenter: Presenter) -> Layer:
    """The layer of that name."""
    kind, _, subject = name.partition(":")
    layer: Layer = _class(_LAYERS[kind])(presenter)
    layer.subject = subject
    return layer


def load_all() -> None:
    """Load every screen and layer now, so that nobody waits when somebody is the first to see one."""
    for where in (*_SCREENS.values(), *_LAYERS.values()):
        _class(where)


def _class(where: str) -> type:
    module, _, name = where.partition(":")
    found: type = getattr(import_module(module), name)
    return found
