"""Extension types taken apart and put together."""

from __future__ import annotations

from collections.abc import Mapping

import runtime as tf
from runtime.extension_types.composition import Composition


class Nested(tf.experimental.ExtensionType):
    """Fields of several kinds."""

    values: tf.Tensor
    parts: tuple[tf.Tensor, int]
    named: Mapping[str, tf.Tensor]
    label: str = "x"


VALUE = Nested(
    tf.constant(1),
    (tf.constant(2), 7),
    {"b": tf.constant(4), "a": tf.constant(3)},
)


def test_components_come_by_field_and_by_sorted_key() -> None:
    assert [int(each) for each in Composition.components(VALUE)] == [1, 2, 3, 4]
    *paths, constants = Composition.component_names(VALUE)
    assert paths == ["values", "parts.0", "named.a", "named.b"]
    assert constants == (
        ("parts#", int, 2),
        ("parts.1", int, 7),
        ("label", str, "x"),
    )


def test_other_components_in_the_same_places() -> None:
    found = Composition.with_components(VALUE, [tf.constant(n) for n in range(4)])
    assert type(found) is Nested
    assert (int(found.values), int(found.parts[0]), found.parts[1]) == (0, 1, 7)
    assert {key: int(each) for key, each in found.named.items()} == {"a": 2, "b": 3}
    assert list(found.named) == list(VALUE.named)


def test_specs_are_put_together_too() -> None:
    spec = VALUE._type_spec
    wide = [tf.TensorSpec([None], tf.float32)] * 4
    found = Composition.with_components(spec, wide)
    assert isinstance(found, Nested.Spec)
    assert (found.values, found.label) == (wide[0], "x")
    assert Composition.spec_of_components(VALUE, wide) == found
    assert Composition.spec_of_components(spec, wide) == found
