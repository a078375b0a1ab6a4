"""What one client may send over its link: how much, and how many packets of which kind.

asyncssh bounds none of this. It has no hooks for it either, so the guard puts itself in the place
of methods of one connection and one channel, and takes itself out again at the end. On the way out
it leaves out packets that say nothing.
"""

from __future__ import annotations

import asyncio
import fcntl
import inspect
import sys
import termios
from collections.abc import Awaitable
from typing import NoReturn

import asyncssh
from asyncssh.constants import (
    MSG_CHANNEL_CLOSE,
    MSG_CHANNEL_DATA,
    MSG_CHANNEL_EOF,
    MSG_CHANNEL_REQUEST,
    MSG_CHANNEL_WINDOW_ADJUST,
    MSG_DEBUG,
    MSG_DISCONNECT,
    MSG_IGNORE,
    MSG_KEXINIT,
    MSG_NEWKEYS,
    MSG_REQUEST_FAILURE,
    MSG_REQUEST_SUCCESS,
    MSG_UNIMPLEMENTED,
    MSG_USERAUTH_REQUEST,
)
from asyncssh.packet import PacketDecodeError, SSHPacket, SSHPacketHandler, SSHPacketLogger

from server.ssh.allowance import Allowance
from server.ssh.gate import Ticket
from server.ssh.intake import Intake
from server.ssh.limits import KIB, Limits
from server.ssh.refusal import Refusal

_FREE = {
    MSG_DISCONNECT,
    MSG_IGNORE,
    MSG_UNIMPLEMENTED,
    MSG_DEBUG,
    MSG_NEWKEYS,
    MSG_REQUEST_SUCCESS,
    MSG_REQUEST_FAILURE,
    MSG_CHANNEL_WINDOW_ADJUST,
    MSG_CHANNEL_DATA,
    MSG_CHANNEL_EOF,
    MSG_CHANNEL_CLOSE,
}
"""Packets that are bounded as input alone: nothing is made or answered for them."""
_WINDOW_CHANGE = b"window-change"
_DEFERRED_COST = 256
"""Memory that a packet waiting for the end of a key exchange takes besides its content."""
_AGAIN = 0.1
"""Seconds until a client that does not read its answers is looked at again."""
_CALM = 16 * KIB
"""What a client may have used of its allowance and still be served at once, before all floods."""

_Processed = bool | Awaitable[None]


