"""Code generation of a region for arguments of known shapes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

import runtime.native.bodies.control_flow
import runtime.native.bodies.list_nodes
import runtime.native.lowering.everything  # noqa: F401
from graphir.compute.array_pool import LEAST_BYTES, new_array
from graphir.compute.blas import ALONE, OneThread
from graphir.wire.garbage import collection_paused
from runtime.native.bodies.bodies import CONTROL_FLOW, Bodies, Body, is_written
from runtime.native.calls.entries import (
    Argument,
    context_of,
    define_entry,
    define_filling,
    number_in_memory,
    pointer_in_table,
)
from runtime.native.calls.object_layout import NativeFunction, numpy_dtype
from runtime.native.llvm.code_cache import Code
from runtime.native.llvm.element_types import U8
from runtime.native.llvm.emitter import Emitter
from runtime.native.llvm.engine import compiled, engine, new_module
from runtime.native.llvm.failures import FailureSites
from runtime.native.lowering.nodes import Lowering, checked_element
from runtime.native.regions.arena import ALIGNMENT, borrow_arena, return_arena
from runtime.native.regions.region import Region, ShapeKey
from runtime.native.regions.shared_work import SharedWork, share, write_shared
from runtime.native.regions.threads import run_together
from runtime.native.terms.memory import Memory, contiguous_strides
from runtime.native.terms.scopes import Scope
from runtime.native.terms.terms import Held, Term

LOCK_BYTES: Final = 1 << 16
"""Arguments of more bytes are worked on without Python's lock."""


@dataclass(slots=True)
class RegionCode:
    """A region as machine code for arguments of certain shapes."""

    arguments: list[Argument]
    sites: FailureSites
    code: Code
    native: NativeFunction
    run: Callable[..., Any]
    """Takes the arguments and the arrays for results; returns a status."""
    make_results: list[Callable[[], Any]]

    def __call__(self, *arrays: Any) -> tuple[int, list[Any]]:
        """The status, and the results if it is 0."""
        results = [make() for make in self.make_results]
        status: int = self.run(*arrays, *results)
        return status, results


@dataclass(slots=True)
class _Written:
    """The generated text of a region, and the information needed to call it."""

    text: str
    inputs: list[Argument]
    results: list[Argument]
    temporaries: list[Argument]
    lowering: Lowering
    first_array: int | None
    """The place in the threads' table of the first address, where they share it."""


def generate(region: Region, shapes: ShapeKey) -> RegionCode:
    """Compiles a region for arguments of these shapes.

    Raises:
      Unsupported: if a node, with these shapes, is not covered; says why.
    """
    written = region.written.pop(shapes, None) or _written(region, shapes)
    return (
        _plain_code(written) if written.first_array is None else _shared_code(written)
    )


def code_text(region: Region, shapes: ShapeKey, stage: str) -> str:
    """The code of a region for arguments of these shapes, as text.

    Raises:
      Unsupported: if it is not covered; says why.
    """
    return engine().shown(_written(region, shapes).text, stage)


def _written(region: Region, shapes: ShapeKey) -> _Written:
    inputs = _arguments(region, shapes)
    # the collector's walks over terms, all of which stay, would take a third of it
    with collection_paused():
        if any(is_written(node) for node in region.nodes):
            return _written_plainly(region, inputs)
        lowered = _lowered(region, inputs)
        work = share(lowered.inputs, lowered.results)
        if work is not None:
            return _written_as_shared(region, inputs, work, lowered.lowering)
        return _written_plainly(region, inputs, lowered)


def require_supported(region: Region, shapes: ShapeKey) -> None:
    """Writes the code of a region, to be compiled when it is first called.

    Raises:
      Unsupported: if it cannot; with the reason.
    """
    region.written[shapes] = _written(region, shapes)


def _arguments(region: Region, shapes: ShapeKey) -> list[Argument]:
    return [
        Argument(checked_element(value), shape, True)
        for value, shape in zip(region.inputs, shapes, strict=True)
    ]


