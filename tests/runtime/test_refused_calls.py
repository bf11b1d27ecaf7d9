"""Calls that TensorFlow takes, and that were once refused here."""

from __future__ import annotations

import hashlib
import importlib
import struct
from typing import Any

import numpy as np
import pytest

import runtime as tf


class Holder:
    """An object that stands for a variable: it has its handle and nothing else."""

    def __init__(self, variable: Any) -> None:
        self.handle = variable.handle


def test_gradients_by_objects_with_a_handle() -> None:
    variable = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        squared = variable * variable
    gradient = tape.gradient(squared, [Holder(variable)])
    assert gradient[0].numpy() == 6.0


def test_objects_with_a_handle_that_is_not_connected_get_zeros() -> None:
    used, other = tf.Variable(3.0), tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        squared = used * used
    found = tape.gradient(squared, [Holder(other)], unconnected_gradients="zero")
    assert found[0].numpy().tolist() == [0.0, 0.0]


def test_variables_have_names_of_their_own() -> None:
    first, second = tf.Variable(1, name="a/b"), tf.Variable(1, name="a/b")
    assert first._shared_name == second._shared_name == "a/b"
    assert first._unique_id.startswith("a/b_")
    assert first._unique_id != second._unique_id
    assert tf.Variable(1)._shared_name == "Variable"


def test_shapes_of_sparse_tensors_can_be_set() -> None:
    entries = tf.SparseTensor([[0, 1]], [1.0], [2, 3])
    entries.set_shape([None, 3])
    with pytest.raises(ValueError, match="not compatible"):
        entries.set_shape([2, 4])

    def shape_of(x: Any) -> Any:
        x.set_shape([2, None])
        x.set_shape([None, 3])
        assert x.shape == [2, 3]
        return x

    spec = tf.SparseTensorSpec([None, None], tf.float32)
    staged = tf.function(shape_of, input_signature=[spec])
    assert staged.get_concrete_function().inputs[0].dtype is tf.int64


def test_specs_are_made_of_specs() -> None:
    flat = tf.nest.flatten(tf.SparseTensorSpec([2, 3]), expand_composites=True)
    assert list(map(str, flat)) == [
        "TensorSpec(shape=(None, 2), dtype=tf.int64, name=None)",
        "TensorSpec(shape=(None,), dtype=tf.float32, name=None)",
        "TensorSpec(shape=(2,), dtype=tf.int64, name=None)",
    ]
    rows = tf.ragged.constant([[1], [2, 3]])
    parts = tf.nest.flatten(rows, expand_composites=True)
    spec = tf.RaggedTensorSpec([None, None], tf.int32)
    assert len(tf.nest.flatten(spec, expand_composites=True)) == len(parts)
    packed = tf.nest.pack_sequence_as(spec, parts, expand_composites=True)
    assert packed.to_list() == [[1], [2, 3]]
    assert tf.nest.flatten(spec) == [spec]


def test_none_has_a_spec() -> None:
    spec = tf.type_spec_from_value(None)
    assert repr(spec) == "NoneTensorSpec()"
    assert spec == tf.NoneTensorSpec()
    assert isinstance(spec, tf.TypeSpec)
    assert tf.nest.flatten(spec, expand_composites=True) == []
    assert tf.function(lambda x: x, input_signature=[spec])(None) is None


@pytest.mark.parametrize("dtype", ["float32", "int64", "bool", "complex64", "float16"])
def test_tensors_are_buffers(dtype: str) -> None:
    tensor = tf.cast(tf.constant([[1, 0], [2, 3]]), dtype)
    view = memoryview(tensor)
    assert view.readonly
    assert view.shape == (2, 2)
    data = tensor.numpy().tobytes()
    assert bytes(tensor) == view.tobytes() == bytes(bytearray(tensor)) == data
    assert hashlib.md5(tensor).digest() == hashlib.md5(data).digest()
    assert np.frombuffer(tensor, dtype).tolist() == tensor.numpy().ravel().tolist()


def test_a_buffer_outlives_its_tensor() -> None:
    view = memoryview(tf.constant([1.0, 2.0]) * 3.0)
    assert struct.unpack("2f", view) == (3.0, 6.0)


def test_a_buffer_is_not_written_to() -> None:
    tensor = tf.constant([1.0, 2.0])
    with pytest.raises((TypeError, BufferError)):
        struct.pack_into("2f", tensor, 0, 5.0, 5.0)
    assert tensor.numpy().tolist() == [1.0, 2.0]


def test_arrays_keep_dtypes_that_buffers_do_not_know() -> None:
    assert np.asarray(tf.constant([1.5], tf.bfloat16)).dtype == "bfloat16"
    assert np.asarray(tf.constant(["a"])).tolist() == [b"a"]


@pytest.mark.parametrize(
    "name",
    [
        "types.experimental",
        "config.experimental",
        "config.optimizer",
        "autograph.experimental",
        "dtypes.experimental",
        "debugging.experimental",
        "lookup.experimental",
        "test.experimental",
        "experimental.dlpack",
    ],
)
def test_namespaces_are_modules(name: str) -> None:
    module = importlib.import_module(f"runtime.{name}")
    found: Any = tf
    for part in name.split("."):
        found = getattr(found, part)
    names = [each for each in dir(found) if not each.startswith("_")]
    assert names
    assert all(getattr(module, each) is getattr(found, each) for each in names)


