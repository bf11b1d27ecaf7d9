"""Native functions over whole arrays, made of one emitting function, for tests."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime.native.llvm.element_types import I64, Element
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.engine import compiled, new_module

Unary = Callable[[Emitter, Register], Register]


def over_array(function: Unary, element: Element, lanes: int = 8) -> Any:
    """The function as one that takes and gives contiguous vectors."""
    module = new_module()
    e = Emitter(module)
    e_n = Register("%n", I64)
    with e.counting(e.constant(I64, 0), e_n, lanes) as index:
        source = e.address("%x", element, index)
        target = e.address("%y", element, index)
        value = e.name()
        e.line(f"{value} = load {element.text(lanes)}, ptr {source}, align 4")
        result = function(e, Register(value, element, lanes))
        e.line(f"store {e.typed(result, lanes)}, ptr {target}, align 4")
    e.line("ret void")
    module.define("define void @over(ptr %x, ptr %y, i64 %n)", e)
    code = compiled(module.text(), ["over"])
    call = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 3)(code.addresses["over"])

    def run(x: Any) -> Any:
        padded = np.zeros(-(-x.size // lanes) * lanes, x.dtype)
        padded[: x.size] = x
        result = np.empty_like(padded)
        call(padded.ctypes.data, result.ctypes.data, padded.size)
        return result[: x.size]

    run.code = code  # type: ignore[attr-defined]
    return run


def units_in_last_place(result: Any, exact: Any) -> Any:
    """How far off results are, in units of the last place of the exact number."""
    dtype = result.dtype
    with np.errstate(all="ignore"):
        nearest = exact.astype(dtype)
        spacing = np.abs(np.spacing(nearest)).astype(exact.dtype)
        error = np.abs(result.astype(exact.dtype) - exact) / spacing
    same = (result == nearest) | (np.isnan(result) & np.isnan(nearest))
    return np.where(same, 0, error)
