"""Properties of results, nested as a function returns them."""

from __future__ import annotations

import runtime as tf
from runtime.functions.result_properties import of_each, spec_of


def test_each_tensor_has_the_property_and_composites_a_list() -> None:
    ragged = tf.ragged.constant([[1], [2, 3]])
    nested = {"a": tf.constant(1.5), "b": (None, ragged)}
    found = of_each(lambda t: t.dtype.name, nested, "nothing")
    assert found == {"a": "float32", "b": ("nothing", ["int32", "int64"])}
    assert of_each(len, None, 0) == 0


def test_types_of_results() -> None:
    concrete = tf.function(
        lambda x: {"y": x + 1, "n": None},
        input_signature=[tf.TensorSpec([None, 2], tf.int32)],
    ).get_concrete_function()
    assert concrete.output_dtypes == {"y": tf.int32, "n": None}
    assert concrete.output_shapes["y"].as_list() == [None, 2]
    assert concrete.output_shapes["n"].rank is None
    spec = spec_of(concrete.structured_outputs["y"])
    assert (spec.dtype, spec.shape.as_list()) == (tf.int32, [None, 2])
    assert spec_of(None) == spec_of(None)
    assert spec_of(tf.constant(1)).dtype == tf.int32
