"""What one caller may ask about himself and about the past, before and after he has a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.errors import GinError
from server.archive import HiddenDealError
from server.club import Club
from server.lobby.errors import LobbyError, SupersededError
from server.lobby.names import is_fit
from server.lobby.player import Player, Stay
from server.lobby.subscription import Subscription
from server.ssh.identity import Caller
from server.store.accounts import Account, Role, Shun
from server.store.errors import InvitationError, NameTakenError, StoreError
from tui.gateway import RejectedError
from tui.records import Entrance, KeyCode, KeyRow, PastMatch, Profile, Replay
from tui.settings import Settings

_NO_KEY = "a guest has no account; come with an ssh key to have one"

_STANDARD = Settings()


class Membership:
    """Who came in, and what the club keeps of him."""

    def __init__(self, club: Club, caller: Caller, dismiss: Callable[[str], None]) -> None:
        self.club = club
        self.subscription = Subscription(self.wake)
        self.greeting = ""
        """A sentence to show once on coming in; empty when there is nothing to say."""
        self.caller = caller
        self._dismiss = dismiss
        self._stay: Stay | None = None
        self._is_closed = False
        self._come()

    def wake(self) -> None:
        """Something the player looks at has changed."""
        raise NotImplementedError

    def close(self) -> None:
        """The connection is over; the player's seat is kept."""
        self._is_closed = True
        if self._stay is not None:
            self.club.lobby.exit(self._stay)

    @property
    def player(self) -> Player | None:
        """The player who acts through this connection; None at the entrance and afterwards."""
        return self._stay.player if self._stay is not None and self._stay.is_current else None

    @property
    def name(self) -> str:
        """The player's name in the club; empty at the entrance."""
        return self._stay.player.name if self._stay is not None else ""

    @property
    def is_guest(self) -> bool:
        """Whether the player came without a key."""
        return self._stay is not None and self._stay.player.is_guest

    @property
    def is_host(self) -> bool:
        """Whether the player keeps order in the club."""
        account = self._stay.player.account if self._stay is not None else None
        known = None if account is None else self.club.members.numbered(account)
        return known is not None and known.role is Role.HOST

    @property
    def has_seat(self) -> bool:
        """Whether the player has a seat at a table."""
        return self._stay is not None and self._stay.player.seat_at is not None

    @property
    def settings(self) -> Settings:
        """The player's settings as last saved."""
        kept = self._stay.player.settings if self._stay is not None else None
        return kept if isinstance(kept, Settings) else _STANDARD

    def save_settings(self, settings: Settings) -> None:
        """Keep the player's settings."""
        if self._stay is not None:
            self.club.members.save_settings(self._stay.player, settings)

    def entrance(self) -> Entrance | None:
        """What a newcomer is asked before anything else; None for everybody who is in."""
        if self._stay is not None:
            return None
        wish = self.caller.name
        if not is_fit(wish):
            return Entrance("", "Choose the name that you will be known by.")
        suggestion = self.club.lobby.register.free_name(wish)
        note = "" if suggestion == wish else f"{wish} is taken, or too much like a name that is."
        return Entrance(suggestion, note)

    async def choose_name(self, name: str) -> None:
        """Come in under a name that is then bound to the newcomer's key."""
        with _refusals():
            self._require_entrance()
            if self.club.lobby.register.is_present(name):
                raise NameTakenError(name)
            account = await self._new_account(name)
            self._require_welcome()
            self._enter_as(account)

    async def redeem(self, code: str) -> None:
        """Come in as the account that a one-time code is for, adding the newcomer's key to it."""
        with _refusals():
            self._require_entrance()
            account = await self.club.members.redeem(code, self._fingerprint)
            self._require_welcome()
            self._enter_as(account)

    async def keys(self) -> tuple[KeyRow, ...]:
        """The player's keys, the oldest first."""
        with self.asking():
            return await self.club.members.keys(self._account, self._fingerprint)

    async def remove_key(self, fingerprint: str) -> None:
        """Take a key off the player's account; the last one stays."""
        with self.asking():
            await self.club.members.remove_key(self._account, fingerprint)

    async def new_code(self) -> KeyCode:
        """A one-time code that adds another key; an earlier one is void."""
        with self.asking():
            return await self.club.members.new_code(self._account)

    async def mute(self, name: str, *, wanted: bool = True) -> None:
        """Hear nothing more of a person, or hear him again."""
        await self._shun(name, Shun.MUTE, wanted=wanted)

    async def block(self, name: str, *, wanted: bool = True) -> None:
        """Never sit at a table with a person, or do so again."""
        await self._shun(name, Shun.BLOCK, wanted=wanted)

    async def profile(self, name: str = "") -> Profile:
        """A player's record; one's own without a name."""
        with self.asking():
            account = self._account_of(name)
            return await self.club.archive.profile(account.id, account.name)

    async def history(self, name: str = "") -> tuple[PastMatch, ...]:
        """A player's finished matches, the latest first; one's own without a name."""
        with self.asking() as player:
            return await self.club.archive.history(self._account_of(name).id, player.account)

    async def past_match(self, match: str) -> PastMatch:
        """A finished match with its sheet."""
        with self.asking() as player:
            past = await self.club.archive.match(match, player.account)
        if past is None:
            raise RejectedError(f"there is no finished match {match}")
        return past

    async def replay(self, match: str, deal: int) -> Replay:
        """A deal card by card: for its players once it is over, for others once the match is."""
        with self.asking() as player:
            seat_at = player.seat_at
            is_player = seat_at is not None and seat_at.play.shown_match == match
            return await self.club.archive.replay(
                match, deal, is_player=is_player, viewer=player.account
            )

    @contextmanager
    def asking(self) -> Iterator[Player]:
        """Let the player ask for something, and turn refusals into the screens' kind."""
        with _refusals():
            if self._stay is None:
                raise RejectedError("choose a name first")
            if not self._stay.is_current:
                raise SupersededError
            yield self._stay.player

    @property
    def _fingerprint(self) -> str:
        return self.caller.fingerprint or ""

    @property
    def _account(self) -> int:
        account = self._stay.player.account if self._stay is not None else None
        if account is None:
            raise RejectedError(_NO_KEY)
        return account

    async def _new_account(self, name: str) -> Account:
        invitation = ""
        if self.club.doorkeeper.needs_invitation(self.caller):
            invitation = self.caller.invitation
            if not invitation:
                raise InvitationError
        account = await self.club.members.create(self._fingerprint, name, invitation)
        self.club.doorkeeper.drop_invitation(invitation)
        return account

    def _require_entrance(self) -> None:
        if self._stay is not None:
            raise RejectedError("you have a name already")
        self._require_welcome()

    def _require_welcome(self) -> None:
        """See that nothing has come up against the caller while he stood at the entrance."""
        if objection := self.club.doorkeeper.objection(self.caller):
            raise RejectedError(objection)

    def _account_of(self, name: str) -> Account:
        members = self.club.members
        account = members.named(name) if name else members.numbered(self._account)
        if account is None:
            raise RejectedError(f"no member is called {name}")
        return account

    def _come(self) -> None:
        """Let the caller in as far as he is known."""
        caller, members, lobby = self.caller, self.club.members, self.club.lobby
        account = members.of_key(self._fingerprint) if caller.fingerprint else None
        if account is not None:
            self._enter_as(account)
        elif caller.fingerprint is None:
            chair = lobby.held_chair(caller.token) if caller.token else None
            if chair is not None:
                chair.hold(caller.token)
                self._enter(chair.player)
            else:
                player = lobby.register.guest(caller.name)
                self.greeting = self._greeting(player.name)
                self._enter(player)

    def _greeting(self, name: str) -> str:
        wish = self.caller.name
        if self.caller.token:
            return f"That seat is no longer held; you are here as {name}, a guest."
        if self.club.members.named(wish) is not None:
            line = self.club.line.of("NAME")
            return (
                f"{wish} is a member's name, and none of your keys is theirs: you are {name}, a "
                f"guest. To have a name of your own, come with a key and a free one: {line}"
            )
        return ""

    def _enter_as(self, account: Account) -> None:
        player = self.club.lobby.register.member(account.id, account.name)
        self.club.members.equip(player)
        self._enter(player)

    def _enter(self, player: Player) -> None:
        if self._is_closed:
            return
        self._stay = self.club.lobby.enter(player, self.subscription, self._dismiss)
        self._stay.address = self.caller.address
        self.greeting = self.greeting or self.club.doorkeeper.announcement
        self.subscription.mark()

    async def _shun(self, name: str, how: Shun, *, wanted: bool) -> None:
        with self.asking() as player:
            person = self.club.lobby.register.named(name)
            if person is player:
                raise RejectedError("that is you")
            if person is None and self.club.members.named(name) is None:
                raise RejectedError(f"nobody is called {name}")
            await self.club.members.shun(player, name, how, wanted=wanted)
            self.subscription.mark()


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the refusals of the club, its store and the engine into the screens' kind."""
    try:
        yield
    except (LobbyError, GinError, StoreError, HiddenDealError) as refusal:
        raise RejectedError(str(refusal)) from refusal
