"""Subjects: a graph, its feeds, its variables, and arguments that do not fit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from autograph_tools.failures import Failure
from autograph_tools.targets.subjects import subject_of
from graphir.files import save_graph_def
from graphir.text.parser import parse_graph

SOURCE = """\
import runtime as tf

w = tf.Variable([1.0, 2.0])
data = tf.data.Dataset.range(3)


class Holder:
    pass


holder = Holder()
holder.data = data.map(lambda x: x + 1)


def f(x, y):
    return tf.add(x, y) * w
"""


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "given_subjects.py"
    path.write_text(SOURCE)
    return str(path)


@pytest.fixture
def graph_file(tmp_path: Path) -> str:
    graph = parse_graph(
        "graph @g(%x: i8[], %t: str[]) -> (%y, %u) {\n%y = Neg(%x)\n%u = Identity(%t) }"
    )
    path = tmp_path / "given.pb"
    save_graph_def(graph, path)
    return str(path)


def test_values_of_arguments_are_feeds(source: str) -> None:
    texts = ["f32=3", "y=f32=4"]
    subject = subject_of(f"{source}:f", texts)
    names = [value.node.name for value in subject.graph.inputs]
    assert {float(subject.fixed[name]) for name in names[:2]} == {3.0, 4.0}
    assert len(subject.variables) == 1


def test_state_is_put_back_even_after_an_error(source: str) -> None:
    subject = subject_of(f"{source}:f", ["f32[2]", "f32[2]"])
    (variable,) = subject.variables
    with pytest.raises(ValueError, match="shape"), subject.kept_state():
        variable.assign(variable.assign([7.0, 8.0])[:1])
    assert variable.numpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize("name", ["data", "holder.data"])
def test_a_dataset_is_a_subject_wherever_it_is_kept(name: str, source: str) -> None:
    subject = subject_of(f"{source}:{name}", [])
    assert any("Range" in node.op for node in subject.graph)
    assert subject.passes is not None


def test_inputs_of_a_file_have_names(graph_file: str) -> None:
    subject = subject_of(graph_file, ["x=-3", "t:0='a'"])
    assert subject.is_file
    assert subject.fixed["x"] == np.int8(-3)
    assert subject.fixed["x"].dtype == np.int8


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["x=300"], "300"),
        (["x=1e400"], "x"),
        (["z=1"], "no such input; its inputs are: x, t"),
        (["1"], "NAME=VALUE"),
    ],
)
def test_what_does_not_fit_is_told(
    texts: list[str], told: str, graph_file: str
) -> None:
    """A number beyond the dtype was once a mistake of the program."""
    with pytest.raises(Failure, match=told):
        subject_of(graph_file, texts)


def test_flags_of_other_targets_are_refused(source: str) -> None:
    with pytest.raises(Failure, match="--fetch"):
        subject_of(f"{source}:f", [], fetches=["y"])
    with pytest.raises(Failure, match="--signature"):
        subject_of(f"{source}:f", [], signature="s")
