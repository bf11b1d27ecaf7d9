"""Places in native code that may fail: a status is the executor's error."""

from __future__ import annotations

import pytest

from graphir.errors import InternalError, InvalidArgumentError
from graphir.text.parser import parse_graph
from runtime.native.llvm.failures import FailureSites, division_error


def test_a_status_is_the_error_of_its_node_and_line() -> None:
    graph = parse_graph(
        "graph @g(%x: i32[]) -> (%y) { %y = FloorDiv(%x, %x) at m.py:3:4 }"
    )
    sites = FailureSites()
    first = sites.number(graph.node("y"), InvalidArgumentError, "division by zero")
    second = sites.number(graph.node("y"), InternalError, "another")
    assert (first, second) == (1, 2)
    error = sites.error(first)
    assert type(error) is InvalidArgumentError
    assert "division by zero" in str(error)
    assert "m.py" in str(error)
    assert type(sites.error(second)) is InternalError


@pytest.mark.parametrize(
    ("op", "kind"),
    [
        ("FloorDiv", InvalidArgumentError),
        ("FloorMod", InvalidArgumentError),
        ("TruncateDiv", InternalError),
        ("TruncateMod", InternalError),
    ],
)
def test_classes_of_divisions_by_zero(op: str, kind: type[Exception]) -> None:
    assert division_error(op) is kind