class Guard:
    """Stands between the socket and one asyncssh connection."""

    def __init__(
        self, link: asyncssh.SSHServerConnection, ticket: Ticket, limits: Limits, intake: Intake
    ) -> None:
        self._link = link
        self._ticket = ticket
        self._limits = limits
        self._intake = intake
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport = link._transport  # type: ignore[assignment]  # noqa: SLF001  # there is no public way to it
        self._deliver = link.data_received
        self._backlog = bytearray()
        self._turn: asyncio.TimerHandle | None = None
        self._is_busy = self._is_lined_up = False
        self._input = Allowance(limits.input_per_second, limits.input_burst)
        self._requests = Allowance(limits.requests_per_second, limits.requests_burst)
        self._rekeys = Allowance(limits.rekeys_per_second, limits.rekeys_burst)
        self._early: int | None = limits.early_input
        self._offers = self._tries = 0
        self._watched: list[SSHPacketHandler] = []
        self._send = link.send_packet
        link.data_received = self._receive  # type: ignore[method-assign]  # the way in
        link.send_packet = self._pass_out  # type: ignore[method-assign]  # the way out
        self.watch(link)

    def watch(self, handler: SSHPacketHandler) -> None:
        """Count the packets that this connection or channel is given."""
        process = handler.process_packet

        def process_packet(pkttype: int, pktid: int, packet: SSHPacket) -> _Processed:
            self._weigh(pkttype, packet)
            processed = process(pkttype, pktid, packet)
            return self._wait_for(processed) if inspect.isawaitable(processed) else processed

        handler.process_packet = process_packet  # type: ignore[method-assign]  # the one way to see packets
        self._watched.append(handler)

    def session_began(self) -> None:
        """The client is a player now, and may send as much as it takes over time."""
        self._early = None

    def unsent(self) -> int:
        """Bytes that wait for the client, in the socket's buffer or for keys to be exchanged."""
        deferred = self._link._deferred_packets  # noqa: SLF001  # counted nowhere else
        held = sum(_DEFERRED_COST + sum(map(len, parts)) for _, parts in deferred)
        return self._transport.get_write_buffer_size() + held

    def unacknowledged(self) -> int:
        """Bytes that the kernel still holds for the client, where it tells."""
        sock = self._transport.get_extra_info("socket")
        if sock.fileno() < 0:
            return 0  # closed since
        try:
            told = fcntl.ioctl(sock.fileno(), termios.TIOCOUTQ, bytes(4))
        except OSError:
            return 0
        return int.from_bytes(told, sys.byteorder)

    def drop(self) -> None:
        """Cut off a client that does not read."""
        self._ticket.lag()
        self._link.abort()

    def close(self) -> None:
        """The link is down: let go of everything."""
        if self._turn is not None:
            self._turn.cancel()
            self._turn = None
        self._intake.leave(self._pass_on)
        self._backlog.clear()
        for handler in self._watched:
            del handler.process_packet  # it refers back to here
        self._watched.clear()
        del self._link.data_received, self._link.send_packet

    def _pass_out(self, pkttype: int, *args: bytes, handler: SSHPacketLogger | None = None) -> None:
        """Send a packet, without the empty one that asyncssh puts before each.

        That one makes up for a weakness of CBC, which is not offered here.
        """
        if pkttype != MSG_IGNORE:
            self._send(pkttype, *args, handler=handler)

    def _receive(self, data: bytes, datatype: asyncssh.DataType = None) -> None:  # noqa: ARG002  # asyncssh's signature
        self._backlog += data
        if self._early is not None:
            self._early -= len(data)
            if self._early < 0:
                self._hang_up(Refusal.EARLY_INPUT)
                return
        if self._turn is None and not (self._is_busy or self._is_lined_up):
            if self._input.left >= self._limits.input_burst - _CALM:
                self._pass_on()
            else:
                self._line_up()

    def _line_up(self) -> None:
        self._turn = None
        self._is_lined_up = True
        self._intake.line_up(self._pass_on)

    def _pass_on(self) -> None:
        """Give the connection a slice, and see when it may have the next."""
        self._is_lined_up = False
        if self._is_busy:
            return
        pause = _AGAIN
        if self.unsent() <= self._limits.unread:
            size = self._limits.input_slice
            piece = bytes(self._backlog[:size])
            del self._backlog[:size]
            self._deliver(piece)
            pause = self._input.spend(len(piece))
        self._rest(pause)

    def _rest(self, pause: float) -> None:
        """Read nothing more until what is here has been passed on and paid for."""
        if not self._watched or (self._is_busy and not pause):
            return
        if pause:
            self._transport.pause_reading()
            self._turn = self._loop.call_later(pause, self._line_up)
        elif self._backlog:
            self._transport.pause_reading()
            self._line_up()
        else:
            self._transport.resume_reading()

    def _wait_for(self, processed: Awaitable[None]) -> Awaitable[None]:
        """Have the rest wait meanwhile; asyncssh would pile it up and then take it all at once."""
        self._is_busy = True
        self._transport.pause_reading()
        task = asyncio.ensure_future(processed)
        task.add_done_callback(self._processed)
        return task

    def _processed(self, _task: asyncio.Future[None]) -> None:
        self._is_busy = False
        if self._turn is None and not self._is_lined_up:
            self._rest(0)

    def _weigh(self, pkttype: int, packet: SSHPacket) -> None:
        """Take a packet into account.

        Raises:
            asyncssh.ProtocolError: It was one too many; asyncssh then hangs up.
        """
        self._input.spend(self._limits.packet_cost)
        if pkttype in _FREE:
            return
        content = packet.get_remaining_payload()
        if len(content) > self._limits.request_size:
            self._refuse(Refusal.LONG_REQUEST)
        if pkttype == MSG_KEXINIT:
            if not self._rekeys.take():
                self._refuse(Refusal.REKEYS)
        elif pkttype == MSG_USERAUTH_REQUEST:
            self._weigh_try(SSHPacket(content))
        elif pkttype == MSG_CHANNEL_REQUEST and _is_window_change(SSHPacket(content)):
            return
        elif not self._requests.take():
            self._refuse(Refusal.REQUESTS)

    def _weigh_try(self, request: SSHPacket) -> None:
        match _login_method(request):
            case "none":
                if not self._requests.take():
                    self._refuse(Refusal.REQUESTS)
            case "offer":
                self._offers += 1
                if self._offers > self._limits.key_offers:
                    self._refuse(Refusal.KEY_OFFERS)
            case _:
                if self._tries >= self._limits.login_tries:
                    self._refuse(Refusal.LOGIN_TRIES)
                self._tries += 1
                self._ticket.try_failed()

    def _refuse(self, refusal: Refusal) -> NoReturn:
        self._ticket.offend(refusal)
        raise asyncssh.ProtocolError(refusal.line)

    def _hang_up(self, refusal: Refusal) -> None:
        self._ticket.offend(refusal)
        self._backlog.clear()
        self._link.disconnect(asyncssh.DISC_PROTOCOL_ERROR, refusal.line)


def _is_window_change(request: SSHPacket) -> bool:
    try:
        return request.get_string() == _WINDOW_CHANGE
    except PacketDecodeError:
        return False


def _login_method(request: SSHPacket) -> str:
    """Return the method asked for; `offer` for a key without a signature."""
    try:
        _name, _service, method = (request.get_string() for _ in range(3))
        if method == b"publickey":
            return "signature" if request.get_boolean() else "offer"
    except PacketDecodeError:
        return "broken"
    return method.decode("ascii", "replace")
