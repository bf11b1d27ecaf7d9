"""Checkpoints of several data files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.tensorflow_process import TensorFlowProcess

SHAPES: dict[str, tuple[int, ...]] = {
    "matrix": (10, 10),
    "few": (3,),
    "scalar": (),
    "none": (0, 3),
    "cube": (2, 3, 50),
}


def state(is_new: bool = False) -> dict[str, Any]:
    every: dict[str, Any] = {}
    for name, shape in SHAPES.items():
        count = int(np.prod(shape))
        values = np.arange(count, dtype=np.float32).reshape(shape)
        every[name] = tf.Variable(np.zeros_like(values) if is_new else values)
    texts = [b"", b""] if is_new else [b"x" * 50, b"y"]
    return every | {"texts": tf.Variable(texts)}


def values(objects: dict[str, Any]) -> dict[str, Any]:
    return {name: each.numpy().tolist() for name, each in objects.items()}


def written(path: Path, policy: Any) -> list[int]:
    """The sizes of the data files."""
    options = tf.train.CheckpointOptions(experimental_sharding_callback=policy)
    tf.train.Checkpoint(**state()).write(path / "c", options)
    files = sorted(path.glob("c.data-*"))
    assert all(each.name.endswith(f"-of-{len(files):05}") for each in files)
    return [each.stat().st_size for each in files]


SIZES = [
    *[pytest.param(most, marks=pytest.mark.slow) for most in (1, 4, 50, 100)],
    *(123, 400, 1000, 10_000),
]


@pytest.mark.parametrize("most", SIZES)
def test_files_have_at_most_so_many_bytes(most: int, tmp_path: Path) -> None:
    sizes = written(tmp_path, tf.train.experimental.MaxShardSizePolicy(most))
    # the strings and the object graph cannot be cut, nor can one element
    too_large = [each for each in sizes if each > max(most, 4)]
    assert len(too_large) <= 2
    found = state(is_new=True)
    tf.train.Checkpoint(**found).read(tmp_path / "c").assert_consumed()
    assert values(found) == values(state())


def test_a_policy_by_task_has_one_file_with_the_usual_bytes(tmp_path: Path) -> None:
    written(tmp_path, tf.train.experimental.ShardByTaskPolicy())
    plain = tf.train.Checkpoint(**state()).write(tmp_path / "plain")
    for suffix in ("index", "data-00000-of-00001"):
        usual = Path(f"{plain}.{suffix}").read_bytes()
        assert (tmp_path / f"c.{suffix}").read_bytes() == usual


class Callback(tf.train.experimental.ShardingCallback):
    description = "Calls a function."

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, shardable_tensors: Any) -> Any:
        return self.function(shardable_tensors)


def each_alone(tensors: Any) -> Any:
    return [{one.checkpoint_key: {one.slice_spec: one.tensor}} for one in tensors]


def test_a_callback_is_given_tensors_and_their_objects(tmp_path: Path) -> None:
    seen: list[Any] = []

    def look(tensors: Any) -> Any:
        seen.extend(tensors)
        return each_alone(tensors)

    x = tf.Variable([1.0, 2.0])
    options = tf.train.CheckpointOptions(experimental_sharding_callback=Callback(look))
    tf.train.Checkpoint(x=x).write(tmp_path / "c", options)
    first, graph = seen
    assert first.trackable is x
    assert graph.trackable is None
    assert first.checkpoint_key == "x/.ATTRIBUTES/VARIABLE_VALUE" == first.name
    assert (first.dtype, first.slice_spec, list(first.shape)) == (tf.float32, "", [2])
    assert first.device.device_type == "CPU"


@pytest.mark.parametrize(
    ("function", "error", "text"),
    [
        (lambda _: [], tf.errors.InvalidArgumentError, "none existed"),
        (lambda _: 3, TypeError, "list of dicts"),
        (lambda e: each_alone(e) * 2, tf.errors.InvalidArgumentError, "Duplicate"),
        (
            lambda e: [{e[0].checkpoint_key: {"10 10 0,3:0,10": tf.zeros([7])}}],
            tf.errors.InvalidArgumentError,
            "has not the shape",
        ),
    ],
)
def test_what_a_callback_may_not_do(
    function: Any, error: type[Exception], text: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=text):
        written(tmp_path, Callback(function))
    assert not list(tmp_path.iterdir())


def test_the_option_takes_callbacks_only() -> None:
    with pytest.raises(ValueError, match="must be of type ShardingCallback"):
        tf.train.CheckpointOptions(experimental_sharding_callback=len)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="abstract"):
        tf.train.experimental.ShardingCallback()


READ = """
names = {n: tf.Variable(tf.zeros(s)) for n, s in shapes.items()}
names["texts"] = tf.Variable([b"", b""])
tf.train.Checkpoint(**names).read(path).assert_consumed()
result = {n: each.numpy().tolist() for n, each in names.items()}
result["texts"] = [each.decode() for each in names["texts"].numpy()]
"""
WRITE = """
names = {n: tf.Variable(tf.ones(s)) for n, s in shapes.items()}
policy = tf.train.experimental.MaxShardSizePolicy(100)
options = tf.train.CheckpointOptions(experimental_sharding_callback=policy)
result = tf.train.Checkpoint(**names).write(path, options)
"""


@pytest.mark.slow
@pytest.mark.parametrize("most", [100, 10_000])
def test_tensorflow_restores_them(
    most: int, tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    written(tmp_path, tf.train.experimental.MaxShardSizePolicy(most))
    path = str(tmp_path / "c")
    found = tensorflow_python.run(READ, path=path, shapes=SHAPES)
    expected = values(state()) | {"texts": ["x" * 50, "y"]}
    assert found == expected


@pytest.mark.slow
def test_tensorflows_are_restored(
    tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    # TensorFlow loses a tensor without elements
    shapes = {name: shape for name, shape in SHAPES.items() if 0 not in shape}
    tensorflow_python.run(WRITE, path=str(tmp_path / "c"), shapes=shapes)
    assert len(os.listdir(tmp_path)) > 5
    found = {name: tf.Variable(tf.zeros(shape)) for name, shape in shapes.items()}
    tf.train.Checkpoint(**found).read(tmp_path / "c").assert_consumed()
    assert all((each.numpy() == 1).all() for each in found.values())
