"""Who looks at a table, and what each of them has arranged there for himself."""

from __future__ import annotations

from collections.abc import Iterator

from server.lobby.player import Player
from server.lobby.subscription import Subscription


class Audience:
    """Everybody who is told when something at a table changes."""

    def __init__(self) -> None:
        self._subscriptions: dict[Player, Subscription] = {}
        self._desks: dict[Player, object] = {}

    def __contains__(self, player: Player) -> bool:
        return player in self._subscriptions

    def __iter__(self) -> Iterator[Player]:
        return iter(tuple(self._subscriptions))

    def join(self, player: Player, subscription: Subscription) -> None:
        """Somebody looks on, or goes on doing so through another connection."""
        self._subscriptions[player] = subscription

    def leave(self, player: Player, *, clears_desk: bool) -> None:
        """Somebody looks away."""
        self._subscriptions.pop(player, None)
        if clears_desk:
            self._desks.pop(player, None)

    def desk(self, player: Player) -> object | None:
        """What the player has arranged here."""
        return self._desks.get(player)

    def keep_desk(self, player: Player, desk: object) -> None:
        """Keep what the player has arranged, of whatever kind the screens use."""
        if player in self._subscriptions:
            self._desks[player] = desk

    def mark(self) -> None:
        """What they look at has changed."""
        for subscription in tuple(self._subscriptions.values()):
            subscription.mark()
