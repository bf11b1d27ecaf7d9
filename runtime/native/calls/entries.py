"""The entry point that Python calls: checks arrays and reads their addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from runtime.native.calls.object_layout import (
    DATA,
    DTYPE,
    FLAGS,
    RANK,
    SIZES,
    TYPE,
    USABLE,
    numpy_dtype,
)
from runtime.native.llvm.element_types import Element
from runtime.native.llvm.emitter import Emitter, Module, Register
from runtime.native.llvm.failures import INTERRUPTED, MISMATCH
from runtime.native.llvm.storage_formats import from_memory
from runtime.native.terms.terms import Dims


@dataclass(frozen=True, slots=True)
class Argument:
    """An array, or number, that the code is made for."""

    element: Element
    shape: Dims
    is_input: bool


def context_of(arguments: Sequence[Argument]) -> Any:
    """The addresses of types that an entry checks: the entry receives them as ``self``.

    So the code itself is the same in every process.
    """
    numbers = [id(np.ndarray)]
    for each in arguments:
        dtype = numpy_dtype(each.element)
        numbers += [id(dtype), id(dtype.type)]
    return np.array(numbers, np.uint64)


def define_entry(
    module: Module,
    arguments: Sequence[Argument],
    releases_lock: bool,
    thread_place: int | None = None,
) -> None:
    """Adds ``entry``: fills a table with addresses, then calls ``run``.

    Code that asks Python for signals finds its thread at a place in the table.
    """
    e = Emitter(module)
    table = e.name("table")
    size = max(1, len(arguments), 1 + (thread_place or 0))
    e.slots.append(f"  {table} = alloca [{size} x ptr]")
    _fill(e, arguments, table)
    _end(e, _run(e, table, releases_lock, thread_place))


def define_filling(module: Module, arguments: Sequence[Argument], first: int) -> None:
    """Adds ``entry``: fills the table that is the last argument, from an index on."""
    e = Emitter(module)
    given = _load(e, "ptr", "%arguments", 8 * len(arguments))
    table = _offset(e, _load(e, "ptr", given, DATA), 8 * first)
    _fill(e, arguments, table)
    _end(e, "0")


def _fill(e: Emitter, arguments: Sequence[Argument], table: str) -> None:
    context = _load(e, "ptr", "%self", DATA)
    array_type = _load(e, "ptr", context, 0)
    for index, argument in enumerate(arguments):
        given = _load(e, "ptr", "%arguments", 8 * index)
        slot = _offset(e, table, 8 * index)
        if not argument.is_input:
            e.line(f"store ptr {_load(e, 'ptr', given, DATA)}, ptr {slot}")
            continue
        kinds = [_load(e, "ptr", context, 8 * (1 + 2 * index + i)) for i in (0, 1)]
        _check(e, argument, given, (array_type, *kinds), slot)


def _end(e: Emitter, status: str) -> None:
    """Returns the status as a Python integer."""
    module = e.module
    e.line(f"%result = call ptr @PyLong_FromLong(i64 {status})")
    e.line("ret ptr %result")
    e.start_block("mismatch")
    e.line(f"%refusal = call ptr @PyLong_FromLong(i64 {MISMATCH})")
    e.line("ret ptr %refusal")
    module.declare("declare ptr @PyLong_FromLong(i64)")
    module.define("define ptr @entry(ptr %self, ptr %arguments, i64 %count)", e)


def _run(e: Emitter, table: str, releases_lock: bool, thread_place: int | None) -> str:
    status = e.name()
    if not releases_lock:
        e.line(f"{status} = call i64 @run(ptr {table})")
        return status
    e.module.declare("declare ptr @PyEval_SaveThread()")
    e.module.declare("declare void @PyEval_RestoreThread(ptr)")
    state = e.name()
    e.line(f"{state} = call ptr @PyEval_SaveThread()")
    if thread_place is not None:
        e.line(f"store ptr {state}, ptr {_offset(e, table, 8 * thread_place)}")
    e.line(f"{status} = call i64 @run(ptr {table})")
    if thread_place is not None:
        _leave_if_interrupted(e, status)
    e.line(f"call void @PyEval_RestoreThread(ptr {state})")
    return status


def _leave_if_interrupted(e: Emitter, status: str) -> None:
    """Returns to Python if a signal handler raised an error; the lock is held then."""
    test, interrupted, after = e.name(), e.label("interrupted"), e.label("after")
    e.line(f"{test} = icmp eq i64 {status}, {INTERRUPTED}")
    e.line(f"br i1 {test}, label %{interrupted}, label %{after}")
    e.start_block(interrupted)
    e.line("ret ptr null")
    e.start_block(after)


def _offset(e: Emitter, pointer: str, count: int) -> str:
    result = e.name("p")
    e.line(f"{result} = getelementptr i8, ptr {pointer}, i64 {count}")
    return result


def _load(e: Emitter, kind: str, pointer: str, offset: int) -> str:
    result = e.name()
    e.line(f"{result} = load {kind}, ptr {_offset(e, pointer, offset)}")
    return result


def _require_equal(e: Emitter, kind: str, found: str, expected: str) -> None:
    test, after = e.name(), e.label("same")
    e.line(f"{test} = icmp eq {kind} {found}, {expected}")
    e.line(f"br i1 {test}, label %{after}, label %mismatch")
    e.start_block(after)


def _check(
    e: Emitter, argument: Argument, given: str, types: tuple[str, ...], slot: str
) -> None:
    """Puts the address of the elements into the table, if they are as expected."""
    array_type, dtype, number_type = types
    found = _load(e, "ptr", given, TYPE)
    if argument.shape:
        _require_equal(e, "ptr", found, array_type)
        _check_array(e, argument, given, dtype, slot)
        return
    test, number, array, done = (
        e.name(),
        e.label("number"),
        e.label("array"),
        e.label("done"),
    )
    e.line(f"{test} = icmp eq ptr {found}, {number_type}")
    e.line(f"br i1 {test}, label %{number}, label %{array}")
    e.start_block(number)
    e.line(f"store ptr {_offset(e, given, DATA)}, ptr {slot}")
    e.jump(done)
    e.start_block(array)
    _require_equal(e, "ptr", found, array_type)
    _check_array(e, argument, given, dtype, slot)
    e.jump(done)
    e.start_block(done)


def _check_array(
    e: Emitter, argument: Argument, given: str, dtype: str, slot: str
) -> None:
    _require_equal(e, "ptr", _load(e, "ptr", given, DTYPE), dtype)
    rank = _load(e, "i32", given, RANK)
    _require_equal(e, "i32", rank, str(len(argument.shape)))
    flags, masked = _load(e, "i32", given, FLAGS), e.name()
    e.line(f"{masked} = and i32 {flags}, {USABLE}")
    _require_equal(e, "i32", masked, str(USABLE))
    if argument.shape:
        sizes = _load(e, "ptr", given, SIZES)
        for axis, size in enumerate(argument.shape):
            _require_equal(e, "i64", _load(e, "i64", sizes, 8 * axis), str(size))
    e.line(f"store ptr {_load(e, 'ptr', given, DATA)}, ptr {slot}")


def pointer_in_table(e: Emitter, table: str, index: int) -> str:
    """The address stored in a table entry."""
    return _load(e, "ptr", table, 8 * index)


def number_in_memory(e: Emitter, pointer: str, element: Element) -> Register:
    """Loads the single element at an address into a register."""
    text = _load(e, element.memory, pointer, 0)
    return from_memory(e, text, element, 1)
