"""Stage: the terms that one set of loops computes, their shapes and places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from runtime.native.llvm.failures import Unsupported
from runtime.native.terms.terms import (
    FIXED,
    Apply,
    Dims,
    Picked,
    Places,
    Reduced,
    Reshaped,
    Term,
    View,
    identity,
    places_of_operand,
)


@dataclass(eq=False, slots=True)
class Stage:
    """Anchors that are computed in one set of loops, and the axes of these loops."""

    kind: str
    """``elements``, ``rows``, ``columns``, ``called``, ``row`` or ``none``."""
    shape: Dims
    split: tuple[int, int] = (0, 0)
    """The first reduced axis, and the first axis after the reduced axes."""
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
    """The stage extended by an anchor; None if the anchor cannot join."""
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
    """The indices at which the stage's loops compute a target."""
    loops = identity(stage.shape)
    if isinstance(target, Reduced):
        return loops
    if target.shape == stage.shape:
        return loops
    return tuple(
        FIXED if size == 1 else loops[axis] for axis, size in enumerate(target.shape)
    )


def reduced_places(stage: Stage, target: Reduced) -> Places:
    """The indices of a reduction's result in the stage's loops."""
    loops = identity(stage.shape)
    keeps = len(target.shape) == len(target.operand.shape)
    return tuple(
        FIXED if axis in target.axes else loops[axis]
        for axis in range(len(target.operand.shape))
        if keeps or axis not in target.axes
    )


def is_aligned(stage: Stage, anchor: Term, places: Places) -> bool:
    """Whether an anchor is read at the same indices at which its stage computes it."""
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
    """The anchors that an anchor reads in a stage, each with its indices."""
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
