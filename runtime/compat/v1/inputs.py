"""Placeholders: inputs of a graph built by hand."""

from __future__ import annotations

from typing import Any

from graphir.dtypes import as_dtype, int64
from graphir.shapes import Shape
from runtime.context import name_scope
from runtime.namespaces import raw_ops
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import constant
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace


def placeholder(
    dtype: DTypeLike, shape: ShapeLike | None = None, name: str | None = None
) -> Tensor:
    """An input of the graph in progress, to be fed when it runs.

    >>> with tf.Graph().as_default() as graph:
    ...     x = tf.compat.v1.placeholder(tf.float32, [2], name="x")
    ...     y = tf.identity(x * 2, name="y")
    >>> tf.run_graph(graph.as_graph_def(), {"x:0": [1.0, 2.0]}, ["y:0"])[0].tolist()
    [2.0, 4.0]

    Raises:
      RuntimeError: outside of a graph.
    """
    trace = current_trace()
    if trace is None:
        raise RuntimeError("tf.placeholder() is not compatible with eager execution.")
    return trace.placeholder(name or "Placeholder", as_dtype(dtype), Shape(shape))


def placeholder_with_default(
    input: TensorLike, shape: ShapeLike, name: str | None = None
) -> Tensor:
    """A tensor that may be fed when the graph runs; eager, the input itself.

    Args:
      input: the value if the tensor is not fed.
      shape: the input's shape, or a more general one.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.compat.v1.placeholder_with_default([1.0, 2.0], [None])
    ...     [session.run(x).tolist(), session.run(x, {x: [3.0]}).tolist()]
    [[1.0, 2.0], [3.0]]

    Raises:
      ValueError: in a graph, for an input of another shape.
    """
    made: Tensor = raw_ops.PlaceholderWithDefault(
        input=input, shape=Shape(shape), name=name
    )
    return made


def sparse_placeholder(
    dtype: DTypeLike, shape: ShapeLike | None = None, name: str | None = None
) -> SparseTensor:
    """An input of the current graph whose entries are fed when it runs.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.sparse_placeholder(tf.float32, [2, 3]).shape
    TensorShape([2, 3])

    Raises:
      RuntimeError: outside of a graph.
    """
    label = name or "sparse"
    known = Shape(shape)
    rank = known.rank
    values = placeholder(dtype, [None], f"{label}/values")
    indices = placeholder(int64, [None, rank], f"{label}/indices")
    if known.is_fully_defined():
        sizes: Any = constant(list(known.as_ints()), int64)
    else:
        sizes = placeholder(int64, [rank], f"{label}/shape")
    made = SparseTensor(indices, values, sizes)
    made.set_shape(known)
    return made


def ragged_placeholder(
    dtype: DTypeLike,
    ragged_rank: int,
    value_shape: ShapeLike | None = None,
    name: str | None = None,
) -> RaggedTensor | Tensor:
    """An input of the current graph whose rows are fed when it runs.

    ``value_shape`` is the shape of a flat value; without ragged axes, a placeholder.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     rows = tf.compat.v1.ragged.placeholder(tf.int32, 1, [])
    ...     session.run(rows, {rows: tf.compat.v1.ragged.constant_value([[1], []])})
    tf.RaggedTensorValue(values=array([1], dtype=int32), row_splits=array([0, 1, 1]))

    Raises:
      RuntimeError: outside of a graph.
    """
    if ragged_rank == 0:
        return placeholder(dtype, value_shape, name)
    flat_shape = Shape([None]).concatenate(Shape(value_shape))
    with name_scope(name or "RaggedPlaceholder"):
        flat = placeholder(dtype, flat_shape, "flat_values")
        levels = [
            placeholder(int64, [None], f"row_splits_{level}")
            for level in range(ragged_rank)
        ]
    result: RaggedTensor | Tensor = flat
    for each in reversed(levels):
        result = RaggedTensor.from_row_splits(result, each, validate=False)
    return result
