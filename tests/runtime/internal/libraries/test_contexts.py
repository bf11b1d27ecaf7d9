"""Branches and loops are ops, whatever the graph."""

from __future__ import annotations

import runtime as tf
from runtime.internal.libraries import contexts


def test_control_flow_is_ops_and_nothing_is_compiled_elsewhere() -> None:
    graph = tf.Graph()
    assert contexts.enable_control_flow_v2(graph)
    assert contexts.ENABLE_CONTROL_FLOW_V2
    assert not contexts.graph_or_parents_in_xla_context(graph)
    with graph.as_default():
        tf.cond(tf.constant(True), lambda: 1, lambda: 2)
    kinds = {each.type for each in graph.get_operations()}
    assert kinds & {"If", "StatelessIf"}
    assert "Switch" not in kinds
