"""What a loop's body may not make of a variable."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.staging.flattening import DifferentTypesError, NoneValueError
from runtime.staging.loop_checks import (
    carried_values,
    check_structure,
    keeping_kinds,
    of_kind,
    told_names,
    told_shapes,
)


@pytest.mark.parametrize(
    ("old", "new", "kind", "text"),
    [
        (1, None, NoneValueError, "'x' is None at the end of the iteration"),
        (None, 1, NoneValueError, "'x' is not allowed to be None before the loop"),
        ([1], [1, 2], DifferentTypesError, "use append, or extend"),
        ((1,), [1], DifferentTypesError, "same nested structure"),
    ],
)
def test_structures_that_change(old, new, kind, text: str) -> None:
    with pytest.raises(kind, match=text):
        check_structure("x", old, new)


def test_structures_that_stay() -> None:
    check_structure("x", {"a": [1]}, {"a": [tf.constant(2.0)]})
    check_structure("x", None, None)


def test_a_number_takes_the_dtype_of_the_variable() -> None:
    inside = tf.constant(1.0)
    assert of_kind("x", 1.0, inside, 2).dtype == tf.float32
    same = tf.constant(2.0)
    assert of_kind("x", 1.0, inside, same) is same
    with pytest.raises(DifferentTypesError, match="dtype float32 before the loop"):
        of_kind("x", 1.0, inside, tf.constant(2))


def test_invariants_are_told_by_the_tensor() -> None:
    x, y = tf.constant([1]), tf.constant([2])
    options = {"shape_invariants": [(x, tf.TensorShape([None]))]}
    assert told_shapes(options) == {id(x): tf.TensorShape([None])}
    assert told_shapes({}) == {}
    assert told_names(["a", "b"], [x, y], options) == {"a"}


def test_what_a_graph_carries_of_a_variable() -> None:
    x = tf.constant(1)
    found = carried_values([x, {"a": 2, "b": len}])
    assert len(found) == 2
    assert found[0] is x


@pytest.mark.parametrize(
    ("after", "told", "kind"),
    [
        ((tf.constant([1, 2]),), (), ValueError),
        ((tf.constant([1.0]),), (), TypeError),
        ((tf.constant([1, 2]),), ("x",), ValueError),
        ((tf.constant([7]),), (), None),
    ],
)
def test_a_body_keeps_dtypes_and_shapes(after, told, kind) -> None:
    values = [(tf.constant([1]),)]

    def run() -> None:
        keeping_kinds(("x",), lambda: values[-1], told, lambda: values.append(after))

    if kind is None:
        run()
        assert values[-1] is after
    else:
        with pytest.raises(kind, match="x"):
            run()
