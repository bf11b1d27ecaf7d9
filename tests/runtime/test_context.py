"""What modules keep of a trace."""

from __future__ import annotations

import runtime as tf
from runtime.context import TraceRecord
from runtime.tracing.graph_trace import GraphTrace


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
