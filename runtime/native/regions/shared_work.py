"""Large regions split into stages whose iterations several threads share.

The table holds a status, for each stage a counter of iterations that were claimed and
a counter of iterations that are finished, then the addresses of arrays. Each thread
claims iterations of the first stage until none is left, waits until the other threads
have finished theirs, and goes on to the next stage.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from runtime.native.bodies.bodies import (
    anchors_in_memory,
    copy_of,
    is_retargetable,
    place_tables,
    place_views,
)
from runtime.native.calls.entries import pointer_in_table
from runtime.native.llvm.element_types import I64, U8
from runtime.native.llvm.emitter import Emitter, Module, Register
from runtime.native.llvm.engine import engine
from runtime.native.loops.nests import Nest
from runtime.native.loops.stage_code import (
    emit_part,
    emit_stage,
    group_of_part,
    parallel_extent,
)
from runtime.native.products.products import turning_axis
from runtime.native.regions.arena import ALIGNMENT, Arena, planned_arena
from runtime.native.regions.stage_functions import (
    Number,
    StageFunction,
    array_name,
    defined_stage,
    read_number,
)
from runtime.native.regions.threads import thread_count
from runtime.native.terms.memory import Memory, contiguous_strides
from runtime.native.terms.scopes import Scope
from runtime.native.terms.stage_shapes import Stage
from runtime.native.terms.stages import (
    StagePlan,
    followers,
    plan_stages,
    replaced_products,
)
from runtime.native.terms.terms import Apply, Called, Held, Reshaped, Term

LEAST_WORK: Final = 200_000
"""Instructions' worth; less is done by one thread before a second one has woken."""
CHUNKS: Final = 8
"""Parts per thread: a delayed thread then claims fewer parts than the others."""
PAUSES: Final = 1000
"""After these a waiting thread gives its core away: about 20 microseconds."""
PRODUCTS_AT_ONCE: Final = 8
"""Multiplications of a product of matrices that cost as much as one instruction."""
LEAST_CHUNK: Final = 30_000
"""Instructions' worth of one part."""


@dataclass(slots=True)
class SharedWork:
    """The stages of a region, and the arrays that its code has in the table."""

    plan: StagePlan
    inputs: list[Term]
    results: list[Term]
    temporaries: list[Term]
    replaced: dict[Term, Term]
    """Products -> the terms that overwrite their memory."""
    arena: Arena
    """Where the temporaries lie, which are one array for the caller."""

    @property
    def first_array(self) -> int:
        """The place of the first address in the table."""
        return 1 + 2 * len(self.plan.stages)

    @property
    def arrays(self) -> list[Term]:
        """All arrays: inputs and results, which are in the table, then the arena's."""
        return [*self.inputs, *self.results, *self.temporaries]

    def address(self, e: Emitter, index: int) -> str:
        """Writes the computation of an array's address; returns the register."""
        in_table = len(self.inputs) + len(self.results)
        if index < in_table:
            return pointer_in_table(e, "%table", self.first_array + index)
        start = pointer_in_table(e, "%table", self.first_array + in_table)
        number, end, place, found = (e.name() for _ in range(4))
        offset = self.arena.offsets[self.temporaries[index - in_table]]
        e.line(f"{number} = ptrtoint ptr {start} to i64")
        e.line(f"{end} = add i64 {number}, {ALIGNMENT - 1}")
        e.line(f"{place} = and i64 {end}, {-ALIGNMENT}")
        e.line(f"{found} = inttoptr i64 {place} to ptr")
        return e.address(found, U8, e.constant(I64, offset))


def share(inputs: Sequence[Term], results: Sequence[Term]) -> SharedWork | None:
    """The stages that several threads share; None if one thread is as quick."""
    if thread_count() < 2:
        return None
    roots = _roots(results)
    plan = plan_stages(roots, set(inputs))
    if any(stage.kind == "row" for stage in plan.stages):
        return None
    if sum(work_of(stage) for stage in plan.stages) < LEAST_WORK:
        return None
    replaced = replaced_products(plan, roots)
    inside = [term for term in anchors_in_memory(plan, roots) if term not in roots]
    views = {*plan.parts, *replaced}
    kept = [t for t in inside if not isinstance(t, Reshaped) and t not in views]
    arena = planned_arena(plan, kept, replaced)
    return SharedWork(plan, list(inputs), roots, kept, replaced, arena)


def _roots(results: Sequence[Term]) -> list[Term]:
    """The term to compute for each result: itself, or a copy of an existing one."""
    roots: list[Term] = []
    for term in results:
        is_own = is_retargetable(term) and term not in roots
        roots.append(term if is_own else copy_of(term))
    return roots


def work_of(stage: Stage) -> int:
    """The estimated number of instructions of a stage."""
    target = stage.targets[0]
    if isinstance(target, Called):
        return target.multiplications // PRODUCTS_AT_ONCE
    size, cost = math.prod(stage.shape), 1
    seen: set[Term] = set()
    stack = [each for target in stage.targets for each in target.sources()]
    while stack:
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        if isinstance(term, Apply):
            cost += term.cost
            stack.extend(term.sources())
    return size * (4 + cost) // 4


def write_shared(module: Module, work: SharedWork, fast_math: bool) -> None:
    """Adds a function for each stage, and ``run``, which all threads call."""
    e = Emitter(module)
    e.start_status()
    after, places = followers(work.plan), _places(e, work)
    taken_along = {follower for stages in after.values() for follower in stages}
    for number, stage in enumerate(work.plan.stages):
        if stage.kind == "none" or stage in taken_along:
            continue
        inside = Emitter(module, fast_math)
        function, turns = _write_stage(
            inside, places, number, stage, after.get(stage, [])
        )
        _claim_iterations(e, number, turns, work_of(stage), (function, work))
    status = e.load_index("%table", 0)
    assert e.status is not None
    e.set(e.status, status)
    e.end_with_status()
    module.define("define i64 @run(ptr %table)", e)


