from __future__ import annotations

import asyncio

import pytest

from server.store.accounts import Shun
from server.store.errors import (
    CodeError,
    KeyTakenError,
    LastKeyError,
    NameTakenError,
    UnfitNameError,
    UnknownKeyError,
)
from server.store.keys import CODE_SECONDS
from server.store.store import Store
from server.tokens import LENGTH, digest, new_token


async def test_an_account_is_known_by_its_key_after_reopening(url: str) -> None:
    async with await Store.open(url) as store:
        made = await store.accounts.create("SHA256:a", "Ada")
        await store.accounts.save_settings(made.id, {"theme": "Matinee", "bell": False})
    async with await Store.open(url) as store:
        found = await store.accounts.of_key("SHA256:a")
        assert found is not None
        assert (found.id, found.name) == (made.id, "Ada")
        assert found.settings == {"theme": "Matinee", "bell": False}
        assert await store.accounts.of_key("SHA256:b") is None


async def test_creating_an_account_again_finds_it(store: Store) -> None:
    made = await store.accounts.create("SHA256:a", "Ada")
    assert await store.accounts.create("SHA256:a", "Ada") == made
    with pytest.raises(KeyTakenError) as refusal:
        await store.accounts.create("SHA256:a", "Other")
    assert refusal.value.owner == "Ada"


async def test_names_that_look_alike_are_one_name(store: Store) -> None:
    alike = [
        ("Ada", "ADA"),
        ("lily", "1i1y"),
        ("Bob5", "b0bs"),
        ("barney", "bamey"),
        ("evve", "ewe"),
    ]
    for first, second in alike:
        made = await store.accounts.create(f"SHA256:{first}", first)
        with pytest.raises(NameTakenError):
            await store.accounts.create(f"SHA256:{second}", second)
        assert await store.accounts.named(second) == made
        assert await store.accounts.of_key(f"SHA256:{second}") is None


async def test_unfit_names_are_refused(store: Store) -> None:
    for name in ("ab", "a" * 17, "ada\n", "ada lovelace", "Admin", "h0st"):
        with pytest.raises(UnfitNameError):
            await store.accounts.create("SHA256:a", name)


async def test_one_name_goes_to_one_of_many_who_ask_at_once(store: Store) -> None:
    asking = (store.accounts.create(f"SHA256:{number}", "Ada") for number in range(10))
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert sum(isinstance(answer, NameTakenError) for answer in answers) == 9


async def test_a_code_adds_one_key_once(store: Store) -> None:
    ada = await store.accounts.create("SHA256:a", "Ada")
    code = await store.keys.new_code(ada.id)
    assert await store.keys.redeem(code.lower(), "SHA256:b") == ada
    assert await store.accounts.of_key("SHA256:b") == ada
    with pytest.raises(CodeError):
        await store.keys.redeem(code, "SHA256:c")
    assert {key.fingerprint for key in await store.keys.of(ada.id)} == {"SHA256:a", "SHA256:b"}


async def test_a_code_is_void_once_it_is_old_or_another_was_made(url: str) -> None:
    now = [0.0]
    async with await Store.open(url, clock=lambda: now[0]) as store:
        ada = await store.accounts.create("SHA256:a", "Ada")
        first = await store.keys.new_code(ada.id)
        second = await store.keys.new_code(ada.id)
        with pytest.raises(CodeError):
            await store.keys.redeem(first, "SHA256:b")
        now[0] += CODE_SECONDS
        with pytest.raises(CodeError):
            await store.keys.redeem(second, "SHA256:b")
        assert await store.accounts.of_key("SHA256:b") is None


async def test_a_key_of_another_account_is_not_added_and_the_code_stays(store: Store) -> None:
    ada = await store.accounts.create("SHA256:a", "Ada")
    await store.accounts.create("SHA256:b", "Ben")
    code = await store.keys.new_code(ada.id)
    with pytest.raises(KeyTakenError):
        await store.keys.redeem(code, "SHA256:b")
    assert await store.keys.redeem(code, "SHA256:c") == ada


async def test_keys_are_removed_but_for_the_last(store: Store) -> None:
    ada = await store.accounts.create("SHA256:a", "Ada")
    ben = await store.accounts.create("SHA256:x", "Ben")
    await store.keys.redeem(await store.keys.new_code(ada.id), "SHA256:b")
    with pytest.raises(UnknownKeyError):
        await store.keys.remove(ben.id, "SHA256:b")
    await store.keys.remove(ada.id, "SHA256:a")
    with pytest.raises(LastKeyError):
        await store.keys.remove(ada.id, "SHA256:b")
    assert await store.accounts.of_key("SHA256:a") is None


async def test_blocks_and_mutes_live_with_the_account(store: Store) -> None:
    ada = await store.accounts.create("SHA256:a", "Ada")
    ben = await store.accounts.create("SHA256:b", "Ben")
    for _ in range(2):
        await store.accounts.shun(ada.id, ben.id, Shun.BLOCK)
        await store.accounts.shun(ada.id, ben.id, Shun.MUTE)
    assert await store.accounts.shunned(ada.id) == {(ben.id, Shun.BLOCK), (ben.id, Shun.MUTE)}
    await store.accounts.unshun(ada.id, ben.id, Shun.MUTE)
    assert await store.accounts.shunned(ada.id) == {(ben.id, Shun.BLOCK)}
    assert await store.accounts.shunned(ben.id) == frozenset()


def test_tokens_are_40_bits_and_forgive_how_they_are_typed() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(len(token) == LENGTH for token in tokens)
    assert set("".join(tokens)) == set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    assert digest(" 1o0l-".replace("-", "")) == digest("1001")
