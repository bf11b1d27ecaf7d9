"""Reductions: elements are accumulated in vectors, and vectors in a scalar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from runtime.native.functions.elementwise import maximum, minimum
from runtime.native.llvm.element_types import BOOL, I64, Element
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.vector_parts import halves
from runtime.native.terms.scopes import Bounds
from runtime.native.terms.terms import Reduced

POSITIONS: Final = frozenset({"argmax", "argmin"})


def _limit(element: Element, is_least: bool) -> float:
    if element.is_float:
        return float("-inf") if is_least else float("inf")
    if element.kind == "b":
        return 0 if is_least else 1
    if element.kind == "u":
        return 0 if is_least else 2**element.bits - 1
    half: int = 1 << (element.bits - 1)
    return -half if is_least else half - 1


def start_value(word: str, element: Element) -> float:
    """The result of an empty reduction."""
    if word in ("sum", "any"):
        return 0
    if word in ("prod", "all"):
        return 1
    return _limit(element, word in ("max", "top", "argmax"))


@dataclass(slots=True)
class Accumulator:
    """The state of one reduction: a slot, and one for positions where it has them."""

    e: Emitter
    term: Reduced
    lanes: int
    best: str = ""
    where: str = ""

    def __post_init__(self) -> None:
        self.best = self.e.slot(self.element, self.lanes)
        if self.term.word in POSITIONS:
            self.where = self.e.slot(I64, self.lanes)

    @property
    def element(self) -> Element:
        """The type of the elements that are reduced."""
        return self.term.operand.element

    def start(self) -> None:
        """Sets the state of a reduction without elements."""
        value = self.e.constant(self.element, start_value(self.term.word, self.element))
        self.e.set(self.best, value, self.lanes)
        if self.where:
            self.e.set(self.where, self.e.constant(I64, 0), self.lanes)

    def take(self, value: Register, index: Register | None) -> None:
        """Accumulates elements; ``index`` is the first one's position on the axis."""
        e, lanes = self.e, self.lanes
        before = e.get(self.best, self.element, lanes)
        if self.where:
            self._take_position(value, before, index)
            return
        found = combined(e, self.term.word, before, value)
        if e.mask is not None and e.mask.lanes == lanes > 1:
            found = e.select(e.mask, found, before)
        e.set(self.best, found, lanes)

    def _take_position(
        self, value: Register, before: Register, index: Register | None
    ) -> None:
        e, lanes = self.e, self.lanes
        assert index is not None
        word = "gt" if self.term.word == "argmax" else "lt"
        is_better = e.compare(word, value, before)
        if e.mask is not None and e.mask.lanes == lanes > 1:
            is_better = e.logical("and", is_better, e.mask)
        places = self._places(index)
        where = e.get(self.where, I64, lanes)
        e.set(self.where, e.select(is_better, places, where), lanes)
        e.set(self.best, e.select(is_better, value, before), lanes)

    def _places(self, index: Register) -> Register:
        if self.lanes == 1 or index.lanes == self.lanes:
            return index
        steps = ", ".join(f"i64 {lane}" for lane in range(self.lanes))
        e, name = self.e, self.e.name()
        text = e.operand(index, self.lanes)
        e.line(f"{name} = add <{self.lanes} x i64> {text}, <{steps}>")
        return Register(name, I64, self.lanes)

    def merge(self, other: Accumulator) -> None:
        """Merges the state of another accumulator."""
        e = self.e
        value = e.get(other.best, self.element, self.lanes)
        mine = e.get(self.best, self.element, self.lanes)
        if not self.where:
            e.set(self.best, combined(e, self.term.word, mine, value), self.lanes)
            return
        place = e.get(other.where, I64, self.lanes)
        my_place = e.get(self.where, I64, self.lanes)
        taken = _is_first(e, self.term.word, (value, place), (mine, my_place))
        e.set(self.best, e.select(taken, value, mine), self.lanes)
        e.set(self.where, e.select(taken, place, my_place), self.lanes)

    def number(self) -> Register:
        """The result in one register: of all lanes together."""
        e = self.e
        if self.where:
            return self._best_place()
        value = e.get(self.best, self.element, self.lanes)
        return value if self.lanes == 1 else across_lanes(e, self.term.word, value)

    def _best_place(self) -> Register:
        e = self.e
        values = e.get(self.best, self.element, self.lanes)
        places = e.get(self.where, I64, self.lanes)
        while values.lanes > 1:
            old, new = zip(halves(e, values), halves(e, places), strict=True)
            taken = _is_first(e, self.term.word, new, old)
            values = e.select(taken, new[0], old[0])
            places = e.select(taken, new[1], old[1])
        return places


