"""Arguments bound to parameters: names, kinds, tensors, and what does not fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.signatures.binding import Binder, tensors_in, type_of_spec

VECTOR = tf.TensorSpec([None], tf.float32)


def function(a: Any, b: Any = 2, *rest: Any, c: Any = 3, **others: Any) -> Any:
    return a, b, rest, c, others


def plain(a: Any, b: Any = 2, *, c: Any = 3) -> Any:
    return a, b, c


def test_arguments_stand_in_the_order_of_the_parameters() -> None:
    bound = Binder(function, "f").bind((1,), {"z": 5, "y": 4})
    assert bound.names == ("a", "b", "c", "y", "z")
    assert bound.values == (1, 2, 3, 4, 5)
    # further positions may follow, so `a` and `b` have no names in a call
    assert bound.kinds[:2] == ("POSITIONAL_ONLY",) * 2
    args, kwargs = bound.call_arguments(bound.values)
    assert (args, kwargs) == ((1, 2), {"c": 3, "y": 4, "z": 5})
    more = Binder(function, "f").bind((1, 2, 7, 8), {})
    assert more.names == ("a", "b", "rest_0", "rest_1", "c")


def test_arrays_become_tensors_in_structures_too() -> None:
    binder = Binder(plain, "f")
    bound = binder.bind((np.float32([1]), {"k": [np.int32(3), "text"]}), {})
    assert bound.values[0].dtype is tf.float32
    assert isinstance(bound.values[1]["k"][0], tf.Tensor)
    assert bound.values[1]["k"][1] == "text"
    assert len(bound.tensors()) == 2
    same = np.float32([1])
    assert binder.bind((same,), {}, as_tensors=False).values[0] is same


def test_calls_of_equal_types_have_equal_signatures() -> None:
    binder = Binder(plain, "f")
    one, other = (binder.bind((tf.constant([x]),), {}) for x in (1.0, 2.0))
    assert one.signature() == other.signature()
    assert one.signature() != binder.bind((tf.constant([1]),), {}).signature()
    assert one.signature() != binder.bind((tf.constant([1.0]), 3), {}).signature()


def test_a_variable_counts_once_by_its_handle() -> None:
    v, x = tf.Variable(1.0), tf.constant(2.0)
    assert tensors_in([v, [x, v]]) == [v.handle, x]


def test_an_input_signature_casts_and_refuses() -> None:
    binder = Binder(plain, "f", [VECTOR])
    bound = binder.bind(([1, 2],), {})
    assert bound.values[0].numpy().tolist() == [1.0, 2.0]
    assert bound.specs == (type_of_spec(VECTOR),)
    with pytest.raises(TypeError, match="Pass what the input_signature of 'f' allows"):
        binder.bind((tf.constant(1.0),), {})
    with pytest.raises(TypeError, match="missing a required argument: 'a'"):
        binder.bind((), {})
    # without a trace of its own, an argument keeps its default
    with pytest.raises(TypeError, match="argument `b"):
        binder.bind(([1.0], 7), {})


@pytest.mark.parametrize(
    ("specs", "text"),
    [
        ([VECTOR] * 4, "contains 1 extra type constraints: 'f' has 3 parameters"),
        ([], "missing type constraint for a"),
    ],
)
def test_an_input_signature_must_be_for_the_function(specs: Any, text: str) -> None:
    with pytest.raises(TypeError, match=text):
        Binder(plain, "f", specs)

    def only_by_name(*, c: Any) -> Any:
        return c

    with pytest.raises(TypeError, match="keyword-only parameter `c` must have a def"):
        Binder(only_by_name, "f", [])


def test_the_object_of_a_method_is_itself() -> None:
    class Owner:
        def method(self, x: Any) -> Any:
            return x

    owner, other = Owner(), Owner()
    binder = Binder(Owner.method, "method", skip_first=True)
    assert [each.name for each in binder.parameters()] == ["x"]
    found = [binder.bind((each, 1), {}).signature() for each in (owner, owner, other)]
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_parameters_annotated_as_tensors_get_tensors() -> None:
    def hinted(x: tf.Tensor, y: int) -> Any:
        return x, y

    hinted.__annotations__ = {"x": tf.Tensor, "y": int}
    bound = Binder(hinted, "f", follow_type_hints=True).bind((1, 2), {})
    assert bound.values[0].numpy() == 1
    assert bound.values[1] == 2
