"""Stages: terms that are computed together, in one pass over the same elements.

What must be in memory (results, reductions, operands of products) is an *anchor*;
everything between anchors is computed where it is needed, element by element. An
anchor joins the last stage that goes over the same elements and has what it reads.

A stage over *rows* computes reductions along its inner axes, and elements that use
them: max, exp and sum of a softmax are three passes over one row, which stays in the
cache. A stage over *columns* reduces other axes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from runtime.native.functions.operations import COSTLY
from runtime.native.llvm.failures import Unsupported
from runtime.native.terms.terms import (
    FIXED,
    Apply,
    Called,
    Dims,
    Held,
    Joined,
    Picked,
    Places,
    Product,
    Reduced,
    Reshaped,
    Row,
    Table,
    Term,
    View,
    identity,
    places_of_operand,
)


@dataclass(eq=False, slots=True)
class Stage:
    """Anchors that are computed together, and the axes they go over."""

    kind: str
    """``elements``, ``rows``, ``columns``, ``called``, ``row`` or ``none``."""
    shape: Dims
    split: tuple[int, int] = (0, 0)
    """The first axis that is reduced, and the first after those."""
    targets: list[Term] = field(default_factory=list)

    @property
    def outer(self) -> Dims:
        """Sizes of the axes before the reduced axes."""
        return self.shape[: self.split[0]]

    def is_row_level(self, target: Term) -> bool:
        """Whether a target has one element a row."""
        if isinstance(target, Reduced):
            return True
        return self.kind == "rows" and target.shape != self.shape


@dataclass(eq=False, slots=True)
class StagePlan:
    """The stages of some results, in order, and facts about their anchors."""

    stages: list[Stage]
    stage_of: dict[Term, Stage]
    parts: dict[Term, tuple[Joined, int]]
    """Anchors that are a part of a joined array, and where along its axis."""


def is_in_memory(term: Term) -> bool:
    """Whether nothing is computed for a term."""
    return isinstance(term, (Held, Table))


def plan_stages(roots: Sequence[Term], known: Collection[Term] = ()) -> StagePlan:
    """Plans stages that compute the roots from the known terms.

    Raises:
      Unsupported: for reductions over axes that do not lie side by side.
    """
    promoted: set[Term] = set()
    while True:
        plan = _Planner(roots, promoted, known).plan()
        twice = _costly_terms_of_several_stages(plan)
        if twice <= promoted:
            return plan
        promoted |= twice


class _Planner:
    def __init__(
        self, roots: Sequence[Term], promoted: set[Term], known: Collection[Term]
    ) -> None:
        self.known = known
        self.parts: dict[Term, tuple[Joined, int]] = {}
        self.wanted: set[Term] = {*roots, *promoted}
        self.order: list[Term] = []
        self.stages: list[Stage] = []
        self.index_of: dict[Term, int] = {}
        self.copies: dict[Joined, list[Term]] = {}
        self._collect(roots)

    def _is_known(self, term: Term) -> bool:
        return is_in_memory(term) or term in self.known

    def _collect(self, roots: Sequence[Term]) -> None:
        """Lists anchors in topological order."""
        self._mark(roots)
        seen: set[Term] = set()
        stack: list[tuple[Term, bool]] = [(root, False) for root in reversed(roots)]
        while stack:
            term, is_done = stack.pop()
            if is_done:
                if term in self.wanted and not self._is_known(term):
                    self.order.append(term)
                continue
            if term in seen:
                continue
            seen.add(term)
            stack.append((term, True))
            if self._is_known(term):
                continue
            stack.extend((each, False) for each in self._sources(term))

    def _mark(self, roots: Sequence[Term]) -> None:
        seen: set[Term] = set()
        stack = list(roots)
        while stack:
            term = stack.pop()
            if term in seen or self._is_known(term):
                continue
            seen.add(term)
            if isinstance(term, (Reduced, Called, Joined)):
                self.wanted.add(term)
            if isinstance(term, Row):
                self.wanted.add(term)
            if isinstance(term, (Called, Reshaped, Row)):
                self.wanted.update(term.sources())
            if isinstance(term, Picked):
                self.wanted.add(term.source)
            stack.extend(self._sources(term))

    def _sources(self, term: Term) -> Sequence[Term]:
        if not isinstance(term, Joined):
            return term.sources()
        if term not in self.copies:
            self.copies[term] = self._copied_parts(term)
        return self.copies[term]

    def _copied_parts(self, joined: Joined) -> list[Term]:
        start = 0
        copies: list[Term] = []
        for part in joined.parts:
            copy = Apply(
                part.element,
                part.shape,
                emit=lambda e, registers: registers[0],
                operands=(part,),
                cost=1,
            )
            self.parts[copy] = joined, start
            self.wanted.add(copy)
            start += part.shape[joined.axis]
            copies.append(copy)
        return copies

    def plan(self) -> StagePlan:
        for anchor in self.order:
            self._place(anchor)
        stage_of = {term: self.stages[i] for term, i in self.index_of.items()}
        return StagePlan(self.stages, stage_of, self.parts)

    def _place(self, anchor: Term) -> None:
        if isinstance(anchor, (Joined, Reshaped)):
            self._put(anchor, Stage("none", anchor.shape))
            return
        if isinstance(anchor, Row):
            self._put(anchor, Stage("row", anchor.shape))
            return
        if isinstance(anchor, Called):
            self._put(anchor, Stage("called", anchor.shape))
            return
        wanted = new_stage(anchor)
        earliest = 0
        for term, _ in reached_anchors(anchor, wanted, self.index_of.__contains__):
            earliest = max(earliest, self.index_of[term])
        for index in range(len(self.stages) - 1, earliest - 1, -1):
            if self._can_join(anchor, wanted, index):
                self._join(anchor, wanted, index)
                return
        self._put(anchor, wanted)

    def _put(self, anchor: Term, stage: Stage) -> None:
        stage.targets.append(anchor)
        self.stages.append(stage)
        self.index_of[anchor] = len(self.stages) - 1

    def _can_join(self, anchor: Term, wanted: Stage, index: int) -> bool:
        stage = self.stages[index]
        shape = joined_shape(stage, wanted, anchor)
        if shape is None:
            return False
        inside = set(stage.targets)
        for term, places in reached_anchors(anchor, shape, self.index_of.__contains__):
            if term in inside and not is_aligned(shape, term, places):
                return False
        return True

    def _join(self, anchor: Term, wanted: Stage, index: int) -> None:
        stage = self.stages[index]
        if stage.kind == "elements" and wanted.kind == "rows":
            stage.kind, stage.split = wanted.kind, wanted.split
        stage.targets.append(anchor)
        self.index_of[anchor] = index


def new_stage(anchor: Term) -> Stage:
    """The stage of an anchor alone.

    Raises:
      Unsupported: for reductions over axes that do not lie side by side.
    """
    if not isinstance(anchor, Reduced):
        rank = len(anchor.shape)
        return Stage("elements", anchor.shape, (rank, rank))
    shape = anchor.operand.shape
    long = [axis for axis, size in enumerate(shape) if size != 1]
    reduced = [axis for axis in long if axis in anchor.axes]
    if not reduced:
        return Stage("rows", shape, (len(shape), len(shape)))
    first, last = reduced[0], reduced[-1]
    if any(first < axis < last and axis not in anchor.axes for axis in long):
        raise Unsupported("reductions over axes that do not lie side by side")
    is_suffix = not any(axis > last for axis in long)
    if is_suffix:
        return Stage("rows", shape, (first, len(shape)))
    return Stage("columns", shape, (first, last + 1))


def joined_shape(stage: Stage, wanted: Stage, anchor: Term) -> Stage | None:
    """The stage as it would be with the anchor in it; None if that cannot be."""
    if stage.kind not in ("elements", "rows", "columns"):
        return None
    if wanted.kind == "columns" or stage.kind == "columns":
        alike = (stage.kind, stage.shape, stage.split) == (
            wanted.kind,
            wanted.shape,
            wanted.split,
        )
        return stage if alike else None
    if wanted.kind == "rows":
        if stage.shape != wanted.shape:
            return None
        if stage.kind == "elements":
            return wanted
        return stage if stage.split == wanted.split else None
    if stage.shape == anchor.shape:
        return stage
    is_of_rows = stage.kind == "rows" and row_shape(stage, anchor.shape)
    return stage if is_of_rows else None


def row_shape(stage: Stage, shape: Dims) -> bool:
    """Whether a shape has one element for each row of a stage."""
    outer, rank = stage.outer, len(stage.shape)
    if shape == outer:
        return True
    return shape == (*outer, *[1] * (rank - len(outer)))


def stage_places(stage: Stage, target: Term) -> Places:
    """Where a target of a stage is computed, by the stage's loops."""
    loops = identity(stage.shape)
    if isinstance(target, Reduced):
        return loops
    if target.shape == stage.shape:
        return loops
    return tuple(
        FIXED if size == 1 else loops[axis] for axis, size in enumerate(target.shape)
    )


