"""An open store for the store's tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from server.store.store import Store


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    async with await Store.open(url) as opened:
        yield opened
