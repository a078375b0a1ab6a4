"""Not thinking twice: the one way in which screens keep what they have worked out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, TypeVarTuple

Asked = TypeVarTuple("Asked")
Answer = TypeVar("Answer")


class Latest(Generic[*Asked, Answer]):
    """A function that gives its latest answer again while it is asked about equal things.

    Nothing but what it is asked about may bear on the answer. Between two keys nearly all of that
    is the very same objects, which are equal at a glance.
    """

    def __init__(self, function: Callable[[*Asked], Answer]) -> None:
        self._function = function
        self._latest: tuple[tuple[*Asked], Answer] | None = None

    def __call__(self, *asked: *Asked) -> Answer:
        """Answer, from memory if that was the latest question."""
        if self._latest is not None and self._latest[0] == asked:
            answer = self._latest[1]
        else:
            answer = self._function(*asked)
        # Kept are the objects asked about just now, since those will come again.
        self._latest = asked, answer
        return answer
