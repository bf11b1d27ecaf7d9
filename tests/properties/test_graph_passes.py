"""Generated graphs compute the same before and after passes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphir.graph import Graph
from graphir.passes.optimizer import DEFAULT, optimize_for
from graphir.passes.pipeline import Pipeline
from graphir.passes.registry import PASSES, find_pass
from tests.graphir.same_values import assert_same_values
from tests.strategies import graphs


@pytest.mark.parametrize("name", sorted(PASSES))
@given(graph=graphs())
def test_pass_keeps_values(name: str, graph: Graph) -> None:
    before = graph.copy()
    counts = Pipeline.of(name, debug=True).run(graph)
    assert_same_values(before, graph)
    found = find_pass(name)
    documented = {*found.rewrites, *(rule.name for rule in found.rules)}
    assert {count.partition(".")[2] for count in counts} <= documented


@given(graphs(), st.integers(0, 2**32 - 1))
def test_default_pipeline_keeps_values(graph: Graph, seed: int) -> None:
    before = graph.copy()
    Pipeline.of(DEFAULT, debug=True).run(graph)
    assert_same_values(before, graph, seed)


@given(graphs())
def test_pipeline_reaches_a_fixed_point(graph: Graph) -> None:
    Pipeline.of(DEFAULT).run(graph)
    assert not Pipeline.of(DEFAULT).run(graph)


@given(graphs())
def test_fetches_keep_their_names(graph: Graph) -> None:
    before = graph.copy()
    names = [value.name for value in graph.outputs]
    optimize_for(graph, names)
    assert [value.name for value in graph.outputs] == names
    assert_same_values(before, graph)
