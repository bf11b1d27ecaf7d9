"""Savers of a session, by the nodes that describe them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

V1 = tf.compat.v1


@pytest.fixture
def session() -> Any:
    with tf.Graph().as_default(), V1.Session() as made:
        yield made


def saver(value: Any, **arguments: Any) -> tuple[Any, Any]:
    variable = V1.Variable(value, name="v", use_resource=True)
    return variable, V1.train.Saver({"key": variable}, **arguments)


@pytest.mark.parametrize("version", [1, 2])
def test_values_are_written_under_their_names(
    session: Any, tmp_path: Path, version: int
) -> None:
    variable, made = saver([1.0, 2.0], write_version=version)
    session.run(variable.initializer)
    path = made.save(session, str(tmp_path / "m"))
    assert tf.train.list_variables(path) == [("key", [2])] or version == 1
    session.run(variable.assign([0.0, 0.0]))
    made.restore(session, path)
    assert session.run(variable).tolist() == [1.0, 2.0]


def test_a_variable_without_value_is_told(session: Any, tmp_path: Path) -> None:
    _, made = saver([1.0])
    with pytest.raises(tf.errors.FailedPreconditionError):
        made.save(session, str(tmp_path / "m"))
    assert list(tmp_path.glob("m*")) == []


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("other", np.float32([1]), "NotFoundError"),
        ("key", np.int32([1]), "InvalidArgumentError"),
    ],
)
def test_a_checkpoint_of_others(
    session: Any, tmp_path: Path, name: str, value: Any, error: str
) -> None:
    path = str(tmp_path / "m")
    with tf.init_scope():
        tf.raw_ops.SaveV2(
            prefix=path,
            tensor_names=[name],
            shape_and_slices=[""],
            tensors=[tf.constant(value)],
        )
    _, made = saver([1.0])
    with pytest.raises((getattr(tf.errors, error), ValueError)):
        made.restore(session, path)
