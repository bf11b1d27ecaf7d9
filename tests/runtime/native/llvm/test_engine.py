"""The compiler: text in, addresses out; malformed text is a refusal."""

from __future__ import annotations

import ctypes

import pytest

pytest.importorskip("llvmlite")

from runtime.native.llvm.engine import (
    compiled,
    engine,
    new_module,
    vector_bytes,
)
from runtime.native.llvm.failures import Unsupported
from runtime.native.llvm.stages import STAGES

TEXT = """
define i64 @twice_for_test(i64 %x) {
  %y = add i64 %x, %x
  ret i64 %y
}
"""


def test_a_function_is_compiled_once() -> None:
    code = compiled(TEXT, ["twice_for_test"])
    call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
    assert call(code.addresses["twice_for_test"])(21) == 42
    assert compiled(TEXT, ["twice_for_test"]) is code


@pytest.mark.parametrize(
    "text",
    [
        "no assembly",
        "define i64 @f() { ret i32 0 }",
        "define i64 @f() {\n  %y = add i64 %x, 1\n  ret i64 %y\n}",
    ],
)
def test_malformed_text_is_refused(text: str) -> None:
    with pytest.raises(Unsupported, match="LLVM rejects the code"):
        engine().object_code(text)


def test_code_is_shown_at_each_stage() -> None:
    shown = {stage: engine().shown(TEXT, stage) for stage in STAGES}
    assert shown["llvm"] == TEXT
    assert "target triple" in shown["optimized_llvm"]
    assert "@twice_for_test" in shown["optimized_llvm"]
    assert "twice_for_test:" in shown["assembly"]


def test_registers_of_the_machine() -> None:
    assert vector_bytes() in (16, 32, 64)
    assert new_module().has_avx512 is (vector_bytes() == 64)
