"""The emitter: instructions on numbers and vectors give what NumPy gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.native.llvm.element_types import F32, F64, I64
from runtime.native.llvm.emitter import Emitter, Module, Register, widened
from tests.runtime.native.vectors import over_array

X = np.array([-2.5, -0.0, 0.0, 1.0, 3.0, np.inf, -np.inf, np.nan], np.float32)


def two(e: Emitter) -> Register:
    return e.constant(F32, 2.0)


FUNCTIONS: dict[str, Any] = {
    "add": (lambda e, x: e.add(x, two(e)), lambda x: x + 2),
    "sub": (lambda e, x: e.sub(two(e), x), lambda x: 2 - x),
    "mul": (lambda e, x: e.mul(x, x), lambda x: x * x),
    "div": (lambda e, x: e.div(two(e), x), lambda x: 2 / x),
    "neg": (lambda e, x: e.neg(x), np.negative),
    "fma": (lambda e, x: e.fma(x, x, two(e)), lambda x: x * x + 2),
    "select": (
        lambda e, x: e.select(e.compare("lt", x, two(e)), x, two(e)),
        lambda x: np.where(x < 2, x, 2),
    ),
    "not equal": (
        lambda e, x: e.select(e.compare("ne", x, x), two(e), x),
        lambda x: np.where(np.isnan(x), 2, x),
    ),
    "no truth": (
        lambda e, x: e.select(e.flip(e.compare("ge", x, two(e))), two(e), x),
        lambda x: np.where(x >= 2, x, 2),
    ),
    "square root": (lambda e, x: e.intrinsic("llvm.sqrt", [x]), np.sqrt),
}


@pytest.mark.parametrize("lanes", [1, 4, 8])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_instructions_are_those_of_numpy(name: str, lanes: int) -> None:
    emit, exact = FUNCTIONS[name]
    with np.errstate(all="ignore"):
        expected = exact(X).astype(np.float32)
    found = over_array(emit, F32, lanes)(X)
    np.testing.assert_array_equal(found, expected)
    numbers = ~np.isnan(expected)
    np.testing.assert_array_equal(
        np.signbit(found[numbers]), np.signbit(expected[numbers])
    )


@pytest.mark.parametrize("lanes", [1, 8])
def test_a_block_that_runs_where_some_lane_asks_for_it(lanes: int) -> None:
    def halved_if_large(e: Emitter, x: Register) -> Register:
        result = e.slot(F32, x.lanes)
        e.set(result, x, x.lanes)
        with e.when(e.any_lane(e.compare("gt", x, two(e)))):
            e.set(result, e.mul(x, e.constant(F32, 0.5)), x.lanes)
        return e.get(result, F32, x.lanes)

    found = over_array(halved_if_large, F32, lanes)(
        np.float32([4, 1, 1, 1, 1, 1, 1, 1])
    )
    rest = 1 if lanes == 1 else 0.5
    assert found.tolist() == [2, *[rest] * 7]


def test_names_differ_and_constants_fit_any_lanes() -> None:
    e = Emitter(Module())
    assert e.name() != e.name()
    assert e.constant(F32, 1).is_literal
    assert not Register("%v", F32).is_literal
    assert e.spread(e.constant(F64, 1), 8).lanes == 1
    assert e.operand(e.constant(I64, 3), 4) == "splat (i64 3)"


def test_fast_arithmetic_is_left_where_exactness_is_asked_for() -> None:
    e = Emitter(Module(), fast_math=True)
    x = Register("%x", F32)
    e.add(x, x)
    with e.exactly():
        e.add(x, x)
    e.add(Register("%i", I64), Register("%i", I64))
    assert [each.split(" = ")[1] for each in e.lines] == [
        "fadd fast float %x, %x",
        "fadd float %x, %x",
        "add i64 %i, %i",
    ]


def test_a_module_declares_once_and_has_its_functions_in_order() -> None:
    module = Module()
    e = Emitter(module)
    for _ in range(2):
        e.intrinsic("llvm.sqrt", [Register("%x", F32)])
    e.line("ret void")
    module.define("define void @first(float %x)", e)
    module.add_text("@data = private constant i8 0")
    text = module.text()
    assert text.count("declare float @llvm.sqrt.f32(float)") == 1
    assert text.index("define void @first") < text.index("@data")


def test_a_float_is_widened_a_double_is_not() -> None:
    e = Emitter(Module())
    wide = Register("%d", F64)
    assert widened(e, wide) is wide
    assert widened(e, Register("%f", F32)).element is F64
