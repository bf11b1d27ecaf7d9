"""Every case of a pass: the graph that comes out is the text that is filed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graphir.passes.pipeline import Pipeline
from graphir.text.parser import parse_graph
from graphir.text.printer import print_graph
from tests.graphir.same_values import assert_same_values

CASES = Path(__file__).parents[1] / "cases"
RUN = "# RUN: "
SEPARATOR = "----\n"


def case_files() -> list[Path]:
    """Every case, by folder and name."""
    return sorted(CASES.glob("*/*.txt"))


@pytest.mark.parametrize(
    "path", case_files(), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_graph_after_passes_is_the_filed_one(
    path: Path, golden: Callable[..., None]
) -> None:
    """Passes turn the graph above the line into the one below it, values equal."""
    given, _, _ = path.read_text().partition(SEPARATOR)
    first, _, _ = given.partition("\n")
    assert first.startswith(RUN), f"{path} needs a first line `{RUN}passes`"
    passes = first.removeprefix(RUN)
    before, graph = parse_graph(given, path.name), parse_graph(given, path.name)
    Pipeline.of(passes, debug=True).run(graph)
    if "fast" not in passes and "mixed" not in passes:
        assert_same_values(before, graph)
    golden(path, given + SEPARATOR + print_graph(graph))


def test_there_are_cases() -> None:
    """The folder was found."""
    assert len(case_files()) > 20