@dataclass(slots=True)
class _Lowered:
    """A region without control flow as terms, before any code."""

    lowering: Lowering
    inputs: list[Held]
    results: list[Term]


def _lowered(region: Region, inputs: Sequence[Argument]) -> _Lowered:
    """The terms of the arguments and of the results."""
    lowering = Lowering(FailureSites())
    held = [Held(each.element, each.shape) for each in inputs]
    body = Body(Bodies(lowering, region.graph.functions), Scope(Emitter(new_module())))
    return _Lowered(lowering, held, _taken(body, region, held))


def _taken(body: Body, region: Region, held: Sequence[Held]) -> list[Term]:
    """The terms of a region's results, given those of its arguments."""
    body.roots = dict(region.roots)
    body.terms.update(zip(region.inputs, held, strict=True))
    body.take(region.nodes)
    return [body.term(value) for value in region.outputs]


def _written_plainly(
    region: Region, inputs: list[Argument], lowered: _Lowered | None = None
) -> _Written:
    """Code that one thread runs from its beginning to its end."""
    module = new_module()
    e = Emitter(module, region.fast_math)
    shared, results = _write_run(e, region, inputs, lowered)
    module.define("define internal i64 @run(ptr noalias %table)", e)
    scratch = [Argument(U8, (shared.scratch_bytes + ALIGNMENT,), False)]
    temporaries = scratch if shared.scratch_bytes else []
    arguments = [*inputs, *results, *temporaries]
    size = sum(math.prod(each.shape) * each.element.bytes for each in arguments)
    thread = _thread_place(region, inputs) if shared.watch else None
    define_entry(module, arguments, thread is not None or size > LOCK_BYTES, thread)
    return _Written(module.text(), inputs, results, temporaries, shared.lowering, None)


def _plain_code(written: _Written) -> RegionCode:
    results, temporaries = written.results, written.temporaries
    code = compiled(written.text, ["entry"])
    context = context_of([*written.inputs, *results, *temporaries])
    native = NativeFunction(code.addresses["entry"], context)
    makers = [_maker(each) for each in results]
    run = native.call
    if temporaries:
        run = _with_scratch(run, _maker(temporaries[0]))
    lowering = written.lowering
    run = _with_blas(run, lowering)
    return RegionCode(written.inputs, lowering.sites, code, native, run, makers)


def _with_scratch(
    run: Callable[..., Any], make_scratch: Callable[[], Any]
) -> Callable[..., Any]:
    return lambda *arrays: run(*arrays, make_scratch())


def _with_blas(run: Callable[..., Any], lowering: Lowering) -> Callable[..., Any]:
    """The threads of a BLAS library wait for each other, however small the product."""
    if lowering.multiplications <= ALONE:
        return run

    def run_single_threaded(*arrays: Any) -> Any:
        with OneThread():
            return run(*arrays)

    return run_single_threaded


def _written_as_shared(
    region: Region, inputs: list[Argument], work: SharedWork, lowering: Lowering
) -> _Written:
    """Code whose stages several threads work on together."""
    module = new_module()
    write_shared(module, work, region.fast_math)
    results = [Argument(each.element, each.shape, False) for each in work.results]
    arena = [Argument(U8, (work.arena.size + ALIGNMENT,), False)]
    temporaries = arena if work.temporaries else []
    define_filling(module, [*inputs, *results, *temporaries], work.first_array)
    text = module.text()
    return _Written(text, inputs, results, temporaries, lowering, work.first_array)


