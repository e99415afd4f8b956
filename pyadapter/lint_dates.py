"""What the linter minds in dated data: gaps, overlaps, unknown days, citations without a number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import clingo
from clingo import ast

from pyadapter.chronicle import Numbered, numbers
from pyadapter.editions import ALWAYS, day_before, known_editions, spelled
from pyadapter.findings import Finding, finding
from pyadapter.programs import Signature, atoms_of, signature
from pyadapter.session import ground
from pyadapter.worlds import in_every_edition

_SPANS: Mapping[Signature, int] = {
    ("number", 4): 1,
    ("unnumbered", 4): 1,
    ("in_rules", 4): 2,
    ("letter", 4): 1,
}
_FROM: Mapping[Signature, int] = {("listed_from", 2): 1, ("starts", 2): 1, ("archived_as", 2): 0}
_OTHERS: tuple[Signature, ...] = (
    ("changed_after", 3),
    ("listed_after", 2),
    ("listed_as", 2),
    ("era_name", 2),
    ("era_text", 3),
    ("concerns", 2),
    ("rests_on", 4),
    ("grounds", 4),
    ("case_grounds", 2),
)
_WANTED = frozenset([*_SPANS, *_FROM, *_OTHERS])


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact of an encoding, and where it stands."""

    arguments: tuple[clingo.Symbol, ...]
    node: ast.AST

    def word(self, place: int) -> str:
        """Return an argument as it is written."""
        return str(self.arguments[place])

    def day(self, place: int) -> str:
        """Return an argument that is a date."""
        return spelled(self.arguments[place].number)


Facts = Mapping[Signature, Sequence[Stated]]


def date_findings(statements: Iterable[ast.AST]) -> Iterator[Finding]:
    """Yield what is to be minded in the dated data among the statements of encodings."""
    facts = _facts(statements)
    yield from _days(facts)
    yield from _overlaps(facts)
    yield from _eras(facts)
    yield from _listings(facts)
    yield from _numbering(facts)
    yield from _citations(facts)


def _facts(statements: Iterable[ast.AST]) -> Facts:
    found: dict[Signature, list[Stated]] = defaultdict(list)
    for each in statements:
        if each.ast_type is not ast.ASTType.Rule or each.body:
            continue
        for atom in atoms_of(each.head) if each.head.ast_type is ast.ASTType.Literal else ():
            if signature(atom.symbol) in _WANTED:
                for symbol in _symbols(str(atom)):
                    found[signature(atom.symbol)].append(Stated(tuple(symbol.arguments), each))
    return found


def _symbols(text: str) -> Iterable[clingo.Symbol]:
    """Return the facts that a text states: several where it has a pool of arguments."""
    if ";" not in text:
        return (clingo.parse_term(text),)
    control = clingo.Control(logger=lambda *_: None)
    control.add("base", [], f"{text}.")
    control.ground([("base", [])])
    return tuple(atom.symbol for atom in control.symbolic_atoms)


def _first_days() -> frozenset[str]:
    return frozenset(first for first, _ in known_editions())


def _days(facts: Facts) -> Iterator[Finding]:
    last_days = {last for _, last in known_editions()}
    for key, place in _SPANS.items():
        for each in facts.get(key, ()):
            first, last = each.day(place), each.day(place + 1)
            if first not in _first_days():
                yield finding(each.node, f"{first} is not the day of an edition")
            if last not in last_days:
                yield finding(each.node, f"{last} is not the day before an edition")
            if last < first:
                yield finding(each.node, f"ends on {last}, before it begins")
    for key, place in _FROM.items():
        for each in facts.get(key, ()):
            if each.day(place) not in _first_days():
                yield finding(each.node, f"{each.day(place)} is not the day of an edition")


def _overlaps(facts: Facts) -> Iterator[Finding]:
    for key in (("number", 4), ("in_rules", 4), ("letter", 4)):
        for subject, runs in _runs(facts, key).items():
            for earlier, later in pairwise(runs):
                place = _SPANS[key]
                if later.day(place) <= earlier.day(place + 1):
                    yield finding(later.node, f"{key[0]} of {subject} twice on {later.day(place)}")


def _runs(facts: Facts, key: Signature) -> dict[str, list[Stated]]:
    found: dict[str, list[Stated]] = defaultdict(list)
    for each in facts.get(key, ()):
        found[each.word(0)].append(each)
    for runs in found.values():
        runs.sort(key=lambda each: each.day(_SPANS[key]))
    return found


