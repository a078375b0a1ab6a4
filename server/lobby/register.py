"""Who is who: the players the lobby knows, by account or, for guests, by name."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from server.lobby.errors import TakenNameError
from server.lobby.names import free_name, skeleton
from server.lobby.player import Player


@dataclass(frozen=True, slots=True)
class _Taken:
    """The looks of all names that a newcomer cannot have."""

    present: Container[str]
    kept: Container[str]

    def __contains__(self, look: object) -> bool:
        return look in self.present or look in self.kept


class Register:
    """The players who are here or are awaited.

    A player with an account is the same each time. Who comes without is somebody new each time,
    under a name that is neither an account's nor anybody's here.
    """

    def __init__(self, kept_names: Container[str] = ()) -> None:
        """Make a register.

        Args:
            kept_names: The looks of the names of all accounts.
        """
        self._names: dict[str, Player] = {}
        """By the look of the name."""
        self._taken = _Taken(self._names, kept_names)

    def __iter__(self) -> Iterator[Player]:
        return iter(self._names.values())

    def is_present(self, name: str) -> bool:
        """Whether somebody is called so, or nearly so, just now."""
        return skeleton(name) in self._names

    def named(self, name: str) -> Player | None:
        """Who is called so just now."""
        return self._names.get(skeleton(name))

    def free_name(self, wish: str) -> str:
        """The wished name, or the next one like it that nobody has."""
        return free_name(wish, self._taken)

    def member(self, account: int, name: str) -> Player:
        """The player with this account."""
        player = self._names.get(skeleton(name))
        if player is None or player.account != account:
            player = self._add(Player(name, account))
        return player

    def guest(self, wish: str) -> Player:
        """Somebody new without an account."""
        return self._add(Player(self.free_name(wish)))

    def rename(self, player: Player, name: str) -> None:
        """Call somebody otherwise from now on.

        Raises:
            TakenNameError: If somebody else is called so, or nearly so.
        """
        if self._names.get(skeleton(name), player) is not player:
            raise TakenNameError(name)
        del self._names[skeleton(player.name)]
        player.name = name
        self._names[skeleton(name)] = player

    def forget_absent(self) -> None:
        """Drop those who went and are not awaited."""
        for look, player in list(self._names.items()):
            if not (player.is_online or player.is_awaited):
                del self._names[look]

    def _add(self, player: Player) -> Player:
        self._names[skeleton(player.name)] = player
        return player
