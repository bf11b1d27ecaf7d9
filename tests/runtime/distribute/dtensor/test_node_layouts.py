"""Layouts of one op's results, from tensors with layouts among its arguments."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.distribute.dtensor.node_layouts import (
    Laid,
    found_after,
    layout_on,
    layouts_after,
    mesh_among,
    stated_layout,
)

dtensor = tf.experimental.dtensor
U = dtensor.UNSHARDED


@pytest.fixture
def mesh(four_cpus: list[str]) -> Any:
    return dtensor.create_mesh([("x", 2), ("y", 2)], devices=four_cpus)


def laid(mesh: Any, tensor: Any, *specs: str) -> Laid:
    layout = dtensor.Layout(list(specs), mesh) if specs else None
    return Laid(tensor, tuple(tensor.shape), layout)


def specs(layouts: Any) -> list[Any]:
    return [None if each is None else each.sharding_specs for each in layouts]


def test_tensors_without_a_layout_are_whole(mesh: Any) -> None:
    ones = tf.ones([4, 6])
    given = [laid(mesh, ones), laid(mesh, ones, "x", U)]
    assert mesh_among(given) == mesh
    assert specs(layouts_after("AddV2", given, {})) == [["x", U]]
    assert mesh_among(given[:1]) is None
    assert layouts_after("Relu", given[:1], {}) == []


def test_parts_that_would_differ_in_size_are_not_made(mesh: Any) -> None:
    for size, expected in ((6, "x"), (5, U), (0, "x")):
        layout = layout_on(mesh, ((size,), ("x",)))
        assert layout is not None
        assert layout.sharding_specs == [expected]
    assert layout_on(mesh, None) is None


def test_sizes_among_the_arguments_are_read(mesh: Any) -> None:
    given = [
        laid(mesh, tf.ones([4, 6]), "x", U),
        laid(mesh, tf.constant([4, 3, 2])),
    ]
    assert specs(layouts_after("Reshape", given, {})) == [["x", U, U]]


def test_an_op_may_state_the_layout(mesh: Any) -> None:
    x = laid(mesh, tf.ones([4, 6]), "x", U)
    text = dtensor.Layout([U, "y"], mesh).to_string()
    stated = stated_layout("Relayout", [x], {"layout": text})
    assert stated is not None
    assert stated.sharding_specs == [U, "y"]
    assert found_after("Relayout", [x], {"layout": text}) == [((4, 6), (U, "y"))]
    assert stated_layout("Relu", [x], {"layout": "NHWC"}) is None


def test_an_op_may_lie_as_its_last_argument(mesh: Any) -> None:
    x = laid(mesh, tf.ones([4, 6]), "x", U)
    like = laid(mesh, tf.ones([4, 6]), U, "y")
    assert specs(layouts_after("RelayoutLike", [x, like], {})) == [[U, "y"]]


def test_unknown_sizes_have_no_layout(mesh: Any) -> None:
    x = laid(mesh, tf.ones([4, 6]), "x", U)
    assert layouts_after("AddV2", [x, Laid(tf.ones([]), None)], {}) == []


def test_a_layout_of_another_rank_divides_nothing(mesh: Any) -> None:
    line = dtensor.Layout(["x"], mesh)
    found = layouts_after("Relu", [Laid(tf.ones([4, 6]), (4, 6), line)], {})
    assert specs(found) == [[U, U]]
