"""Nested structures: what is flattened comes back, in sorted order of keys."""

from __future__ import annotations

from collections import OrderedDict, defaultdict, namedtuple
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import runtime as tf

Point = namedtuple("Point", "x y")

LEAVES = st.integers() | st.text(max_size=3) | st.none()
STRUCTURES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3)
        | st.builds(Point, inner, inner)
    ),
    max_leaves=10,
)


@given(STRUCTURES)
def test_packing_undoes_flattening(structure: Any) -> None:
    flat = tf.nest.flatten(structure)
    assert tf.nest.pack_sequence_as(structure, flat) == structure


@given(STRUCTURES)
def test_mapping_keeps_the_structure(structure: Any) -> None:
    mapped = tf.nest.map_structure(lambda leaf: (leaf,), structure)
    tf.nest.assert_same_structure(
        structure, tf.nest.map_structure(lambda leaf: 0, structure)
    )
    assert len(tf.nest.flatten(mapped)) == len(tf.nest.flatten(structure))


def test_kinds_of_containers_are_kept() -> None:
    ordered = OrderedDict([("b", 1), ("a", 2)])
    packed = tf.nest.pack_sequence_as(ordered, ["first", "second"])
    assert list(packed.items()) == [("b", "second"), ("a", "first")]
    lists = defaultdict(list, {"k": 1})
    again = tf.nest.map_structure(lambda x: x + 1, lists)
    assert (again["k"], again["other"]) == (2, [])
    assert tf.nest.map_structure(lambda x: x, Point(1, 2)) == Point(1, 2)


def test_wrong_numbers_of_leaves_are_refused() -> None:
    with pytest.raises(ValueError, match="fewer leaves"):
        tf.nest.pack_sequence_as([0, 0], [1])
    with pytest.raises(ValueError, match="had 1 atoms"):
        tf.nest.pack_sequence_as([0], [1, 2])


def test_different_structures_are_refused() -> None:
    with pytest.raises(ValueError, match="same nested structure"):
        tf.nest.assert_same_structure([1, [2]], [1, 2])
    with pytest.raises(TypeError, match="same nested structure"):
        tf.nest.assert_same_structure([1], (1,))
    tf.nest.assert_same_structure([1], (1,), check_types=False)
    with pytest.raises(ValueError, match="same nested structure"):
        tf.nest.map_structure(lambda a, b: a, {"a": 1}, {"b": 1})


def test_composites_are_leaves_unless_expanded() -> None:
    dense, array = tf.constant([1.0]), tf.TensorArray(tf.float32, size=1)
    tf.nest.assert_same_structure(dense, array)
    with pytest.raises(ValueError, match="same nested structure"):
        tf.nest.assert_same_structure(dense, array, expand_composites=True)