def test_python_functions_are_decorators() -> None:
    @tf.py_function(Tout=tf.float32)
    def doubled(x: Any) -> Any:
        """Twice x."""
        return x * 2

    @tf.numpy_function(Tout=tf.float32)
    def halved(x: Any) -> Any:
        return np.float32(x / 2)

    assert doubled.__name__ == "doubled"
    assert doubled.__doc__ == "Twice x."
    assert doubled(3.0).numpy() == 6.0
    assert tf.function(lambda x: doubled(halved(x)))(tf.constant(3.0)).numpy() == 3.0


def test_python_functions_say_what_is_missing() -> None:
    with pytest.raises(TypeError, match="'Tout'"):
        tf.py_function(lambda: 1.0, [])
    with pytest.raises(TypeError, match="Missing argument `inp`"):
        tf.numpy_function(lambda: 1.0, Tout=tf.float32)
    with pytest.raises(TypeError, match="Don't set the `inp`"):
        tf.py_function(inp=[1], Tout=tf.int32)
    with pytest.raises(ValueError, match="Expected func to be callable"):
        tf.py_function(1, [2], tf.int32)


def test_inference_functions_take_their_captures() -> None:
    three, five = tf.Variable(3.0), tf.Variable(5.0)
    two = tf.constant(2.0)
    concrete = tf.function(lambda x: {"y": x * three}).get_concrete_function(two)
    atomic = concrete.inference_fn
    assert atomic is concrete.inference_fn
    assert atomic.name.decode() == concrete.name
    assert atomic.definition == concrete.function_def
    assert isinstance(atomic, tf.types.experimental.AtomicFunction)
    assert atomic.call_flat(two, three.handle)[0].numpy() == 6.0
    given = atomic.call_with_captures([two], {}, [five.handle])
    assert given["y"].numpy() == 10.0
    with tf.GradientTape() as tape:
        result = atomic.call_preflattened([two, three.handle])
    assert tape.gradient(result, three).numpy() == 2.0
    staged = tf.function(lambda x: atomic.call_preflattened([x, five.handle]))
    assert staged(two)["y"].numpy() == 10.0
    with pytest.raises(ValueError, match="Use call_with_captures"):
        atomic(two)
    with pytest.raises(ValueError, match="specifies 2 arguments, got: 1"):
        atomic.call_preflattened([two])


class Box:
    """An object whose attributes a loop sets."""


def last_turn(n: Any) -> Any:
    box = Box()
    for i in tf.range(n):
        box.last = i
    return box.last


def several(n: Any) -> Any:
    box, i = Box(), 0 * n
    while i < n:
        box.x = i * 2
        box.y = [i, i + 1]
        i += 1
    return box.x + box.y[1]


def item(n: Any) -> Any:
    found: Any = {}
    for i in tf.range(n):
        found["a"] = i
    return found["a"]


def nested(n: Any) -> Any:
    box = Box()
    for i in tf.range(n):
        for j in tf.range(i):
            box.z = j
    return box.z


def left_early(n: Any) -> Any:
    box = Box()
    for i in tf.range(n):
        box.q = i
        if box.q > 1:
            break
    return box.q


@pytest.mark.parametrize(
    ("function", "expected"),
    [(last_turn, 3), (several, 10), (item, 3), (nested, 2), (left_early, 2)],
)
def test_attributes_that_a_loop_makes(function: Any, expected: int) -> None:
    staged = tf.function(function)
    assert staged(tf.constant(4)).numpy() == expected
    with pytest.raises(tf.errors.InvalidArgumentError, match="iterate at least once"):
        staged(tf.constant(0))


def test_one_element_of_a_list_in_rows_has_gradients() -> None:
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        rows = tf.nn.embedding_lookup(table, tf.ragged.constant([[0], [1, 1]]))
        total = tf.reduce_sum(rows.flat_values)
    gradient = tape.gradient(total, table)
    assert isinstance(gradient, tf.IndexedSlices)
    assert tf.convert_to_tensor(gradient).numpy().tolist() == [[1, 1], [2, 2]]


def test_gradients_through_rows_of_a_sparse_tensor() -> None:
    values = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(values)
        entries = tf.SparseTensor([[0, 1], [1, 0], [1, 1]], values, [2, 2])
        squares = tf.map_fn(
            lambda row: tf.reduce_sum(tf.square(row.values)),
            entries,
            fn_output_signature=tf.float32,
        )
    assert squares.numpy().tolist() == [1.0, 13.0]
    assert tape.gradient(squares, values).numpy().tolist() == [2.0, 4.0, 6.0]


def test_gradients_of_projected_images() -> None:
    """TensorFlow's: the gradient projected by the inverse transforms."""
    images = tf.reshape(tf.range(16.0), [1, 4, 4, 1])
    with tf.GradientTape() as tape:
        tape.watch(images)
        moved = tf.raw_ops.ImageProjectiveTransformV3(
            images=images,
            transforms=[[1.0, 0, 1, 0, 1, 0, 0, 0]],
            output_shape=[4, 4],
            fill_value=0.0,
            interpolation="BILINEAR",
        )
    assert moved.numpy()[0, 0, :, 0].tolist() == [1, 2, 3, 0]
    gradient = tape.gradient(moved, images)
    assert gradient.numpy()[0, 0, :, 0].tolist() == [0, 1, 1, 1]
