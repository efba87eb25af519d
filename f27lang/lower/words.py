"""Names that readers see and no result depends on: hands, endings and places in the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from f27lang import model
from f27lang.lower.features.as_dealt import Taken
from f27lang.lower.features.points import Reading
from f27lang.lower.features.started import DealtSecond
from f27lang.lower.hands import HandMachine
from f27lang.lower.patterns import Clause, Look
from f27lang.lower.settle import Ending


def points(total: Fraction) -> str:
    """Return points as people write them: `6.5`, `27`, `13/3`."""
    return str(float(total)) if total.denominator in (2, 4, 5, 10) else str(total)


def reading_name(reading: Reading) -> str:
    """Return `hard 15` or `soft 20`."""
    return f"{'soft' if reading.soft else 'hard'} {points(reading.total)}"


def dealt_names(game: model.Game, machine: HandMachine) -> list[tuple[str, Callable[[int], bool]]]:
    """Return the names that rules use for hands as dealt, with the test whether a state is such a hand."""
    used = {node.name.text for node in model.walk((game.ranking, game.settle, game.player, game.dealer, game.wagers))
            if isinstance(node, model.Named | model.Rung)}  # fmt: skip
    hands = [hand for hand in (game.hands.lines if game.hands else ()) if hand.name.text in used]
    return [(hand.name.text, _dealt_test(hand, machine)) for hand in hands]


def _dealt_test(hand: model.Hand, machine: HandMachine) -> Callable[[int], bool]:
    clauses = [clause for pattern in hand.patterns for clause in machine.eyes.clauses(pattern) if _as_dealt(clause)]
    return lambda state: not machine.to_be_dealt(state) and machine.eyes.fits(clauses, machine.sight(state), False)


def _as_dealt(clause: Clause) -> bool:
    return any(isinstance(part, Look) and isinstance(part.feature, Taken | DealtSecond) for part in clause)


def outcome_names(game: model.Game, endings: Sequence[Ending]) -> list[str]:
    """Return unique words for each ending, such as `player wins after dealer, dealer over`."""
    assert game.settle
    rows = game.settle.lines
    plain = [_plain(ending, rows[ending.row].moment.text) for ending in endings]
    paid = [f"{name}, {_paid(game, ending)}" for name, ending in zip(plain, endings)]
    facts = [f"{name}, {_facts(rows[ending.row])}" for name, ending in zip(plain, endings)]
    both = [f"{name}, {_paid(game, ending)}" for name, ending in zip(facts, endings)]
    numbered = [f"{name} ({index})" for index, name in enumerate(both, 1)]
    return [_first_unique(choices) for choices in zip(*map(_marked, (plain, paid, facts, both, numbered)))]


def _marked(names: list[str]) -> list[tuple[str, bool]]:
    """Return each name with whether it stands once."""
    counts = Counter(names)
    return [(name, counts[name] == 1) for name in names]


def _first_unique(choices: Iterable[tuple[str, bool]]) -> str:
    return next(name for name, once in choices if once)


def _plain(ending: Ending, moment: str) -> str:
    over = [
        f", {side} over"
        for side, is_over in (("player", ending.player_over), ("dealer", ending.dealer_over))
        if is_over
    ]
    return f"{ending.verdict.words} {moment}" + "".join(over)


def _paid(game: model.Game, ending: Ending) -> str:
    words = [f"{payoff} on {wager.name.text}" for wager, payoff in zip(game.table_wagers, ending.payoffs)]
    return words[0].partition(" on ")[0] if len(words) == 1 else ", ".join(words)


def _facts(row: model.OutcomeRow) -> str:
    return " and ".join(" ".join(fact.span.text.split()) for fact in row.facts) or "else"


def row_text(row: model.OutcomeRow) -> str:
    """Return a settle row as written, on one line."""
    return " ".join(row.span.text.split())


def place(node: model.Node) -> str:
    """Return `child.f27:30-31`, the lines of a node in its own file."""
    return _stretches([node])[0]


def places(sections: Iterable[tuple[str, Sequence[model.Node]]]) -> str:
    """Return where lines of some sections stand: `parent.f27:13-20 (values), child.f27:30-31 (dealer)`."""
    return ", ".join(f"{stretch} ({word})" for word, nodes in sections for stretch in _stretches(nodes))


def _stretches(nodes: Sequence[model.Node]) -> list[str]:
    """Return one stretch of lines per file, from the first to the last line of some nodes."""
    lines: dict[str, list[int]] = {}
    for node in nodes:
        file = node.span.file
        last = file.position(node.span.end - 1)[0]
        lines.setdefault(file.name, []).extend((node.span.line, last))
    return [f"{name}:{_run(min(found), max(found))}" for name, found in lines.items()]


def _run(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
