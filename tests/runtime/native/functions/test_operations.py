"""The table of element-wise operations: each op once, with what its code costs."""

from __future__ import annotations

import pytest

from runtime.native.functions.operations import NUMBERS, Operation, operation


def test_an_op_is_registered_once() -> None:
    table: dict[str, Operation] = {}

    @operation("One", "Other", kinds=NUMBERS, cost=7, gives_truth=True, table=table)
    def emit(e, x):
        return x

    found = table["Other"]
    assert (found.emit, found.kinds, found.cost) == (emit, NUMBERS, 7)
    assert found.gives_truth
    with pytest.raises(TypeError, match="Op One has two operations in native code"):
        operation("One", table=table)(emit)


def test_by_default_it_acts_on_floats_and_costs_one_instruction() -> None:
    table: dict[str, Operation] = {}
    operation("One", table=table)(lambda e, x: x)
    assert (table["One"].kinds, table["One"].cost) == ("f", 1)
    assert not table["One"].gives_truth
