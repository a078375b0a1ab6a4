"""Who is who: the players the club knows, by name and key."""

from __future__ import annotations

from collections.abc import Iterator

from server.lobby.names import free_name, skeleton
from server.lobby.player import Player

REMEMBERED = 1000
"""Absent players without a seat that are kept in mind, the last seen ones."""


class Register:
    """The players the club knows.

    A player is the name asked for together with the key that signed: the same pair again is the
    same player. Who comes without a key is somebody new each time.
    """

    def __init__(self) -> None:
        self._regulars: dict[tuple[str, str], Player] = {}
        """By the look of the wished name and the key, the last seen last."""
        self._names: dict[str, Player] = {}
        """By the look of the name."""

    def __iter__(self) -> Iterator[Player]:
        return iter(self._names.values())

    def player(self, wish: str, fingerprint: str | None) -> Player:
        """The player with this name and key, made if there is none yet."""
        if fingerprint is None:
            return self._newcomer(wish, None)
        pair = (skeleton(wish), fingerprint)
        player = self._regulars.pop(pair, None) or self._newcomer(wish, fingerprint)
        self._regulars[pair] = player
        return player

    def forget_absent(self) -> None:
        """Drop guests who went without a seat, and the longest absent of the others."""
        absent = [player for player in self if not player.is_online and player.seat_at is None]
        for player in absent:
            if player.is_guest:
                del self._names[skeleton(player.name)]
        spare = sum(not player.is_guest for player in absent) - REMEMBERED
        for pair, player in list(self._regulars.items()) if spare > 0 else ():
            if spare > 0 and not player.is_online and player.seat_at is None:
                del self._regulars[pair], self._names[skeleton(player.name)]
                spare -= 1

    def _newcomer(self, wish: str, fingerprint: str | None) -> Player:
        player = Player(free_name(wish, self._names), fingerprint)
        self._names[skeleton(player.name)] = player
        return player
