"""Signatures: the default function of a model, and the names of its tensors."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.saved_model.signatures import DEFAULT, signature_map

SPEC = tf.TensorSpec([], tf.float32)


def declared(python_function: Any, *specs: Any) -> Any:
    return tf.function(python_function, input_signature=specs or (SPEC,))


def names(concrete: Any) -> tuple[list[str], list[str]]:
    inputs = concrete.structured_input_signature[1]
    return [*inputs], [*concrete.structured_outputs]


def test_a_lone_function_is_the_default() -> None:
    held = {"f": declared(lambda x: x), "v": 3, "plain": tf.function(lambda x: x)}
    found = signature_map(held, None)
    assert [*found] == [DEFAULT]
    assert found[DEFAULT](x=tf.constant(2.0))["output_0"].numpy() == 2.0


def test_of_several_functions_none_is_the_default() -> None:
    first, second = declared(lambda x: x), declared(lambda x: x + 1.0)
    assert not signature_map({"a": first, "b": second}, None)
    # but that which the object names
    named = {"a": first, "_default_save_signature": second}
    found = signature_map(named, None)[DEFAULT]
    assert found(x=tf.constant(2.0))["output_0"].numpy() == 3.0
    # and one that gives nothing answers no request
    nothing = declared(lambda x: None)
    assert [*signature_map({"a": first, "b": nothing}, None)] == [DEFAULT]


def test_one_function_or_a_dictionary_of_them_is_passed() -> None:
    f = declared(lambda x: {"twice": x * 2.0})
    assert [*signature_map({}, f)] == [DEFAULT]
    found = signature_map({}, {"a": f, "b": f.get_concrete_function()})
    assert [*found] == ["a", "b"]
    assert names(found["b"]) == (["x"], ["twice"])
    assert not signature_map({"f": f}, {})


@pytest.mark.parametrize(
    ("results", "outputs"),
    [
        (lambda x: x, ["output_0"]),
        (lambda x: [x, x + 1.0], ["output_0", "output_1"]),
        (lambda x: {"b": x, "a": x}, ["a", "b"]),
    ],
)
def test_results_have_names(results: Any, outputs: list[str]) -> None:
    [found] = signature_map({}, declared(results)).values()
    assert sorted(found.structured_outputs) == outputs


def test_parts_of_one_argument_are_numbered() -> None:
    f = declared(lambda x, y: x[0] - x[1] + y, [SPEC, SPEC], SPEC)
    [found] = signature_map({}, f).values()
    assert sorted(names(found)[0]) == ["x", "x_1", "y"]
    result = found(x=tf.constant(5.0), x_1=tf.constant(2.0), y=tf.constant(1.0))
    assert result["output_0"].numpy() == 4.0


@pytest.mark.parametrize(
    "function", [3, lambda x: x, tf.function(lambda x: x), tf.Module()]
)
def test_functions_must_say_what_they_take(function: Any) -> None:
    with pytest.raises(ValueError, match="but got .* for the signature 'mine'"):
        signature_map({}, {"mine": function})


def default_of(model: tf.Module, path: str) -> list[str]:
    tf.saved_model.save(model, path)
    saved = tf.saved_model.load(path).signatures
    return [*saved] and [*saved["serving_default"].structured_input_signature[1]]


def test_the_default_signature_is_found_again(tmp_path):
    scalar = tf.TensorSpec([])
    model = tf.Module()
    model.declared = tf.function(lambda x: x * 2.0, input_signature=[scalar])
    model.traced = tf.function(lambda y: y * 2.0)
    model.traced.get_concrete_function(scalar)
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    assert default_of(model, first) == ["x"]
    assert default_of(tf.saved_model.load(first), second) == ["x"]
    loaded = tf.saved_model.load(first)
    with pytest.raises(ValueError, match="Expected a TensorFlow function for which"):
        tf.saved_model.save(loaded, second, signatures=loaded.traced)
