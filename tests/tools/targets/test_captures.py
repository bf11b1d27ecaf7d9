"""The names of captured variables: closures, attributes, items, globals, made names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from autograph_tools.main import main
from autograph_tools.targets.captures import captured_variables

scale = tf.Variable(2.0, name="made_with_this_name")


class Net(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.kernel = tf.Variable([[1.0]])
        self.layers = [tf.Variable(1.0), {"bias": tf.Variable(2.0)}]
        self.itself = self

    @tf.function
    def __call__(self, x: Any) -> Any:
        return x @ self.kernel + self.layers[0] + self.layers[1]["bias"]


def names_in(function: Any, *specs: tf.TensorSpec) -> list[str]:
    concrete = function.get_concrete_function(*specs)
    return list(captured_variables(function, concrete).values())


@tf.function
def scaled(x: Any) -> Any:
    return x * scale


def test_attributes_and_items_are_paths_from_self() -> None:
    found = names_in(Net().__call__, tf.TensorSpec([1, 1]))
    assert found == ["self.kernel", "self.layers[0]", "self.layers[1]['bias']"]


def test_an_object_that_is_called_is_self() -> None:
    assert names_in(tf.function(Net()), tf.TensorSpec([1, 1]))[0] == "self.kernel"


def test_a_variable_of_a_function_that_is_called_has_its_global_name() -> None:
    outer = tf.function(lambda x: scaled(x) + 1.0)
    assert names_in(outer, tf.TensorSpec([])) == ["scale"]


def test_names_of_a_closure() -> None:
    weights = {"first": tf.Variable(1.0)}
    last = tf.Variable(3.0)
    found = names_in(
        tf.function(lambda x: x * weights["first"] + last), tf.TensorSpec([])
    )
    assert found == ["weights['first']", "last"]


def test_else_the_name_that_it_was_made_with() -> None:
    kept: list[tf.Variable] = []

    def hidden(x: Any) -> Any:
        if not kept:
            kept.append(tf.Variable(1.0, name="inside"))
        return x + kept[0]

    concrete = tf.function(hidden).get_concrete_function(tf.TensorSpec([]))
    assert list(captured_variables(len, concrete).values()) == ["inside"]


def test_a_captured_tensor_is_no_variable() -> None:
    constant = tf.constant([1.0] * 9)
    assert names_in(tf.function(lambda x: x + constant), tf.TensorSpec([9])) == []


NAMED = """\
import runtime as tf

class Counter(tf.Module):
    def __init__(self):
        self.steps = tf.Variable(1.0)
        self.kernel = tf.Variable([[1.0], [2.0]])

    @tf.function
    def __call__(self, x):
        self.steps.assign_add(1.0)
        return x @ self.kernel + self.steps

counter = Counter()

def use(x):
    return counter(x)

def scaled(x):
    return x * counter.steps
"""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("graph", "variable counter.kernel, f32[2,1]"),
        ("graph --format listing --json", '"op": "Placeholder(counter.kernel)"'),
        ("graph --format tabular", "Placeholder(counter.kernel)"),
        ("optimize -q", "variable counter.steps"),
        ("stats", "Placeholder(counter.steps)"),
        ("explain", "variable   counter.steps\n"),
        ("explore -o page.html --json -q", ""),
    ],
)
def test_every_verb_names_variables_as_the_user_does(
    words: str,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("named.py").write_text(NAMED)
    verb, *rest = words.split()
    target = "named.py:use"
    if verb == "explain":
        target, rest = "named.py:scaled", ["--node", "mul/ReadVariableOp/resource"]
    assert main([verb, target, "--arg", "f32[2,2]", *rest]) == 0
    assert told in capsys.readouterr().out
    if verb == "explore":
        assert '"variable":"counter.kernel"' in Path("page.html").read_text()


def test_what_cannot_be_frozen_is_told_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "named.py"
    source.write_text(NAMED)
    words = ["freeze", f"{source}:use", "--arg", "f32[2,2]", "-o", "frozen.pb"]
    assert main(words) == 2
    assert "named.py:10" in capsys.readouterr().err