def _write_stage(
    e: Emitter,
    places: _Places,
    number: int,
    stage: Stage,
    after: Sequence[Stage],
) -> tuple[StageFunction, tuple[int, int]]:
    """Adds a stage's function; its iterations, and the size of their groups.

    Each iteration also computes its elements of the stages that follow the product.
    """
    e.start_status()
    scope, numbers = places.scope_of(e, number)
    nest = Nest(scope, stage)
    extent, together = parallel_extent(nest, thread_count())
    bounds = (Register("%low", I64), Register("%high", I64)) if extent > 1 else None
    axis = turning_axis(stage.targets[0]) if after else 0
    along = [Nest(scope, each, (1,)) for each in after]
    together = math.lcm(together, *(group_of_part(each, axis) for each in along))
    for each in (nest, *along):
        each.parts_of = together
    emit_stage(nest, bounds)
    for each in along:
        emit_part(each, axis, bounds)
    e.end_with_status()
    return defined_stage(e.module, e, numbers), (extent, together)


@dataclass(slots=True)
class _Places:
    """Where the arrays of all stages lie, found once: stages may be many."""

    memories: dict[Term, Memory]
    scalars: dict[Term, tuple[int, Number]]
    """The index of each array of one element, and how that is read."""
    made_by: dict[Term, int]
    """The number of the stage that computes a term."""

    def scope_of(self, e: Emitter, number: int) -> tuple[Scope, dict[int, Number]]:
        """A stage's names of arrays, and of numbers with how they are read.

        A number is read where it is there before the stage.
        """
        scope, numbers = Scope(e, dict(self.memories)), {}
        for term, (index, read) in self.scalars.items():
            if isinstance(term, Held) or self.made_by.get(term, number) < number:
                del scope.memories[term]
                scope.numbers[term] = read.register
                numbers[index] = read
        return scope, numbers


def _places(e: Emitter, work: SharedWork) -> _Places:
    scope, scalars = Scope(e), {}
    place_tables(scope, work.results)
    for index, term in enumerate(work.arrays):
        strides = contiguous_strides(term.shape)
        is_input = isinstance(term, Held)
        scope.memories[term] = Memory(array_name(index), strides, is_constant=is_input)
        if not term.shape:
            scalars[term] = index, read_number(e.module, index, term.element)
    for product, term in work.replaced.items():
        scope.memories[product] = scope.memories[term]
    place_views(work.plan, scope)
    made_by = {
        term: number
        for number, stage in enumerate(work.plan.stages)
        for term in stage.targets
    }
    return _Places(scope.memories, scalars, made_by)


def _claim_iterations(
    e: Emitter,
    number: int,
    turns: tuple[int, int],
    size: int,
    called: tuple[StageFunction, SharedWork],
) -> None:
    """Takes parts of a stage until there are none, and waits until all are done."""
    extent, together = turns
    chunk = _chunk(extent, together, size)
    taken, done = (_place(e, 1 + 2 * number + each) for each in (0, 1))
    head, inside, wait, pause, after = map(
        e.label, ("take", "work", "wait", "pause", "next")
    )
    e.jump(head)
    e.start_block(head)
    start = e.name()
    e.line(f"{start} = atomicrmw add ptr {taken}, i64 {chunk} monotonic")
    begin, limit = Register(start, I64), e.constant(I64, extent)
    e.branch(e.compare("lt", begin, limit), inside, wait)
    e.start_block(inside)
    end = e.add(begin, e.constant(I64, chunk))
    end = e.select(e.compare("lt", end, limit), end, limit)
    _work(e, called, begin, end)
    count = e.sub(end, begin)
    e.line(f"{e.name()} = atomicrmw add ptr {done}, i64 {count.text} release")
    e.jump(head)
    e.start_block(wait)
    waited = e.slot(I64)
    e.set(waited, e.constant(I64, 0))
    look = e.label("look")
    e.jump(look)
    e.start_block(look)
    found = e.name()
    e.line(f"{found} = load atomic i64, ptr {done} acquire, align 8")
    e.branch(e.compare("lt", Register(found, I64), limit), pause, after)
    e.start_block(pause)
    _pause(e, waited)
    e.jump(look)
    e.start_block(after)


def _work(
    e: Emitter,
    called: tuple[StageFunction, SharedWork],
    begin: Register,
    end: Register,
) -> None:
    function, work = called
    status = function.write_call(e, work.address, (begin, end))
    failed = e.compare("ne", Register(status, I64), e.constant(I64, 0))
    with e.when(failed):
        e.line(f"store atomic i64 {status}, ptr %table monotonic, align 8")


def _place(e: Emitter, index: int) -> str:
    return e.address("%table", I64, e.constant(I64, index))


def _pause(e: Emitter, waited: str) -> None:
    """Waits a moment; after many, lets another thread have the core."""
    if engine().is_x86:
        e.module.declare("declare void @llvm.x86.sse2.pause()")
        e.line("call void @llvm.x86.sse2.pause()")
    if sys.platform == "win32":
        return
    count = e.add(e.get(waited, I64), e.constant(I64, 1))
    e.set(waited, count)
    with e.when(e.compare("gt", count, e.constant(I64, PAUSES))):
        e.module.declare("declare i32 @sched_yield()")
        e.line(f"{e.name()} = call i32 @sched_yield()")


def _chunk(extent: int, together: int, work: int) -> int:
    """The number of iterations of a chunk, a multiple of the group size."""
    parts = min(CHUNKS * thread_count(), max(1, work // LEAST_CHUNK))
    chunk = -(-extent // parts)
    return -(-chunk // together) * together