def _is_first(
    e: Emitter,
    word: str,
    new: tuple[Register, Register],
    old: tuple[Register, Register],
) -> Register:
    """Whether the first is better, or as good and stands before."""
    is_better = e.compare("gt" if word == "argmax" else "lt", new[0], old[0])
    is_equal = e.compare("eq", new[0], old[0])
    is_before = e.compare("lt", new[1], old[1])
    return e.logical("or", is_better, e.logical("and", is_equal, is_before))


def has_sum(reductions: Iterable[Reduced]) -> bool:
    """Whether a sum of floats is among them, whose error grows with its length."""
    return any(each.word == "sum" and each.element.is_float for each in reductions)


def sum_in_parts(
    states: Sequence[Accumulator], size: int, count: int, run: Callable[[Bounds], None]
) -> None:
    """Accumulates parts of a loop, each from its start, and merges their results.

    ``run`` writes the accumulation of the iterations within bounds.
    """
    e = states[0].e
    totals = [Accumulator(e, each.term, each.lanes) for each in states]
    for total in totals:
        total.start()
    end = e.constant(I64, size)
    with e.counting(e.constant(I64, 0), end, count) as start:
        for state in states:
            state.start()
        stop = e.add(start, e.constant(I64, count))
        run((start, e.select(e.compare("lt", stop, end), stop, end)))
        for total, part in zip(totals, states, strict=True):
            total.merge(part)
    for total, part in zip(totals, states, strict=True):
        part.best, part.where = total.best, total.where


def combined(e: Emitter, word: str, a: Register, b: Register) -> Register:
    """Two values reduced to one."""
    if word == "sum":
        return e.add(a, b)
    if word == "prod":
        return e.mul(a, b)
    if word == "top":
        return e.select(e.compare("gt", b, a), b, a)
    if word == "max":
        return maximum(e, a, b)
    if word == "min":
        return minimum(e, a, b)
    return e.logical("and" if word == "all" else "or", a, b)


_ACROSS: Final = {
    ("sum", "i"): "add",
    ("prod", "i"): "mul",
    ("max", "i"): "smax",
    ("min", "i"): "smin",
    ("max", "u"): "umax",
    ("min", "u"): "umin",
    ("all", "b"): "and",
    ("any", "b"): "or",
}


def across_lanes(e: Emitter, word: str, value: Register) -> Register:
    """Reduces all lanes to one number."""
    if value.element.is_float and word not in ("sum", "prod"):
        while value.lanes > 1:
            value = combined(e, word, *halves(e, value))
        return value
    element, lanes = value.element, value.lanes
    kind, result = element.text(lanes), e.name()
    suffix = f"v{lanes}i1" if element is BOOL else element.suffix(lanes)
    if element.is_float:
        name = f"llvm.vector.reduce.{'fadd' if word == 'sum' else 'fmul'}.{suffix}"
        scalar = element.register
        start = element.literal(start_value(word, element))
        e.module.declare(f"declare {scalar} @{name}({scalar}, {kind})")
        e.line(
            f"{result} = call reassoc {scalar} @{name}({scalar} {start}, "
            f"{kind} {value.text})"
        )
        return Register(result, element)
    letter = "i" if element.kind == "u" and word in ("sum", "prod") else element.kind
    name = f"llvm.vector.reduce.{_ACROSS[word, letter]}.{suffix}"
    e.module.declare(f"declare {element.register} @{name}({kind})")
    e.line(f"{result} = call {element.register} @{name}({kind} {value.text})")
    return Register(result, element)
