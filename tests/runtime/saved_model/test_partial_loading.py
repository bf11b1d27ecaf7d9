"""Parts of models that libraries save and load: objects in the place of saved ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.bundles.bundle_reader import BundleReader
from runtime.internal.keras_two import exports
from runtime.saved_model.saving import save_and_return_nodes

load_partial = tf.__internal__.saved_model.load_partial


class Scale(tf.Module):
    def __init__(self, factor: float) -> None:
        super().__init__()
        self.factor = tf.Variable(factor)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def apply(self, x: Any) -> Any:
        return x * self.factor


class Pair(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = Scale(2.0), Scale(3.0)


def test_saved_objects_and_their_paths_are_given(tmp_path: Path) -> None:
    pair = Pair()
    objects, paths = save_and_return_nodes(pair, tmp_path)
    assert objects[0] is pair
    assert paths[pair] == ()
    assert [each.name for each in paths[pair.second.factor]] == ["second", "factor"]


def test_given_object_takes_the_place_of_the_saved_one(tmp_path: Path) -> None:
    tf.saved_model.save(Pair(), tmp_path)
    mine, children = Scale(0.0), {}

    def set_child(owner: Any, name: str, value: Any) -> None:
        children[name] = value

    loaded = load_partial(
        tmp_path,
        {
            "root": None,
            "root.second": (mine, set_child),
            "root.second.factor": mine.factor,
        },
    )
    assert loaded["root"].second is mine
    assert mine.factor.numpy() == 3.0
    apply = children["apply"]
    assert apply(tf.constant([1.0])).numpy().tolist() == [3.0]
    assert apply.function_spec.arg_names == ["x"]
    assert apply.input_signature[0].shape == [None]


def test_path_that_there_is_not_is_refused(tmp_path: Path) -> None:
    tf.saved_model.save(Pair(), tmp_path)
    with pytest.raises(ValueError, match=r"no object at 'root\.third'"):
        load_partial(tmp_path, ["root.third"])


def test_attributes_are_not_tracked_while_tracking_is_off() -> None:
    owner = tf.Module()
    owner._setattr_tracking = False
    owner.hidden = tf.Variable(1)
    owner._setattr_tracking = True
    owner.shown = tf.Variable(2)
    assert list(owner._trackable_children()) == ["shown"]
    owner._delete_tracking("shown")
    assert owner._trackable_children() == {}


def test_names_of_version_1_have_a_prefix_of_their_own() -> None:
    @exports.keras_export("keras.things.Some", v1=[])
    class New: ...

    @exports.keras_export(v1=["keras.things.Some"])
    class Old: ...

    found = exports.get_symbol_from_name
    assert found("keras.things.Some") is New
    assert found("compat.v1.keras.things.Some") is Old


def test_only_what_is_asked_for_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tf.saved_model.save(Pair(), tmp_path)
    read: list[str] = []
    plain = BundleReader.read

    def noting(self: BundleReader, key: str, *rest: Any) -> Any:
        read.append(key)
        return plain(self, key, *rest)

    monkeypatch.setattr(BundleReader, "read", noting)
    loaded = load_partial(tmp_path, ["root.second"])
    assert [key for key in read if "VARIABLE" in key] == [
        "second/factor/.ATTRIBUTES/VARIABLE_VALUE"
    ]
    second = loaded["root.second"]
    assert second.apply(tf.constant([1.0])).numpy().tolist() == [3.0]


class Tables(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        pairs = tf.lookup.KeyValueTensorInitializer(["a"], [7])
        self.fixed = tf.lookup.StaticHashTable(pairs, -1)
        self.counts = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
        self.counts.insert(["x"], tf.constant([5], tf.int64))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def look(self, keys: Any) -> Any:
        return self.fixed.lookup(keys), self.counts.lookup(keys)


def test_tables_of_a_part_are_filled_and_restored(tmp_path: Path) -> None:
    owner = tf.Module()
    owner.unused = Scale(1.0)
    owner.part = Tables()
    tf.saved_model.save(owner, tmp_path)
    part = load_partial(tmp_path, ["root.part"])["root.part"]
    fixed, counts = part.look(tf.constant(["a", "x"]))
    assert (fixed.numpy().tolist(), counts.numpy().tolist()) == ([7, -1], [-1, 5])


def test_function_needs_what_it_captures(tmp_path: Path) -> None:
    tf.saved_model.save(Pair(), tmp_path)
    with pytest.raises(ValueError, match=r"needs 'root\.first\.factor', which is not"):
        load_partial(tmp_path, ["root.first.apply"])
    both = load_partial(tmp_path, ["root.first.apply", "root.first.factor"])
    both["root.first.factor"].assign(5.0)
    assert both["root.first.apply"](tf.constant([1.0])).numpy().tolist() == [5.0]


def test_what_a_given_object_holds_is_given_too(tmp_path: Path) -> None:
    tf.saved_model.save(Pair(), tmp_path)
    mine = Scale(0.0)
    own = mine.factor
    load_partial(tmp_path, {"root.second": mine})
    assert mine.factor is own
    assert own.numpy() == 3.0


@pytest.mark.parametrize(
    ("filters", "error"), [(["second"], ValueError), ({"root.second": 3}, TypeError)]
)
def test_filters_that_cannot_be_are_refused(
    tmp_path: Path, filters: Any, error: type[Exception]
) -> None:
    tf.saved_model.save(Pair(), tmp_path)
    with pytest.raises(error, match="root"):
        load_partial(tmp_path, filters)


class UnfilledInitializer(tf.lookup.KeyValueTensorInitializer):
    """What Keras 2 gives the table of a lookup layer that a SavedModel restores."""

    key_dtype, value_dtype = "string", "int64"  # type: ignore[assignment]

    def __init__(self) -> None:
        pass

    def initialize(self, table: Any) -> None:
        pass


def test_a_table_that_is_given_is_filled_by_the_saved_initializer(
    tmp_path: Path,
) -> None:
    saved = tf.Module()
    filling = tf.lookup.KeyValueTensorInitializer(
        ["a", "b"], tf.constant([1, 2], tf.int64)
    )
    saved.table = tf.lookup.StaticHashTable(filling, -1)
    tf.saved_model.save(saved, tmp_path)
    mine = tf.lookup.StaticHashTable(UnfilledInitializer(), -1)
    load_partial(tmp_path, {"root": tf.Module(), "root.table": (mine, setattr)})
    assert mine.lookup(tf.constant(["b", "c", "a"])).numpy().tolist() == [2, -1, 1]
