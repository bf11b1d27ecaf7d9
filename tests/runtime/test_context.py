"""What modules keep of a trace, and scopes that an interrupt stops."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from contextvars import copy_context
from itertools import count
from typing import Any

import pytest

import runtime as tf
from runtime.context import TraceRecord
from runtime.tracing.graph_trace import GraphTrace
from tests.runtime.interruptions import interrupted


def test_branches_share_what_is_kept_of_a_function() -> None:
    shared = TraceRecord[list[str]](list, of_function=True)
    apart = TraceRecord[list[str]](list)
    function = GraphTrace("function", is_function=True)
    branch = GraphTrace("branch", function, is_branch=True)
    shared.of(branch).append("seen")
    apart.of(branch).append("seen")

    assert shared.of(function) == shared.of(branch) == ["seen"]
    assert apart.of(function) == []


def test_nothing_of_a_trace_is_kept_of_another() -> None:
    record = TraceRecord[list[str]](list)
    record.of(GraphTrace("one")).append("seen")

    assert record.of(GraphTrace("other")) == []


def scopes() -> list[str]:
    """The current scope at several depths, as Keras 2 names layers."""
    found = [tf.get_current_name_scope()]
    with tf.name_scope("a"):
        found.append(tf.get_current_name_scope())
        with tf.name_scope(tf.get_current_name_scope() + "/b/"):
            found.append(tf.__internal__.get_name_scope())
    return found


def test_current_scopes_end_without_a_slash() -> None:
    traced = []
    tf.function(lambda: traced.append(scopes())).get_concrete_function()
    with tf.Graph().as_default():
        in_graph = scopes()
    assert scopes() == in_graph == traced[0] == ["", "a", "a/b"]


SCOPES: dict[str, Callable[[], Any]] = {
    "a name": lambda: tf.name_scope("layer"),
    "a device": lambda: tf.device("/cpu:0"),
    "a tape": tf.GradientTape,
    "a graph": lambda: tf.Graph().as_default(),
    "no trace": tf.init_scope,
    "a dependency": lambda: tf.control_dependencies([tf.constant(1)]),
    "eager mode": tf.__internal__.eager_context.eager_mode,
}


def surroundings() -> dict[str, Any]:
    """The values of all context variables but those that are not set, or empty."""
    return {key.name: value for key, value in copy_context().items() if value}


@pytest.mark.parametrize("name", SCOPES)
@pytest.mark.parametrize("is_traced", [False, True])
def test_a_scope_that_an_interrupt_stops_is_not_entered(
    name: str, is_traced: bool
) -> None:
    graph = tf.Graph()

    def here() -> tuple[dict[str, Any], str]:
        return surroundings(), tf.get_current_name_scope()

    with graph.as_default() if is_traced else nullcontext():
        before = here()
        for number in count(1):
            scope = SCOPES[name]()
            if not interrupted(scope.__enter__, number):
                break
            scope = None  # as `with` does, so that generators come to their end
            assert here() == before, f"call {number}"
        scope.__exit__(None, None, None)
        assert here() == before
