"""What can be asked of native code: fast arithmetic, and to be seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf

set_options = tf.config.optimizer.set_experimental_options


def both_ways(x: Any, y: Any) -> Any:
    return x * y + x - y, x / y


@pytest.fixture
def fast() -> Iterator[None]:
    set_options({"numerics": "fast"})
    yield
    set_options({"numerics": "exact"})


def code_of(stage: str) -> str:
    function = tf.function(both_ways, jit_compile=True)
    x = tf.constant(np.ones(100, np.float32))
    text: str = function.experimental_get_compiler_ir(x, x)(stage=stage)
    return text


def test_fast_numerics_are_fast_math(fast: None) -> None:
    assert "fmul fast <" in code_of("llvm")
    function = tf.function(both_ways, jit_compile=True)
    x = np.linspace(1, 2, 100, dtype=np.float32)
    total, ratio = function(tf.constant(x), tf.constant(x[::-1].copy()))
    np.testing.assert_allclose(total, x * x[::-1] + x - x[::-1], 1e-5)
    np.testing.assert_allclose(ratio, x / x[::-1], 1e-5)


def test_numerics_are_exact_by_default() -> None:
    assert "fast" not in code_of("llvm")


@pytest.mark.parametrize(
    ("stage", "sign"),
    [
        ("llvm", "define ptr @entry"),
        ("optimized_llvm", "target triple"),
        ("assembly", "entry:"),
    ],
)
def test_code_can_be_seen(stage: str, sign: str) -> None:
    text = code_of(stage)
    assert text.startswith("; region mul ... truediv: [100], [100]")
    assert sign in text


def test_there_are_no_other_stages() -> None:
    with pytest.raises(ValueError, match="stage is one of llvm, .* not 'hlo'"):
        code_of("hlo")


def test_shapes_that_a_call_tells() -> None:
    spec = [tf.TensorSpec([None], tf.float32)]
    function = tf.function(lambda x: tf.exp(x) + x, spec, jit_compile=True)
    x = tf.constant(np.ones(7, np.float32))
    show = function.experimental_get_compiler_ir(x)
    assert "no shapes are known" in show()
    function(x)
    assert "; region Exp ... add: [7]" in show()


def test_what_is_not_compiled_has_no_code() -> None:
    function = tf.function(both_ways, jit_compile=False)
    with pytest.raises(ValueError, match="is not compiled"):
        function.experimental_get_compiler_ir(1.0, 2.0)()
