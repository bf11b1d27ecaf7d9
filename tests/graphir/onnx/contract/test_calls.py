"""ONNX nodes as rules see them, and the table of rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from graphir import dtypes
from graphir.onnx.contract.calls import READING, Call, reads
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.terms import Terms, Writer


def call(version: int = 18, outputs: tuple[str, ...] = ("y",), **attrs: Any) -> Call:
    onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")
    node = onnx.helper.make_node("Op", ["x"], list(outputs), **attrs)
    return plain(node, version)


def plain(node: Any, version: int = 18) -> Call:
    build = Writer("g")
    terms = Terms(build)
    given = [terms.const([2, -1]), None, terms.op.Neg(terms.const(1.5))]
    build.input("open", "int64", [2])
    return Call(build, node, given, version, walk=None)  # type: ignore[arg-type]


NODE = SimpleNamespace(op_type="Op", attribute=[], output=["y", ""])


def test_arguments_and_results() -> None:
    found = plain(NODE)
    assert len(found) == 3
    assert found[0].static is not None
    assert found.maybe(1) is None
    assert found.maybe(9) is None
    assert found.ints(0, "the axes") == [2, -1]
    assert (found.wants(0), found.wants(1), found.wants(2)) == (True, False, False)
    with pytest.raises(UnsupportedOpError, match="Op lacks argument 1"):
        found[1]
    assert "out of luck" in str(found.refuse("out of luck"))


def test_an_argument_must_be_known() -> None:
    found = plain(NODE)
    build = found.build
    from graphir.onnx.contract.terms import Term

    found.inputs[0] = Term(build, build.graph.inputs[0])
    with pytest.raises(UnsupportedOpError, match="the axes must be constant"):
        found.ints(0, "the axes")


def test_attributes() -> None:
    found = call(a=3, b="text", c=[1, 2], d=["x", "y"], to=1)
    assert [found.attr(each) for each in "abcd"] == [3, "text", [1, 2], ["x", "y"]]
    assert found.attr("e", 5) == 5
    assert found.has("a")
    assert not found.has("e")
    assert found.dtype_attr("to") is dtypes.float32
    assert found.dtype_attr("e", dtypes.int64) is dtypes.int64


def test_axes_were_attributes_before_they_were_arguments() -> None:
    assert call(12, axes=[0]).axes_of("axes", 0, since=13) == [0]
    assert call(12).axes_of("axes", 0, since=13) is None
    assert call(13).axes_of("axes", 0, since=13) == [2, -1]
    assert call(13).axes_of("axes", 1, since=13) is None


def test_there_is_one_rule_for_an_op() -> None:
    key = ("ai.test", "OnlyHere")
    try:
        reads("OnlyHere", "ai.test")(lambda found: None)
        with pytest.raises(TypeError, match="two rules for the ONNX op OnlyHere"):
            reads("OnlyHere", "ai.test")(lambda found: None)
    finally:
        READING.pop(key, None)
    assert np.size(0) == 1
