"""The graph of a function or a SavedModel, with variables as constants."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pytest

import runtime as tf
from autograph_tools.failures import Failure
from autograph_tools.targets.frozen import frozen_target

SOURCE = """\
import runtime as tf

w = tf.Variable([1.0, 2.0], name="w")
kept = tf.constant([3.0, 4.0])
count = tf.Variable(0.0)
words = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), 0)
numbers = tf.data.Dataset.range(3)


@tf.function
def weighted(x):
    return x * w + kept


@tf.function
def counted(x):
    return count.assign_add(x)


@tf.function
def numbered(x):
    return words.lookup(x)
"""


class Weighted(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.w = tf.Variable([1.0, 2.0], name="w")

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
    def __call__(self, x: object) -> object:
        return {"y": x * self.w}


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "given_frozen.py"
    path.write_text(SOURCE)
    return str(path)


@pytest.fixture
def folder(tmp_path: Path) -> str:
    made = Weighted()
    tf.saved_model.save(made, str(tmp_path / "saved"), signatures=made.__call__)
    return str(tmp_path / "saved")


def arguments(target: str, *args: str, signature: str | None = None) -> object:
    return argparse.Namespace(
        target=target, arg=list(args), signature=signature, allow=[]
    )


def test_variables_and_captures_of_a_function_are_constants(source: str) -> None:
    graph = frozen_target(arguments(f"{source}:weighted", "f32[2]"))
    assert [value.name for value in graph.inputs] == ["x"]
    x = np.ones(2, np.float32)
    result = f"{graph.outputs[0].node.name}:0"
    np.testing.assert_array_equal(tf.run_graph(graph, {"x": x}, [result])[0], [4, 6])
    assert "w" in graph


def test_the_folder_of_a_saved_model(folder: str) -> None:
    graph = frozen_target(arguments(folder, signature="serving_default"))
    assert [value.name for value in graph.inputs] == ["x"]


@pytest.mark.parametrize(
    ("name", "arg", "said"),
    [
        ("counted", "f32[]", "does more with the variable"),
        ("numbered", "str[2]", "captured and no variable"),
        ("gone", "f32[]", "has no function 'gone'"),
    ],
)
def test_what_cannot_be_a_constant(source: str, name: str, arg: str, said: str) -> None:
    with pytest.raises(Failure, match=said):
        frozen_target(arguments(f"{source}:{name}", arg))


def test_targets_of_other_kinds(source: str, folder: str) -> None:
    with pytest.raises(Failure, match="neither a function nor a SavedModel"):
        frozen_target(arguments(f"{source}:numbers"))
    with pytest.raises(Failure, match="--arg goes with a function"):
        frozen_target(arguments(folder, "x=f32=2"))
    with pytest.raises(Failure, match="no signature or function 'gone'"):
        frozen_target(arguments(folder, signature="gone"))
