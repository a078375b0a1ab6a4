"""A table's rules in words: the house rules one by one, and the whole in a few sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.rules import ALLOWED, KNOCK_LIMIT, LateEntry, MatchWinner, Rules
from tui.gateway import TableSpec
from tui.times import clock_words

PRESET_WORDS = {
    "classic": "Points only: no bonuses for games or boxes.",
    "scoresheet": "With the game, shutout and box bonuses of the old score sheets.",
    "traditional": "Scoresheet, but a late win advances to the next open game.",
    "modern": "What clubs and apps play today: big gin, higher bonuses.",
}
"""What each preset is, in one line."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a house rule."""

    label: str
    values: tuple[object, ...]
    """For the knob's fields, in their order."""


@dataclass(frozen=True, slots=True)
class Knob:
    """One house rule a table may choose."""

    label: str
    fields: tuple[str, ...]
    """The fields of `Rules` it sets."""
    choices: tuple[Choice, ...]
    note: str

    def chosen(self, rules: Rules) -> int:
        """Which choice the rules have."""
        now = tuple(getattr(rules, name) for name in self.fields)
        return next(index for index, choice in enumerate(self.choices) if choice.values == now)

    def changed(self, rules: Rules, choice: int) -> Rules:
        """The rules with another choice.

        Raises:
            RulesError: If it does not go with the rest of the rules.
        """
        values = dict(zip(self.fields, self.choices[choice].values, strict=True))
        return replace(rules, **values)  # type: ignore[arg-type]  # each knob knows its fields

    def differs(self, rules: Rules) -> bool:
        """Whether the rules differ from their preset here."""
        return any(map(rules.differs_in, self.fields))


def _numbers(label: str, name: str, note: str) -> Knob:
    labels = {None: "off", 0: "none"}
    choices = (Choice(labels.get(value, str(value)), (value,)) for value in ALLOWED[name])
    return Knob(label, (name,), tuple(choices), note)


def _switch(label: str, name: str, note: str, off: str = "off", on: str = "on") -> Knob:
    return Knob(label, (name,), (Choice(off, (False,)), Choice(on, (True,))), note)


KNOBS = (
    _numbers("Target", "target", "A game closes when a player reaches it."),
    _switch("Games", "single_game", "How many are kept side by side.", "three", "one"),
    _numbers("Gin bonus", "gin_bonus", "With the deadwood of the other hand."),
    _numbers("Undercut bonus", "undercut_bonus", "When the defender ends no higher."),
    _numbers("Big gin", "big_gin_bonus", "All eleven cards in melds."),
    _numbers("Game bonus", "game_bonus", "To the player who closes a game."),
    _numbers("Shutout bonus", "shutout_bonus", "In its place if the other has no entry."),
    _switch(
        "Shutout", "shutout_doubled", "The whole settled game may count twice.", "once", "doubled"
    ),
    _numbers("Box bonus", "box_bonus", "For every entry in a game that closes."),
    Knob(
        "Late entry",
        ("late_entry",),
        tuple(Choice(way.value, (way,)) for way in LateEntry),
        "Where a win goes whose games are closed.",
    ),
    Knob(
        "Match winner",
        ("match_winner",),
        tuple(Choice(way.value, (way,)) for way in MatchWinner),
        "Most games won, or most points settled.",
    ),
    _switch("Fiftieth card", "fiftieth_card", "The last discard may be taken to knock."),
    Knob(
        "Oklahoma",
        ("oklahoma", "spades_double"),
        (
            Choice("off", (False, False)),
            Choice("on", (True, False)),
            Choice("on, spades double", (True, True)),
        ),
        "The upcard sets the knock limit.",
    ),
    _switch("Third game", "third_game_doubled", "Game III may count twice.", "once", "doubled"),
)
"""Every house rule, in the order the screens list them."""


def rules_name(rules: Rules) -> str:
    """What the rules are called in short; a star tells that some are changed."""
    return rules.preset + ("*" if rules.house_rules else "")


def sentences(rules: Rules) -> tuple[str, str, str]:
    """Return the whole of a table's rules: the match, the deal, the bonuses."""
    return _match(rules), _deal(rules), _bonuses(rules)


def terms(spec: TableSpec) -> tuple[str, ...]:
    """Return all that holds at a table: its rules, and besides them what it is opened with."""
    return *sentences(spec.rules), *opened_with(spec)


def opened_with(spec: TableSpec) -> tuple[str, ...]:
    """Return what holds at a table besides its rules: the coach, the clock, the cuts."""
    told = [f"Coach {spec.coach.value}."]
    if spec.clock is not None:
        told.append(f"Clock: {clock_words(spec.clock)}.")
    if spec.cuts:
        told.append("Both may cut the deck.")
    return tuple(told)


def _match(rules: Rules) -> str:
    name = rules.preset.capitalize() + (", changed" if rules.house_rules else "")
    if rules.single_game:
        return f"{name}: one game to {rules.target}."
    wins = "most games win" if rules.match_winner is MatchWinner.GAMES else "highest total wins"
    third = ", the third doubled" if rules.third_game_doubled else ""
    late = f"late entry {rules.late_entry.value}"
    return f"{name}: three games to {rules.target}{third}, {wins}, {late}."


def _deal(rules: Rules) -> str:
    limit = "Oklahoma: the upcard sets the knock" if rules.oklahoma else f"Knock at {KNOCK_LIMIT}"
    parts = [limit, f"gin {rules.gin_bonus}", f"undercut {rules.undercut_bonus}"]
    if rules.big_gin_bonus is not None:
        parts.append(f"big gin {rules.big_gin_bonus}")
    if rules.fiftieth_card:
        parts.append("fiftieth card")
    if rules.spades_double:
        parts.append("spades double")
    return ", ".join(parts) + "."


def _bonuses(rules: Rules) -> str:
    parts = list(_bonus_parts(rules))
    return ", ".join(parts).capitalize() + "." if parts else "No bonuses for games or boxes."


def _bonus_parts(rules: Rules) -> Iterator[str]:
    if rules.game_bonus:
        yield f"game {rules.game_bonus}"
    if rules.shutout_bonus != rules.game_bonus:
        yield f"shutout {rules.shutout_bonus}"
    if rules.shutout_doubled:
        yield "shutout doubled"
    if rules.box_bonus:
        yield f"box {rules.box_bonus}"
