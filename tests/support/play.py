"""Playing through a real client by the keys that its screen asks for."""

from __future__ import annotations

from tests.support.ssh import Client

OTHERS_TURN = r"(?s)\A(?!.*YOUR TURN)"


async def press(client: Client, keys: str, then: str, patience: float = 0.35) -> None:
    """Press keys until the screen shows what they lead to: after a change, some keys rest."""
    for _ in range(round(15 / patience)):
        client.send(keys)
        try:
            await client.shows(then, patience)
        except AssertionError:
            continue
        return
    raise AssertionError(f"{keys!r} never led to /{then}/; the screen:\n{client.text}")


async def lift(client: Client, key: str) -> None:
    """Lift a card; pressed twice this key would lower it again."""
    await press(client, key, "Enter throws", patience=5.0)


async def throw_what_is_drawn(client: Client) -> None:
    await client.shows("YOUR TURN .*s draw")
    await press(client, "s", "Space Lift")
    await lift(client, " ")
    await press(client, "\r", OTHERS_TURN)


async def knock(client: Client, place: str, question: str) -> None:
    """Draw, lift the card at that place of the hand and knock with it."""
    await client.shows("YOUR TURN .*s draw")
    await press(client, "s", "Space Lift")
    await lift(client, place)
    await press(client, "k", question, patience=1.0)
    await press(client, "\r", f"(?s)\\A(?!.*{question})", patience=1.0)
