"""Traced targets: arguments that fit, graphs of files, and their results."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph_tools.failures import Failure
from autograph_tools.targets.tracing import graph_of
from graphir.files import save_graph_def
from graphir.text.parser import parse_graph


@pytest.fixture
def graph_file(tmp_path: Path) -> str:
    graph = parse_graph(
        """graph @g(%x: f32[]) -> (%b) {
          %a = Neg(%x)
          %b = Exp(%a)
          %c = Sin(%x)
        }"""
    )
    path = tmp_path / "given.pb"
    save_graph_def(graph, path)
    return str(path)


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "given_traced.py"
    path.write_text("def f(x, *, scale=2.0):\n    return x * scale\n")
    return str(path)


def test_results_of_a_file_are_what_nobody_reads(graph_file: str) -> None:
    assert [value.node.name for value in graph_of(graph_file, []).outputs] == ["b", "c"]
    found = graph_of(graph_file, [], fetches=["a"])
    assert [value.node.name for value in found.outputs] == ["a"]


@pytest.mark.parametrize(
    ("texts", "fetches", "told"),
    [([], ["q"], "Its results are: b, c"), (["1"], None, "not with a graph file")],
)
def test_flags_that_do_not_go_with_a_file(
    texts: list[str], fetches: list[str] | None, told: str, graph_file: str
) -> None:
    with pytest.raises(Failure, match=told):
        graph_of(graph_file, texts, fetches=fetches)


@pytest.mark.parametrize("texts", [[], ["1.0", "2.0"], ["1.0", "other=2.0"]])
def test_arguments_are_those_of_the_function(texts: list[str], source: str) -> None:
    with pytest.raises(Failure, match=r"takes \(x, \*, scale=2.0\)"):
        graph_of(f"{source}:f", texts)


def test_a_graph_is_a_copy(source: str) -> None:
    first = graph_of(f"{source}:f", ["f32[]"])
    first.outputs = []
    assert graph_of(f"{source}:f", ["f32[]"]).outputs


def test_a_function_in_c_without_a_signature_is_called_or_refused() -> None:
    """`getattr` tells no signature: that was once a mistake of the program."""
    with pytest.raises(Failure, match="tracing builtins:getattr"):
        graph_of("builtins:getattr", ["1.0"])
