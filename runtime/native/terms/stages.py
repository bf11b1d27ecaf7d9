"""Stages: terms that are computed together, in one pass over the same elements.

A term that must be in memory (a result, a reduction, an operand of a product) is an
*anchor*; terms between anchors are computed where they are needed, element by element.
An anchor joins the last stage that goes over the same elements and computes its inputs.

A stage over *rows* computes reductions along its inner axes, and elements that use
them: max, exp and sum of a softmax are three passes over one row, which stays in the
cache. A stage over *columns* reduces other axes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from runtime.native.functions.operations import COSTLY
from runtime.native.terms.stage_shapes import (
    Stage,
    is_aligned,
    joined_shape,
    new_stage,
    reached_anchors,
)
from runtime.native.terms.terms import (
    Apply,
    Called,
    Held,
    Joined,
    Picked,
    Product,
    Reduced,
    Reshaped,
    Row,
    Table,
    Term,
    identity,
)


@dataclass(eq=False, slots=True)
class StagePlan:
    """The stages of some results, in order, and facts about their anchors."""

    stages: list[Stage]
    stage_of: dict[Term, Stage]
    parts: dict[Term, tuple[Joined, int]]
    """Anchors that are a part of a joined array, and where along its axis."""


def is_in_memory(term: Term) -> bool:
    """Whether a term is in memory already: an argument or a constant array."""
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


def followers(plan: StagePlan) -> dict[Stage, list[Stage]]:
    """Stages that go over the elements of a product, and read no later results.

    The part of the product that a thread has computed is still in the thread's cache.
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
