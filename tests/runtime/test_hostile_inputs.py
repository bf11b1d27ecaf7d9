"""Kernels look at what they are given: behind the shape rules' back too."""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import runtime as tf
from graphir.ops.contract.registry import lookup
from runtime.apply import apply_op
from runtime.tensors.tensor import wrap
from tests.graphir.ops.calls import Call, all_calls, attrs_of
from tests.graphir.ops.running import KnownArray
from tests.runtime.hostile_inputs import Given, TookTooLong, misfits, time_limit
from tests.runtime.test_every_op import grouped

CALLS: Final = list(all_calls())
LONGEST: Final = 5.0
"""Seconds that a kernel may take on a loaded machine."""


def is_refused_by_rule(name: str, call: Call, given: Given) -> bool:
    arrays, told = given
    values = [KnownArray(each) for each in arrays]
    if any(value.dtype is not dtype for value, dtype in zip(values, told)):
        return False  # the rule sees what is told
    try:
        lookup(name).infer(values, attrs_of(name, call))
    except Exception:
        return True
    return False


def fault(name: str, call: Call, given: Given) -> str | None:
    """What is wrong with how an op takes such inputs."""
    arrays, told = given
    tensors = [wrap(array, dtype) for array, dtype in zip(arrays, told)]
    shown = [f"{each.dtype}{each.shape}" for each in arrays]
    try:
        with time_limit(LONGEST):
            apply_op(name, grouped(call, tensors), attrs_of(name, call))
    except tf.errors.OpError:
        return None
    except TookTooLong:
        return f"{shown}: no end"
    except Exception as error:  # which ones may come out is the question
        return f"{shown}: {type(error).__name__}: {error}"
    if is_refused_by_rule(name, call, given):
        return f"{shown}: taken, though the shape rule refuses it"
    return None


def faults_of(name: str, call: Call, chosen: Callable[[int], bool]) -> list[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [
            fault(name, call, given)
            for number, given in enumerate(misfits(call))
            if chosen(number)
        ]
    return [each for each in found if each is not None]


def calls_by_op() -> Iterator[Any]:
    seen = set()
    for each in CALLS:
        name, call = each.values
        if name not in seen:
            seen.add(name)
            yield pytest.param(name, call, id=name)


def test_one_misfit_of_every_op_is_computed_or_refused() -> None:
    found = {}
    for each in calls_by_op():
        name, call = each.values
        total = sum(1 for _ in misfits(call))
        wanted = zlib.crc32(name.encode()) % max(total, 1)
        faults = faults_of(name, call, lambda number, one=wanted: number == one)
        if faults:
            found[name] = faults
    assert found == {}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "call"), CALLS)
def test_every_misfit_is_computed_or_refused(name: str, call: Call) -> None:
    assert faults_of(name, call, lambda number: True) == []


# --- ops that keep state: one wrong rank for each scalar that they take


def text(*values: bytes) -> Any:
    array = np.empty(len(values), object)
    array[:] = values
    return wrap(array, tf.string)


def test_write_file_refuses_a_vector_and_writes_nothing(tmp_path: Path) -> None:
    """It wrote the addresses of the strings."""
    path = tmp_path / "out"
    with pytest.raises(tf.errors.InvalidArgumentError, match="contents must be scalar"):
        tf.raw_ops.WriteFile(filename=str(path), contents=["one", "two"])
    assert not path.exists()


def test_write_file_refuses_a_vector_in_a_graph(tmp_path: Path) -> None:
    path = tmp_path / "out"

    @tf.function(input_signature=[tf.TensorSpec(None, tf.string)])
    def write(contents: Any) -> None:
        tf.raw_ops.WriteFile(filename=str(path), contents=contents)

    with pytest.raises(tf.errors.InvalidArgumentError, match="contents must be scalar"):
        write(tf.constant(["one", "two"]))
    assert not path.exists()


STATEFUL: Final = {
    "WriteFile-filename": lambda: apply_op(
        "WriteFile", [text(b"/nowhere/a", b"/nowhere/b"), tf.constant("x")]
    ),
    "ReadFile": lambda: apply_op("ReadFile", [text(b"a", b"b")]),
    "PrintV2": lambda: apply_op("PrintV2", [text(b"a", b"b")]),
    "TensorArrayV3": lambda: apply_op(
        "TensorArrayV3", [tf.constant([1, 2])], {"dtype": tf.float32}
    ),
    "TensorArrayV3-of-one": lambda: apply_op(
        "TensorArrayV3", [tf.constant([1])], {"dtype": tf.float32}
    ),
    "Multinomial": lambda: apply_op(
        "Multinomial", [tf.constant([[0.5, 0.5]]), tf.constant([1, 2])]
    ),
    "Assert": lambda: apply_op("Assert", [tf.constant([True, True]), [tf.constant(1)]]),
    "RandomUniformInt": lambda: apply_op(
        "RandomUniformInt",
        [tf.constant([2]), tf.constant([0, 1]), tf.constant([5, 6])],
    ),
    "ExtractGlimpse": lambda: apply_op(
        "ExtractGlimpse",
        [tf.zeros([1, 4, 4, 1]), tf.constant([2, 2, 2]), tf.zeros([1, 2])],
    ),
    "InitializeTableFromTextFileV2": lambda: apply_op(
        "InitializeTableFromTextFileV2",
        [
            apply_op(
                "HashTableV2", [], {"key_dtype": tf.string, "value_dtype": tf.int64}
            ),
            text(b"a", b"b"),
        ],
        {"key_index": -2, "value_index": -1},
    ),
}


@pytest.mark.parametrize("name", STATEFUL)
def test_a_stateful_op_refuses_a_wrong_rank(name: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError):
        STATEFUL[name]()
