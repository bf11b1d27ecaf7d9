"""Calls drawn at random, of every family: exported, run elsewhere, read again."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphir.onnx
import runtime as tf
from tests.runtime.random_calls import draw_calls

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")

OPSETS = (13, 16, 18, 20)
LACKING = (
    "NOT_IMPLEMENTED",
    "not implemented",
    "not supported",
    "bfloat16",
    "complex",
    "Numpy_type",
    "modulo by zero",
    "division by zero",
)
"""What ONNX Runtime says of types that it has no kernel for, or of a constant 0."""
UNDEFINED = ("convert_image_dtype", "saturate_cast", "meshgrid")
"""Out of its range a number becomes what the machine makes of it; and ONNX Runtime
takes a product with a constant of no element for one with ones."""


def _array(values: Any, dtype: str, shape: Any) -> Any:
    if dtype == "string":
        texts = np.empty(len(values), object)
        texts[:] = [each.encode() for each in values]
        return texts.reshape(shape)
    if dtype == "bfloat16":
        return np.array(values, np.float32).astype(ml_dtypes.bfloat16).reshape(shape)
    return np.array(values).astype(dtype).reshape(shape)


def _traced(call: str, is_open: bool) -> tuple[Any, list[Any]] | None:
    """The call as a function of its tensors, and these; None if it has none."""
    arrays: list[Any] = []

    def keep(values: Any, dtype: str, shape: Any) -> Any:
        arrays.append(_array(values, dtype, shape))
        return tf.constant(arrays[-1])

    def program(*args: Any) -> list[Any]:
        given = iter(args)
        found = eval(call, {"tf": tf, "np": np, "t": lambda *_: next(given)})
        flat = tf.nest.flatten(found, expand_composites=True)
        return [tf.convert_to_tensor(each) for each in flat]

    try:
        eval(call, {"tf": tf, "np": np, "t": keep})
        specs = [
            tf.TensorSpec([None] * x.ndim if is_open else x.shape, tf.constant(x).dtype)
            for x in arrays
        ]
        staged = tf.function(program, autograph=False).get_concrete_function(*specs)
    except (
        tf.errors.OpError,
        TypeError,
        ValueError,
        NameError,
        LookupError,
        AttributeError,
    ):
        return None
    return (staged, arrays) if arrays and staged.outputs else None


def _has_nan(array: Any) -> bool:
    return array.dtype.kind in "fc" and bool(np.isnan(array).any())


def _assert_alike(
    found: list[Any], wanted: list[Any], arrays: list[Any], call: str
) -> None:
    for ours, theirs in zip(found, wanted, strict=True):
        assert ours.shape == theirs.shape, call
        if theirs.dtype.kind in "OUS":
            texts = [x.encode() if isinstance(x, str) else x for x in ours.ravel()]
            assert texts == theirs.ravel().tolist(), call
            continue
        assert ours.dtype == theirs.dtype, call
        if not all(x.size for x in arrays) and _has_nan(theirs):
            continue  # ONNX does not say what the mean of nothing is
        tolerance = 1e-4 if theirs.dtype.itemsize > 2 else 3e-2
        if theirs.dtype.kind not in "biufc":
            ours, theirs = ours.astype(np.float32), theirs.astype(np.float32)
        np.testing.assert_allclose(
            ours, theirs, rtol=tolerance, atol=tolerance, err_msg=call
        )


def _exported(staged: Any, opset: int) -> Any:
    try:
        return graphir.onnx.to_model(staged, opset=opset)
    except graphir.onnx.UnsupportedOpError:
        return None


def _check(call: str, number: int) -> bool:
    """Whether the call could be compared."""
    traced = _traced(call, bool(number % 2))
    if traced is None:
        return False
    staged, arrays = traced
    model = _exported(staged, OPSETS[number % len(OPSETS)])
    if model is None:
        return False
    wanted = [np.asarray(x) for x in staged(*map(tf.constant, arrays))]
    graph = graphir.onnx.load(model)
    feeds = {value.name: x for value, x in zip(graph.inputs, arrays, strict=True)}
    names = [f"{value.node.name}:{value.index}" for value in graph.outputs]
    if not any(x.dtype.name == "bfloat16" for x in arrays):
        # sums in 16 bits are rounded where the ops are, and these are others
        _assert_alike(tf.run_graph(graph, feeds, names), wanted, arrays, call)
    if not any(part in call for part in UNDEFINED):
        _check_elsewhere(model, arrays, wanted, call)
    return True


def _check_elsewhere(model: Any, arrays: list[Any], wanted: Any, call: str) -> None:
    engine = pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")
    state = engine.capi.onnxruntime_pybind11_state
    refusals = (
        *(state.Fail, state.InvalidGraph, state.InvalidArgument),
        *(state.NotImplemented, state.RuntimeException, RuntimeError),
    )
    engine.set_default_logger_severity(4)
    try:
        session = engine.InferenceSession(model.SerializeToString())
        feeds = {
            info.name: np.array([x.decode() for x in each.ravel()], object).reshape(
                each.shape
            )
            if each.dtype == object
            else each
            for info, each in zip(session.get_inputs(), arrays)
        }
        found = session.run(None, feeds)
    except refusals as error:
        if not any(part in str(error) for part in LACKING):
            raise AssertionError(call) from error
        return
    _assert_alike(found, wanted, arrays, call)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_calls_mean_the_same_in_onnx(seed: int) -> None:
    with np.errstate(all="ignore"):
        checked = [
            _check(call, number)
            for number, call in enumerate(draw_calls(700 + seed, 150))
            if "random" not in call
        ]
    assert sum(checked) > 20
