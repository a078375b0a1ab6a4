from __future__ import annotations

from engine.cards import parse_card
from engine.events import StockDrawn
from engine.seats import Seat
from server.lobby.clock import Clock
from server.lobby.news import KEPT, Happened, NewsLog, Noticed, Said


def news_log() -> NewsLog:
    return NewsLog(Clock(lambda: 0.0, lambda: "21:07"))


def test_news_of_all_kinds_share_one_count() -> None:
    log = news_log()
    log.say("ada", "hello")
    log.notice("bea sat down")
    log.record([StockDrawn(Seat.A, parse_card("5S"))])
    assert log.lines() == (
        Said(1, "ada", "hello", "21:07"),
        Noticed(2, "bea sat down", "21:07"),
        Happened(3, StockDrawn(Seat.A, None)),
    )


def test_only_the_drawer_sees_the_card_drawn() -> None:
    log, drawn = news_log(), StockDrawn(Seat.A, parse_card("5S"))
    log.record([drawn])
    assert log.lines(Seat.A) == (Happened(1, drawn),)
    assert log.lines(Seat.B) == (Happened(1, StockDrawn(Seat.A, None)),)


def test_who_takes_a_seat_over_does_not_see_its_former_cards() -> None:
    log = news_log()
    log.record([StockDrawn(Seat.A, parse_card("5S"))])
    log.hand_over(Seat.A)
    assert log.lines(Seat.A) == (Happened(1, StockDrawn(Seat.A, None)),)


def test_only_the_newest_news_are_kept() -> None:
    log = news_log()
    for number in range(KEPT + 50):
        log.say("ada", str(number))
    assert len(log.lines()) == KEPT
    assert log.lines()[-1].number == KEPT + 50
