"""A match as its log tells it, folded fact by fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from server.fair_shuffle import Shuffle
from server.lobby.course import Course
from server.lobby.facts import Fact


def courses(facts: Iterable[Fact], shuffles: Iterable[Shuffle]) -> Iterator[Course]:
    """Yield where a match stood after each fact of its log.

    Raises:
        CourseError: If a fact cannot follow on those before it.
    """
    decks = {shuffle.deal: shuffle.deck for shuffle in shuffles}
    first, *others = facts
    course = Course.of(first)
    yield course
    for fact in others:
        course = course.after(fact, decks)
        yield course


def recall(facts: Iterable[Fact], shuffles: Iterable[Shuffle]) -> Course:
    """Where a match stands after its whole log.

    Raises:
        CourseError: If a fact cannot follow on those before it.
    """
    *_, last = courses(facts, shuffles)
    return last
