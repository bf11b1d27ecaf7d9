"""`tensorflow.python.framework.convert_to_constants`: functions without variables."""

from __future__ import annotations

from typing import Any

from graphir.wire.graphdef import to_graph_def
from graphir.wire.messages import Message
from runtime.compat.v1.wrapping import wrap_function
from runtime.functions.graph_import import import_graph_def
from runtime.saved_model.frozen_graphs import frozen_graph


def convert_variables_to_constants_v2(
    func: Any, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> Any:
    """A function with the values that the variables of a concrete function have now.

    It takes the same tensors and gives a flat list of results. Branches and loops stay
    functional: every reader of this project runs them, and none has frames to mix up.

    Args:
      func: a `tf.types.experimental.ConcreteFunction`.
      lower_control_flow: has no effect.
      aggressive_inlining: has no effect: calls stay as they are.

    >>> from runtime.internal.libraries.freezing import (
    ...     convert_variables_to_constants_v2,
    ... )
    >>> v = tf.Variable(3.0)
    >>> scaled = tf.function(lambda x: x * v)
    >>> frozen = convert_variables_to_constants_v2(
    ...     scaled.get_concrete_function(tf.TensorSpec([], name="x"))
    ... )
    >>> _ = v.assign(9.0)
    >>> print(frozen(tf.constant(2.0)), frozen.inputs[0].name)
    [<tf.Tensor: shape=(), dtype=float32, numpy=6.0>] x:0

    Raises:
      InvalidGraphError: if it changes a variable, or captures what is no variable.
    """
    graph = frozen_graph(func)
    message = to_graph_def(graph)
    whole = wrap_function(lambda: import_graph_def(message, name=""), [], "pruned")
    return whole.prune(_names(graph.inputs), _names(graph.outputs))


def convert_variables_to_constants_v2_as_graph(
    func: Any, lower_control_flow: bool = True, aggressive_inlining: bool = False
) -> tuple[Any, Message]:
    """`convert_variables_to_constants_v2`, and its graph as a `GraphDef`.

    Raises:
      InvalidGraphError: if it changes a variable, or captures what is no variable.
    """
    frozen = convert_variables_to_constants_v2(
        func, lower_control_flow, aggressive_inlining
    )
    return frozen, frozen.graph.as_graph_def()


def _names(values: Any) -> list[str]:
    return [f"{value.node.name}:{value.index}" for value in values]


__all__ = [
    "convert_variables_to_constants_v2",
    "convert_variables_to_constants_v2_as_graph",
]