def reduced_places(stage: Stage, target: Reduced) -> Places:
    """Where the result of a reduction lies, by the stage's loops."""
    loops = identity(stage.shape)
    keeps = len(target.shape) == len(target.operand.shape)
    return tuple(
        FIXED if axis in target.axes else loops[axis]
        for axis in range(len(target.operand.shape))
        if keeps or axis not in target.axes
    )


def is_aligned(stage: Stage, anchor: Term, places: Places) -> bool:
    """Whether an anchor of the same stage is read where it is computed."""
    if stage.kind == "columns":
        return False
    if isinstance(anchor, Reduced):
        return places == reduced_places(stage, anchor)
    return places == stage_places(stage, anchor)


def operands_with_places(term: Term, places: Places) -> Iterator[tuple[Term, Places]]:
    """The operands of a term, with their indices for the index of a result."""
    if isinstance(term, Apply):
        for operand in term.operands:
            yield operand, places_of_operand(operand, places)
    elif isinstance(term, View):
        yield term.source, term.find(places)
    elif isinstance(term, Picked):
        yield term.indices, term.places_of_indices(places)


def reached_anchors(
    anchor: Term, stage: Stage, is_anchor: Callable[[Term], bool]
) -> list[tuple[Term, Places]]:
    """The anchors that an anchor reads in a stage, and where."""
    found: dict[tuple[Term, Places], None] = {}
    start = stage_places(stage, anchor)
    stack = [(anchor, start)]
    if isinstance(anchor, Reduced):
        stack = [(anchor.operand, start)]
    seen = set()
    while stack:
        term, places = stack.pop()
        if (term, places) in seen:
            continue
        seen.add((term, places))
        if term is not anchor and is_anchor(term):
            found[term, places] = None
            continue
        if isinstance(term, (Picked, Reshaped)) and is_anchor(term.source):
            # all of it may be read: it is never where the loops stand
            found[term.source, ()] = None
        if isinstance(term, Reshaped):
            continue
        stack.extend(operands_with_places(term, places))
    return list(found)


