"""The step of a training program of TensorFlow 1: a variable of the graph."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from runtime.compat.v1.graph_variables import GraphKeys
from runtime.compat.v1.variable_scopes import get_variable
from runtime.namespaces.initializers import Zeros
from runtime.tracing.graphs import Graph, default_graph


def get_global_step(graph: Graph | None = None) -> Any:
    """The step of the graph, or None.

    >>> with tf.Graph().as_default():
    ...     print(tf.compat.v1.train.get_global_step())
    None

    Raises:
      TypeError: if the tensor of that name is not an integer scalar.
      ValueError: if the collection has several tensors.
    """
    owner: Any = graph or default_graph()
    found = owner.get_collection(GraphKeys.GLOBAL_STEP)
    if not found:
        return None
    if len(found) > 1:
        raise ValueError("Multiple tensors in global_step collection.")
    assert_global_step(found[0])
    return found[0]


def create_global_step(graph: Graph | None = None) -> Any:
    """A step for the graph.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.train.create_global_step().name
    'global_step:0'

    Raises:
      ValueError: if the graph has a step.
    """
    owner: Any = graph or default_graph()
    if get_global_step(owner) is not None:
        raise ValueError('"global_step" already exists.')
    with owner.as_default():
        return get_variable(
            GraphKeys.GLOBAL_STEP,
            shape=[],
            dtype=dtypes.int64,
            initializer=Zeros(),
            trainable=False,
            collections=[GraphKeys.GLOBAL_VARIABLES, GraphKeys.GLOBAL_STEP],
        )


def get_or_create_global_step(graph: Graph | None = None) -> Any:
    """The step of the graph, made if it has none.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     step is tf.compat.v1.train.get_or_create_global_step()
    True
    """
    found = get_global_step(graph)
    return create_global_step(graph) if found is None else found


def assert_global_step(global_step_tensor: Any) -> None:
    """Refuses a tensor that cannot count steps.

    Raises:
      TypeError: for a tensor that is not an integer scalar.
    """
    dtype = global_step_tensor.dtype.base_dtype
    if not dtype.is_integer:
        raise TypeError(f'Existing "global_step" does not have integer type: {dtype}')
    rank = global_step_tensor.shape.rank
    if rank not in (0, None):
        raise TypeError(f'Existing "global_step" is not scalar: rank {rank}')


def global_step(sess: Any, global_step_tensor: Any) -> int:
    """The number of steps so far.

    >>> tf.compat.v1.train.global_step(None, tf.Variable(3))
    3
    """
    if sess is None:
        return int(global_step_tensor.numpy())
    return int(sess.run(global_step_tensor))


__all__ = [
    "assert_global_step",
    "create_global_step",
    "get_global_step",
    "get_or_create_global_step",
    "global_step",
]
