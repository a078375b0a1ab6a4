"""The numbers by which tables are known."""

from __future__ import annotations

import re
import secrets
from collections.abc import Container

from server.lobby.terms import Terms


class TableNumbers:
    """Gives every table a number of its own."""

    def __init__(self, taken: Container[int]) -> None:
        self._taken = taken
        self._last = 0

    def new(self, terms: Terms) -> int:
        """The number of a new table."""
        if not terms.is_private:
            self._last += 1
            while self._last in self._taken:
                self._last += 1
            return self._last
        # Long and by chance, since the number is all that a stranger would have to guess.
        number = 0
        while number == 0 or number in self._taken:
            number = 100_000 + secrets.randbelow(900_000)
        return number

    def recalled(self, terms: Terms) -> int:
        """The number of a table that stood before; that of a named one is a new one."""
        if (known := re.fullmatch(r"Table ([1-9]\d{0,5})", terms.name)) is None:
            return self.new(terms)
        number = int(known[1])
        if number in self._taken:
            return self.new(terms)
        if not terms.is_private:
            self._last = max(self._last, number)
        return number