def _gaps(runs: Sequence[Stated], place: int) -> Iterator[tuple[Stated, str, str]]:
    for earlier, later in pairwise(runs):
        expected = day_before(later.day(place))
        if earlier.day(place + 1) < expected:
            yield later, earlier.day(place + 1), later.day(place)


def _eras(facts: Facts) -> Iterator[Finding]:
    oldest = known_editions()[0][0]
    starts = {each.word(0): each.day(1) for each in facts.get(("starts", 2), ())}
    runs_by_subject = _runs(facts, ("in_rules", 4))
    for subject, runs in runs_by_subject.items():
        begins = starts.get(subject, oldest)
        if runs[0].day(2) != begins:
            yield finding(runs[0].node, f"{subject} begins on {runs[0].day(2)}, not on {begins}")
        for later, end, begin in _gaps(runs, 2):
            yield finding(later.node, f"{subject} has no value between {end} and {begin}")
        if runs[-1].day(3) != ALWAYS:
            yield finding(runs[-1].node, f"{subject} has no value after {runs[-1].day(3)}")
    known = {(each.word(0), each.day(2)) for each in facts.get(("in_rules", 4), ())}
    for each in facts.get(("changed_after", 3), ()):
        if (each.word(0), each.day(1)) not in known:
            yield finding(each.node, f"{each.word(0)} doesn't change on {each.day(1)}")
        yield from _adjacent(each, after=each.day(2), first=each.day(1))
    if ("era_name", 2) in facts:
        yield from _explained(facts, runs_by_subject)


def _explained(facts: Facts, runs: Mapping[str, Sequence[Stated]]) -> Iterator[Finding]:
    named = {each.word(0) for each in facts[("era_name", 2)]}
    texts = {(each.word(0), each.word(1)) for each in facts.get(("era_text", 3), ())}
    based = {(each.word(0), each.word(1)) for each in facts.get(("rests_on", 4), ())}
    for subject, stated in runs.items():
        if subject not in named:
            yield finding(stated[0].node, f"{subject} has no era_name")
        for each in stated:
            if (subject, each.word(1)) not in texts:
                yield finding(each.node, f"{subject} has no era_text for {each.word(1)}")
            if (subject, each.word(1)) not in based:
                yield finding(each.node, f"{subject} rests on no rule for {each.word(1)}")


def _adjacent(each: Stated, *, after: str, first: str) -> Iterator[Finding]:
    days = [day for day, _ in known_editions()]
    if first in days and (after not in days or days.index(first) - days.index(after) != 1):
        yield finding(each.node, f"{after} is not the edition before that of {first}")


def _listings(facts: Facts) -> Iterator[Finding]:
    since: dict[str, str] = {}
    for each in facts.get(("listed_from", 2), ()):
        if each.word(0) in since:
            yield finding(each.node, f"{each.word(0)} is listed from two days on")
        since[each.word(0)] = each.day(1)
        if not any(kind == each.word(0) for kind, _ in _required()):
            yield finding(each.node, f"{each.word(0)} is listed and requires nothing")
    for each in facts.get(("listed_after", 2), ()):
        yield from _adjacent(each, after=each.day(1), first=since.get(each.word(0), ""))
    rules = {each.word(0): each.word(1) for each in facts.get(("listed_as", 2), ())}
    for kind, runs in _runs(facts, ("letter", 4)).items():
        if since and runs[0].day(1) != since.get(kind):
            yield finding(
                runs[0].node, f"{kind} has a letter from another day on than it is listed"
            )
        for later, end, begin in _gaps(runs, 1):
            yield finding(later.node, f"{kind} has no letter between {end} and {begin}")
        if runs[-1].day(2) != ALWAYS:
            yield finding(runs[-1].node, f"{kind} has no letter after {runs[-1].day(2)}")
        for run in runs:
            yield from _letter_as_numbered(run, numbers().get(rules.get(kind, ""), ()))


def _letter_as_numbered(run: Stated, numbered: Sequence[Numbered]) -> Iterator[Finding]:
    for edition, _ in known_editions():
        if run.day(1) <= edition <= run.day(2):
            found = [each.rule for each in numbered if each.holds_in(edition)]
            if not found or found[0][-1:] != run.word(3):
                rule = found[0] if found else "no number"
                yield finding(run.node, f"letter {run.word(3)}, but {rule} in {edition}")
                return


