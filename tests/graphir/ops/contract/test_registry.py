"""A module whose import was interrupted is imported again."""

from __future__ import annotations

import pytest

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.registry import lookup, register


def test_a_module_may_declare_its_ops_again() -> None:
    found = lookup("Relu")
    fields = {"__module__": found.__module__, "__doc__": "again"}
    try:
        made = type(Op)("Relu", (Op,), fields, signature="Relu(x: float) -> (y: float)")
        assert lookup("Relu") is made
    finally:
        register(found)
    assert lookup("Relu") is found


def test_two_modules_may_not_declare_one_op() -> None:
    with pytest.raises(TypeError, match="Relu is declared twice"):
        register(type("Relu", (), {"__module__": "elsewhere"}))