def _shared_code(written: _Written) -> RegionCode:
    arguments = [*written.inputs, *written.results, *written.temporaries]
    code = compiled(written.text, ["entry", "run"])
    native = NativeFunction(code.addresses["entry"], context_of(arguments))
    assert written.first_array is not None
    size = written.first_array + len(arguments)
    function = code.addresses["run"]

    def run(*arrays: Any) -> int:
        table = np.zeros(size, np.int64)
        status: int = native.call(*arrays, table)
        return status or run_together(function, table.ctypes.data)

    if written.temporaries:
        run = _with_arena(run, math.prod(written.temporaries[0].shape))
    makers = [_maker(each) for each in written.results]
    lowering = written.lowering
    shared = _with_blas(run, lowering)
    return RegionCode(written.inputs, lowering.sites, code, native, shared, makers)


def _with_arena(run: Callable[..., int], size: int) -> Callable[..., int]:
    def run_with_arena(*arrays: Any) -> int:
        arena = borrow_arena(size)
        try:
            return run(*arrays, arena)
        finally:
            return_arena(arena)

    return run_with_arena


def _maker(argument: Argument) -> Callable[[], Any]:
    shape, dtype = argument.shape, numpy_dtype(argument.element)
    is_large = math.prod(shape) * dtype.itemsize >= LEAST_BYTES
    make = new_array if is_large else np.empty
    return lambda: make(shape, dtype)


def _write_run(
    e: Emitter, region: Region, inputs: Sequence[Argument], lowered: _Lowered | None
) -> tuple[Bodies, list[Argument]]:
    """Writes the body of ``run``; gives the results' types and shapes."""
    e.start_status()
    place = len(inputs) + len(region.outputs)
    has_flow = any(node.op in CONTROL_FLOW for node in region.nodes)
    lowering = (
        Lowering(FailureSites(), single_threaded=has_flow)
        if lowered is None
        else lowered.lowering
    )
    shared = Bodies(lowering, region.graph.functions, "%scratch")
    scope = Scope(e)
    body = Body(shared, scope)
    if lowered is None:
        held = [Held(each.element, each.shape) for each in inputs]
        _place_arguments(scope, held)
        terms = _taken(body, region, held)
    else:
        _place_arguments(scope, lowered.inputs)
        terms = lowered.results
    wanted, results = [], []
    for number, term in enumerate(terms):
        pointer = pointer_in_table(e, "%table", len(inputs) + number)
        wanted.append((term, Memory(pointer, contiguous_strides(term.shape))))
        results.append(Argument(term.element, term.shape, False))
    body.finish(wanted)
    if shared.scratch_bytes:
        e.slots[:0] = _scratch_lines(place)
    if shared.watch is not None:
        e.slots[:0] = _thread_lines(_thread_place(region, inputs))
    e.end_with_status()
    return shared, results


def _thread_place(region: Region, inputs: Sequence[Argument]) -> int:
    """The table entry of Python's thread, after the results and the scratch memory."""
    return len(inputs) + len(region.outputs) + 1


def _thread_lines(place: int) -> list[str]:
    """Code that reads the thread whose lock was released."""
    return [
        f"  %entry5 = getelementptr ptr, ptr %table, i64 {place}",
        "  %thread = load ptr, ptr %entry5",
    ]


def _scratch_lines(place: int) -> list[str]:
    """Code that reads the caller's scratch memory, aligned to a cache line."""
    return [
        f"  %entry0 = getelementptr ptr, ptr %table, i64 {place}",
        "  %entry1 = load i64, ptr %entry0",
        f"  %entry2 = add i64 %entry1, {ALIGNMENT - 1}",
        f"  %entry3 = and i64 %entry2, {-ALIGNMENT}",
        "  %scratch = inttoptr i64 %entry3 to ptr",
    ]


def _place_arguments(scope: Scope, arguments: Sequence[Held]) -> None:
    """Tells where arguments lie: numbers in registers, arrays in memory."""
    for index, held in enumerate(arguments):
        pointer = pointer_in_table(scope.e, "%table", index)
        if held.shape:
            strides = contiguous_strides(held.shape)
            scope.memories[held] = Memory(pointer, strides, is_constant=True)
        else:
            number = number_in_memory(scope.e, pointer, held.element)
            scope.numbers[held] = number