def followers(plan: StagePlan) -> dict[Stage, list[Stage]]:
    """Stages that go over the elements of a product, and read nothing later.

    What a thread has made of the product is still in its cache then.
    """
    order = {stage: number for number, stage in enumerate(plan.stages)}
    found: dict[Stage, list[Stage]] = {}
    for stage in plan.stages:
        product = _last_product(plan, stage, order)
        if product is not None:
            found.setdefault(plan.stage_of[product], []).append(stage)
    return found


def replaced_products(plan: StagePlan, roots: Collection[Term]) -> dict[Term, Term]:
    """Products that only one term reads, element by element: it may overwrite them."""
    found: dict[Term, Term] = {}
    readers: dict[Term, set[Stage]] = {}
    for stage in plan.stages:
        for term in terms_read(plan, stage):
            readers.setdefault(term, set()).add(stage)
    for made, after in followers(plan).items():
        (product,), (target, *others) = made.targets, after[0].targets
        is_alike = (target.element, target.shape) == (product.element, product.shape)
        is_read_once = readers[product] == {after[0]} and product not in roots
        if is_alike and is_read_once and not others and target not in plan.parts:
            found[product] = target
    return found


def terms_read(plan: StagePlan, stage: Stage) -> set[Term]:
    """The anchors of other stages that a stage reads."""
    found: set[Term] = set()
    for target in stage.targets:
        if stage.kind in ("called", "row", "none"):
            found.update(target.sources())
        else:
            reached = reached_anchors(target, stage, plan.stage_of.__contains__)
            found.update(term for term, _ in reached)
    return found - set(stage.targets)


def _last_product(
    plan: StagePlan, stage: Stage, order: dict[Stage, int]
) -> Product | None:
    """The product that a stage follows, or None."""
    if stage.kind != "elements" or len(stage.shape) != 2:
        return None
    read = [
        (term, places)
        for target in stage.targets
        for term, places in reached_anchors(target, stage, plan.stage_of.__contains__)
        if term not in stage.targets
    ]
    last = max((order[plan.stage_of[term]] for term, _ in read), default=-1)
    latest = [key for key in read if order[plan.stage_of[key[0]]] == last]
    term = latest[0][0] if latest else None
    if not isinstance(term, Product) or not term.is_called:
        return None
    is_plain = all(key == (term, identity(stage.shape)) for key in latest)
    return term if is_plain and term.shape == stage.shape else None


def _costly_terms_of_several_stages(plan: StagePlan) -> set[Term]:
    """Terms that would be computed again and again, but are worth keeping."""
    seen: dict[Term, set[int]] = {}
    for number, stage in enumerate(plan.stages):
        for target in stage.targets:
            for term in _computed_for(target, plan.stage_of):
                seen.setdefault(term, set()).add(number)
    return {
        term
        for term, stages in seen.items()
        if len(stages) > 1
        and isinstance(term, Apply)
        and term.cost >= COSTLY
        and term.shape
    }


def _computed_for(target: Term, anchors: dict[Term, Stage]) -> set[Term]:
    found: set[Term] = set()
    stack = list(target.sources())
    while stack:
        term = stack.pop()
        if term in found or term in anchors:
            continue
        found.add(term)
        stack.extend(term.sources())
    return found


__all__ = ["Stage", "StagePlan", "plan_stages"]
