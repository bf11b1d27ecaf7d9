"""Tests of kernels with effects: printing, assertions, variables, tensor arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime.stateful_kernels as attached
from graphir.dtypes import float32
from graphir.errors import FailedPreconditionError, InvalidArgumentError
from graphir.ops.contract.registry import lookup
from graphir.shapes import UNKNOWN, Shape
from runtime.stateful_kernels.variables import VariableStorage

assert attached.__all__  # importing them gives the ops their kernels


def run(op: str, *inputs: Any, **attrs: Any) -> Any:
    return lookup(op).bind(attrs)(*inputs)


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
