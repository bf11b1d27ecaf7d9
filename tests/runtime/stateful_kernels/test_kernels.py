"""Tests of kernels with effects: printing, assertions, variables, tensor arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime.stateful_kernels as attached
from graphir.dtypes import float32
from graphir.errors import FailedPreconditionError, InvalidArgumentError
from graphir.ops.contract.registry import lookup
from graphir.shapes import UNKNOWN, Shape
from runtime.stateful_kernels.tensor_arrays import TensorArrayStorage
from runtime.stateful_kernels.variables import VariableStorage

assert attached.__all__  # importing them gives the ops their kernels


def run(op: str, *inputs: Any, **attrs: Any) -> Any:
    return lookup(op).bind(attrs)(*inputs)


@pytest.mark.parametrize(("stream", "index"), [(b"stdout", 0), (b"stderr", 1)])
def test_print_writes_to_its_stream(
    stream: bytes, index: int, capfd: pytest.CaptureFixture[str]
) -> None:
    run("PrintV2", b"caf\xc3\xa9", output_stream=stream, end=b"!\n")
    assert capfd.readouterr()[index] == "café!\n"


def test_print_appends_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    for _ in range(2):
        run("PrintV2", b"line", output_stream=f"file://{path}".encode(), end=b"\n")
    assert path.read_text() == "line\nline\n"


def test_unknown_stream_is_refused() -> None:
    with pytest.raises(InvalidArgumentError, match="Unknown output stream"):
        run("PrintV2", b"x", output_stream=b"nowhere")


def test_old_print_hands_its_input_on(capfd: pytest.CaptureFixture[str]) -> None:
    value = run("Print", np.float32(1), np.arange(5), message=b"seen: ", summarize=2)
    assert value == 1
    assert capfd.readouterr().err == "seen: [0 1...]\n"


def test_assert_shows_its_data() -> None:
    run("Assert", np.True_, np.arange(3))
    with pytest.raises(InvalidArgumentError) as caught:
        run("Assert", np.False_, np.array(b"x must be positive", object), np.arange(5))
    assert str(caught.value) == "assertion failed: [x must be positive] [0 1 2...]"


def test_reader_of_a_variable_keeps_what_it_read() -> None:
    variable = VariableStorage(float32, Shape([2]), "v")
    run("AssignVariableOp", variable, np.ones(2, np.float32))
    before = run("ReadVariableOp", variable)
    run("AssignAddVariableOp", variable, np.ones(2, np.float32))
    run("AssignSubVariableOp", variable, np.full(2, 3, np.float32))
    assert before.tolist() == [1.0, 1.0]
    assert run("ReadVariableOp", variable).tolist() == [-1.0, -1.0]


@pytest.mark.parametrize("op", ["AssignVariableOp", "AssignAddVariableOp"])
def test_variable_keeps_its_shape(op: str) -> None:
    variable = VariableStorage(float32, Shape([2]), "v")
    variable.assign(np.ones(2, np.float32))
    with pytest.raises(InvalidArgumentError, match="shape"):
        run(op, variable, np.ones(3, np.float32))


def test_destroyed_variable_has_no_value() -> None:
    variable = VariableStorage(float32, UNKNOWN, "v")
    variable.assign(np.float32(1))
    run("DestroyResourceOp", variable)
    assert not run("VarIsInitializedOp", variable)
    with pytest.raises(FailedPreconditionError, match="Could not find variable v"):
        run("ReadVariableOp", variable)


def test_rows_of_a_variable_are_gathered() -> None:
    variable = VariableStorage(float32, UNKNOWN, "v")
    variable.assign(np.arange(6, dtype=np.float32).reshape(3, 2))
    picked = run("ResourceGather", variable, np.array([2, 0], np.int32), dtype=float32)
    assert picked.tolist() == [[4.0, 5.0], [0.0, 1.0]]
    with pytest.raises(InvalidArgumentError, match=r"indices\[1\] = 3 is not in"):
        run("ResourceGather", variable, np.array([0, 3], np.int32), dtype=float32)


def test_tensor_array_element_is_written_once() -> None:
    array = TensorArrayStorage(float32, UNKNOWN, 2, can_grow=False)
    array.write(0, np.float32(1))
    with pytest.raises(InvalidArgumentError, match="already been written"):
        array.write(0, np.float32(1))
    with pytest.raises(InvalidArgumentError, match="not resizeable"):
        array.write(2, np.float32(1))


def test_gradient_array_adds_up() -> None:
    array = TensorArrayStorage(float32, UNKNOWN, 1, can_grow=False)
    flow = np.float32(0)
    gradient, _ = run("TensorArrayGradV3", array, flow, source=b"g")
    for _ in range(2):
        run("TensorArrayWriteV3", gradient, np.int32(0), np.float32(2), flow)
    assert run("TensorArrayReadV3", gradient, np.int32(0), flow, dtype=float32) == 4.0