def _numbering(facts: Facts) -> Iterator[Finding]:
    declared = _runs(facts, ("unnumbered", 4))
    for subject, runs in _runs(facts, ("number", 4)).items():
        for later, end, begin in _gaps(runs, 1):
            if not all(
                _covered(declared, subject, edition)
                for edition in sorted(_first_days())
                if end < edition < begin
            ):
                yield finding(later.node, f"{subject} has no number between {end} and {begin}")
    known = numbers()
    for each in facts.get(("unnumbered", 4), ()):
        for edition in sorted(_first_days()):
            if each.day(1) <= edition <= each.day(2) and any(
                run.holds_in(edition) for run in known.get(each.word(0), ())
            ):
                yield finding(each.node, f"{each.word(0)} has a number in {edition}")
                break


def _covered(declared: Mapping[str, Sequence[Stated]], subject: str, edition: str) -> bool:
    return any(each.day(1) <= edition <= each.day(2) for each in declared.get(subject, ()))


def _citations(facts: Facts) -> Iterator[Finding]:
    declared = _runs(facts, ("unnumbered", 4))
    grounds: dict[tuple[str, str], list[Stated]] = defaultdict(list)
    for each in facts.get(("grounds", 4), ()):
        grounds[each.word(0), each.word(1)].append(each)
    for (kind, requirement), stated in grounds.items():
        editions = _in_force(kind, requirement)
        if not editions:
            yield finding(stated[0].node, f"{kind} requires no {requirement} in any edition")
        for each in stated:
            yield from _cited(each, each.word(3), editions, declared)
        for edition in editions:
            cited = [*stated, *grounds.get(("any", requirement), ())]
            if not any(_number(each.word(3), edition) for each in cited):
                yield finding(stated[0].node, f"{kind}: {requirement} cites nothing in {edition}")
                break
    for each in facts.get(("case_grounds", 2), ()):
        yield from _cited(each, each.word(1), _since_it_came(each.word(1)), declared)
    if grounds:
        first = next(iter(grounds.values()))[0]
        for kind, requirement in sorted(_required().keys() - grounds.keys()):
            if ("any", requirement) not in grounds:
                yield finding(first.node, f"{kind}: {requirement} rests on no rule")


def _since_it_came(subject: str) -> Sequence[str]:
    """Return the editions since the first that has a rule on a subject: all, if none has."""
    since = min((run.first for run in numbers().get(subject, ())), default="")
    return [edition for edition in sorted(_first_days()) if edition >= since]


def _cited(
    each: Stated,
    subject: str,
    editions: Sequence[str],
    declared: Mapping[str, Sequence[Stated]],
) -> Iterator[Finding]:
    if subject not in _citable():
        yield finding(each.node, f"{subject} is not in numbers.lp, where reasons look")
    for edition in editions:
        if not _number(subject, edition) and not _covered(declared, subject, edition):
            yield finding(each.node, f"{subject} has no number in {edition}")
            return


def _number(subject: str, edition: str) -> bool:
    return any(run.holds_in(edition) for run in numbers().get(subject, ()))


@cache
def _citable() -> frozenset[str]:
    atoms = ground((), files=["rulebook/numbers.lp"], read=[("number", 4)])
    return frozenset(str(subject) for subject, *_ in atoms["number", 4])


@cache
def _required() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return the editions in which each requirement of each kind is in force."""
    files = ("rulebook/kinds.lp", "rulebook/eras.lp")
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    read = [("listed", 1), ("applies", 1), ("requires", 2)]
    atoms_by_edition = in_every_edition((), files=files, read=read)
    for edition, atoms in atoms_by_edition.items():
        listed = {str(kind) for name in ("listed", "applies") for (kind,) in atoms[name, 1]}
        for kind, requirement in atoms["requires", 2]:
            if str(kind) in listed:
                found[str(kind), str(requirement)].append(edition)
    return {key: tuple(editions) for key, editions in found.items()}


def _in_force(kind: str, requirement: str) -> Sequence[str]:
    if requirement == "listed":
        return sorted(_first_days())
    if kind != "any":
        return _required().get((kind, requirement), ())
    found = {
        edition
        for (_, other), editions in _required().items()
        if other == requirement
        for edition in editions
    }
    return sorted(found)
