"""Objects that a SavedModel is rebuilt of, and the children they are given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.saved_model.loaded_objects import (
    CallableUserObject,
    RestoredResource,
    SignatureMap,
    UserObject,
    add_child,
)
from runtime.trackable.base import Trackable
from runtime.trackable.data_structures import ListWrapper, _DictWrapper


def traced(factor: float) -> Any:
    spec = tf.TensorSpec([], tf.float32)
    return tf.function(lambda x: x * factor).get_concrete_function(spec)


def test_signatures_are_a_mapping_that_is_only_itself() -> None:
    one, other = SignatureMap(), SignatureMap()
    double = traced(2.0)
    for each in (one, other):
        add_child(each, "double", double)
    assert [*one] == ["double"]
    assert (len(one), one["double"]) == (1, double)
    assert one != other
    assert len({one, other}) == 2
    assert repr(one) == f"_SignatureMap({{'double': {double!r}}})"
    add_child(one, "double", replaced := traced(3.0))
    assert one["double"] is replaced
    with pytest.raises(KeyError, match="missing"):
        one["missing"]


def test_children_are_kept_as_their_owner_keeps_them() -> None:
    v = tf.Variable(1.0)
    items: Any = ListWrapper([])
    add_child(items, "7", v)  # elements that were no objects are gone
    assert items == [v]
    mapping: Any = _DictWrapper({})
    add_child(mapping, "key", v)
    assert mapping["key"] is v
    owner: Any = UserObject()
    add_child(owner, "v", v)
    add_child(owner, "number", 3)
    assert (owner.v is v, owner.number) == (True, 3)
    assert list(owner._trackable_children()) == ["v"]
    plain = Trackable()
    add_child(plain, "v", v)
    add_child(plain, "number", 3)
    assert list(plain._trackable_children()) == ["v"]


def test_classes_have_the_name_that_programs_look_for() -> None:
    assert type(UserObject()).__name__ == "_UserObject"
    assert type(CallableUserObject()).__name__ == "_UserObject"
    assert not callable(UserObject())


def test_a_saved_call_is_the_call_of_the_object(tmp_path: Path) -> None:
    class Doubling(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
        def __call__(self, x: Any) -> Any:
            return x * 2.0

    tf.saved_model.save(Doubling(), str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    assert isinstance(loaded, CallableUserObject)
    assert loaded(tf.constant(4.0)).numpy() == 8.0


def test_a_resource_is_made_by_its_creator_when_it_is_asked_for() -> None:
    calls: list[int] = []

    def create() -> Any:
        calls.append(1)
        return tf.constant(1.0)

    resource = RestoredResource()
    resource._create = create
    assert not calls
    assert resource.resource_handle is resource.resource_handle
    assert calls == [1]


def test_a_resource_is_saved_by_the_functions_of_its_file() -> None:
    resource = RestoredResource()
    assert resource._serialize_to_tensors() == {}

    def save(name: Any) -> Any:
        return [{"name": name + "-keys", "tensor": tf.constant([1, 2])}]

    resource._saveable_functions = {"table": (save, None)}
    [(name, tensor)] = resource._serialize_to_tensors().items()
    assert name == "table-keys"
    assert tensor.numpy().tolist() == [1, 2]
