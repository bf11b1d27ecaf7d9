"""Lists, dicts and tuples in attributes behave as before, and are tracked."""

from __future__ import annotations

import collections
import copy
import json
import pickle
from typing import Any, ClassVar

import pytest

import runtime as tf
from runtime.trackable.data_structures import sticky_attribute_assignment

Pair = collections.namedtuple("Pair", "a b")


def module_with(value):
    module = tf.Module()
    module.value = value
    return module


def test_lists_stay_lists() -> None:
    module = module_with([1, [2, 3]])
    assert isinstance(module.value, list)
    assert module.value == [1, [2, 3]]
    assert json.dumps(module.value) == "[1, [2, 3]]"
    assert module.value + [4] == [1, [2, 3], 4]  # noqa: RUF005 - it is what is tested
    assert repr(module.value) == "ListWrapper([1, ListWrapper([2, 3])])"
    assert tf.convert_to_tensor(module_with([1, 2]).value).numpy().tolist() == [1, 2]
    assert pickle.loads(pickle.dumps(module.value)) == [1, [2, 3]]
    assert copy.deepcopy(module.value) == [1, [2, 3]]


def test_the_list_of_the_user_is_the_same_list() -> None:
    own: list = []
    module = module_with(own)
    own.append(tf.Variable(1.0))
    module.value.append(tf.Variable(2.0))
    assert len(own) == len(module.value) == len(module.variables) == 2


def test_dicts_stay_dicts() -> None:
    module = module_with({"b": 1, "a": {"c": 2}})
    assert isinstance(module.value, dict)
    assert module.value == {"b": 1, "a": {"c": 2}}
    assert list(module.value) == ["b", "a"]
    assert {**module.value, "d": 3} == {"b": 1, "a": {"c": 2}, "d": 3}
    assert json.dumps(module.value) == '{"b": 1, "a": {"c": 2}}'
    assert repr(module.value) == "DictWrapper({'b': 1, 'a': DictWrapper({'c': 2})})"
    assert module.value.pop("b") == 1
    assert module.value.setdefault("e", 5) == 5
    ordered = module_with(collections.OrderedDict(z=1, a=[2]))
    assert list(ordered.value.items()) == [("z", 1), ("a", [2])]


def test_tuples_are_wrapped_where_they_hold_state() -> None:
    assert type(module_with((1, 2)).value) is tuple
    module = module_with(Pair(tf.Variable(1), 2))
    assert isinstance(module.value, Pair)
    assert module.value.a.numpy() == 1
    assert len(module.variables) == 1


def test_tracked_structures_are_plain_ones_to_functions() -> None:
    traces = []

    @tf.function
    def total(values):
        traces.append(type(values))
        return [each + 1 for each in values]

    module = module_with([tf.constant(1), tf.constant(2)])
    results = total(module.value)
    assert type(results) is list
    total([tf.constant(1), tf.constant(2)])
    assert len(traces) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda values: values.pop(),
        lambda values: values.reverse(),
        lambda values: values.__delitem__(0),
        lambda values: values.clear(),
        lambda values: values.insert(0, tf.Variable(3)),
        lambda values: values.__setitem__(0, tf.Variable(3)),
        lambda values: values.remove(values[0]),
    ],
)
def test_other_changes_than_appending_cannot_be_saved(change, tmp_path) -> None:
    module = module_with([tf.Variable(1), tf.Variable(2)])
    twin = [*module.value]
    change(module.value)
    del twin
    with pytest.raises(ValueError, match="A list element was replaced"):
        tf.train.Checkpoint(m=module).write(str(tmp_path / "x"))


def test_lists_without_state_may_change() -> None:
    module = module_with([3, 1, 2])
    module.value.sort()
    module.value[0] = 7
    del module.value[1]
    assert module.value == [7, 3]
    assert module.value._trackable_children() == {}


def test_attributes_that_are_not_to_be_tracked() -> None:
    from runtime.trackable.base import no_automatic_dependency_tracking

    class Holder(tf.Module):
        @no_automatic_dependency_tracking
        def hold(self, value):
            self.value = value

    holder = Holder()
    values = [tf.Variable(1)]
    holder.hold(values)
    assert holder.value is values
    assert holder._trackable_children() == {}


def test_a_tracked_named_tuple_keeps_its_constructors() -> None:
    first, second = tf.Variable(1.0), tf.Variable(2.0)
    pair = module_with(Pair(first, second)).value
    kind = type(pair)
    for made in (kind(second, first), kind(a=second, b=first), kind._make(pair[::-1])):
        assert isinstance(made, Pair)
        assert [id(each) for each in made] == [id(second), id(first)]
        assert made.a is second
        assert set(made._trackable_children()) == {"a", "b", "0", "1"}
    assert pair._replace(b=first).b is first
    assert type(module_with((first,)).value)([second])[0] is second


def test_texts_of_dicts_and_tuples_are_plain():
    module = tf.Module()
    module.mapped, module.pair = {"a": [1]}, (1, [2])
    assert str(module.mapped) == "{'a': ListWrapper([1])}"
    assert repr(module.mapped) == "DictWrapper({'a': ListWrapper([1])})"
    assert str(module.pair) == "(1, ListWrapper([2]))"
    assert repr(module.pair) == "_TupleWrapper((1, ListWrapper([2])))"


class Layer:
    """What Keras 2 asks of a layer in a container."""

    trainable_weights: Any = ()
    non_trainable_weights: ClassVar[Any] = ()

    def __init__(self, size: int) -> None:
        self.trainable_weights = [tf.Variable(tf.ones([size]))]
        self.trainable = True
        self.losses = [size]


@pytest.mark.parametrize("kind", ["list", "dict", "tuple"])
def test_containers_have_the_weights_of_their_layers(kind: str) -> None:
    first, second = Layer(1), Layer(2)
    free, fixed = tf.Variable(1.0), tf.Variable(2.0, trainable=False)
    items = [first, [second, first], free, fixed, "text"]
    made: dict[str, Any] = {
        "list": items,
        "dict": {f"{place}": each for place, each in enumerate(items)},
        "tuple": tuple(items),
    }
    container = sticky_attribute_assignment(tf.Module(), "parts", made[kind])
    assert container.layers == [first, second]
    assert [each.shape.num_elements() for each in container.trainable_weights] == [
        1, 2, 1, 1,
    ]  # fmt: skip
    assert [id(each) for each in container.non_trainable_weights] == [id(fixed)]
    assert container.losses == [1, 2, 1]
    assert len(container.weights) == len(container.variables) == 5
    container.trainable = False
    assert container.trainable_variables == []
    assert second.trainable
    assert len(container.non_trainable_variables) == 5


def test_a_list_that_grows_has_the_weights_of_later_layers() -> None:
    module = tf.Module()
    module.parts = sticky_attribute_assignment(module, "parts", [])
    module.parts.append(Layer(3))
    assert [each.shape for each in module.parts.weights] == [[3]]
