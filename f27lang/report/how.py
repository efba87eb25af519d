"""How a number was got, in words: a way to play, a shoe, what is known -> what stands beside the number."""

from __future__ import annotations

from f27lang.report.text import count

FRESH = ", a fresh shoe's first hand"
WORN = "what later hands find in the shoe is no part of it: `f27 simulate` plays on to the shuffle"


def play_of(play: str, knowledge: str, shoe: str) -> str:
    """Say who plays how, from which shoe."""
    if play == "chart":
        return "basic strategy (the chart)"
    if play != "best":
        return f"strategy {play}"
    if knowledge == "ranks":
        return "best play, knowing every rank seen"
    return "best play, knowing every card seen" if shoe == "full" else "best play"


def method_of(knowledge: str, shoe: str, decks: int | None, *, worn: bool = False) -> str:
    """Say how a number was got, from so many decks where that is one number; from a `worn` shoe's first hand."""
    if shoe == "endless":
        return "exact, endless shoe"
    depends = "total-dependent" if knowledge == "total" else "composition-dependent"
    return f"exact, {depends}" + (f", {count(decks, 'deck')}" if decks else "") + (FRESH if worn else "")
