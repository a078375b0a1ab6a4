from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.cards import DECK, Card, Hand
from engine.deal import Deal, Phase
from engine.rules import PRESETS
from engine.seats import Seat
from server.lobby.progress import Progress, Stage
from server.lobby.table import Table
from server.lobby.terms import Terms
from tests.support.club import Club, Person

ACTIONS = 10_000
TABLES = 8


def deal_at(table: Table) -> Deal:
    course = table.play.course
    assert course is not None
    assert course.progress is not None
    return course.progress.deal


def all_cards(deal: Deal) -> list[Card]:
    """Every card of the deal, wherever it lies; after big gin the knocker still holds all."""
    cards = [*deal.hands.a, *deal.hands.b, *deal.stock, *deal.discard_pile]
    if deal.showdown is not None:
        cards += [layoff.card for layoff in deal.showdown.layoffs]
    return cards


def check_public_counts(table: Table) -> None:
    deal, view = deal_at(table), table.view(None)
    assert view is not None
    assert view.counts == deal.hands.map(len)
    assert view.stock_count == len(deal.stock)
    if deal.showdown is None and table.stage is Stage.DEAL:
        holds_eleven = deal.phase in (Phase.DISCARD, Phase.LAST_KNOCK)
        assert view.counts[deal.turn] == (11 if holds_eleven else 10)
        assert view.counts[deal.turn.other] == 10


class Pair:
    """Two people at one table who do what chance says."""

    def __init__(self, club: Club, number: int, random: Random) -> None:
        rules = list(PRESETS.values())[number % len(PRESETS)]
        self.club = club
        self.random = random
        self.people = [club.come(f"ada{number}x"), club.come(f"bea{number}x")]
        self.table = club.lobby.open_table(self.people[0].player, Terms(rules=rules))
        self.done = 0

    async def begin(self) -> Pair:
        await self.club.lobby.sit(self.people[1].player, self.table.number)
        return self

    async def step(self) -> None:
        place = self.random.randrange(2)
        person = self.people[place]
        if not person.stay.is_current:
            self.people[place] = self.club.come(person.player.name)
        elif self.random.random() < 0.02:
            person.drop()
        elif self.table.stage is Stage.DEAL:
            await self.move(person)
        else:
            await self.table.ready(person.player)
        await self.club.settled()

    async def move(self, person: Person) -> None:
        legal = person.view.legal_actions
        if legal:
            await person.act(self.random.choice(legal))
            self.done += 1


def hidden_cards(deal: Deal, seat: Seat) -> list[Card]:
    """The cards that `seat` cannot know."""
    return [*deal.hands[seat.other].without(deal.seen_taken[seat.other]), *deal.stock]


def other_hidden_cards(deal: Deal, seat: Seat, random: Random) -> Deal:
    """The same deal but for the cards that `seat` cannot know."""
    hand = deal.hands[seat.other]
    seen = Hand(deal.seen_taken[seat.other].mask & hand.mask)
    hidden = hidden_cards(deal, seat)
    random.shuffle(hidden)
    unseen = len(hand) - len(seen)
    return replace(
        deal,
        hands=deal.hands.put(seat.other, Hand.of([*seen, *hidden[:unseen]])),
        stock=tuple(hidden[unseen:]),
    )


def check_nothing_hidden_shows(table: Table, random: Random) -> None:
    sitting = table.play._sitting
    assert sitting is not None
    course = sitting.course
    assert course.progress is not None
    if course.progress.deal.showdown is not None:
        return
    for seat in Seat:
        views = table.view(seat), table.view(None)
        changed = replace(
            course.progress, deal=other_hidden_cards(course.progress.deal, seat, random)
        )
        sitting._course = replace(course, progress=changed)
        seen = table.view(seat), table.view(None)
        sitting._course = course
        assert seen == views


def position(table: Table) -> tuple[int, Progress | None]:
    """All that the players have done; what time does to a table is not part of it."""
    assert table.play.course is not None
    return table.play.version, table.play.course.progress


async def test_cards_are_conserved_and_tables_share_nothing() -> None:
    random = Random(56)  # noqa: S311 the same in every run
    club = Club()
    pairs = [await Pair(club, number, random).begin() for number in range(TABLES)]
    positions = {pair.table: position(pair.table) for pair in pairs}
    while sum(pair.done for pair in pairs) < ACTIONS:
        pair = random.choice(pairs)
        await pair.step()
        deal = deal_at(pair.table)
        assert sorted(all_cards(deal)) == list(DECK)
        check_public_counts(pair.table)
        for table, before in positions.items():
            if table is not pair.table:
                assert position(table) == before
        positions[pair.table] = position(pair.table)
        if random.random() < 0.05:
            check_nothing_hidden_shows(pair.table, random)
            club.now += random.random()
            club.lobby.tick()
    assert sum(pair.table.play.deals_dealt for pair in pairs) > 4 * TABLES
