"""Collections of a graph, and operations on all variables of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op
from runtime.compat.v1.graph_variables import (
    GraphKeys,
    get_collection,
    global_variables,
    global_variables_initializer,
    local_variables,
    local_variables_initializer,
    variables_initializer,
)
from runtime.context import op_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.graphs import default_graph


def add_to_collections(names: Any, value: Any) -> None:
    """Adds to several collections of the graph in progress.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.add_to_collections(["a", "b"], 3)
    ...     tf.compat.v1.get_collection("b")
    [3]
    """
    graph: Any = default_graph()
    graph.add_to_collections(names, value)


def get_collection_ref(key: str) -> list[Any]:
    """A collection of the graph itself, which changes with it.

    >>> with tf.Graph().as_default():
    ...     tf.compat.v1.get_collection_ref("a").append(3)
    ...     tf.compat.v1.get_collection("a")
    [3]
    """
    graph: Any = default_graph()
    found: list[Any] = graph.get_collection_ref(key)
    return found


def add_loss(loss: Any, loss_collection: str | None = GraphKeys.LOSSES) -> None:
    """Adds a loss to the losses of the graph; eagerly there is no collection."""
    if loss_collection and current_trace() is not None:
        graph: Any = default_graph()
        graph.add_to_collection(loss_collection, loss)


def all_variables() -> list[Any]:
    """The variables of the graph."""
    return global_variables()


def model_variables(scope: str | None = None) -> list[Any]:
    """The variables of models."""
    return get_collection(GraphKeys.MODEL_VARIABLES, scope)


def moving_average_variables(scope: str | None = None) -> list[Any]:
    """The variables that have moving averages."""
    return get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


def initialize_all_variables() -> Any:
    """An operation that assigns all variables their initial values."""
    return global_variables_initializer()


def initialize_local_variables() -> Any:
    """The initializer of the local variables."""
    return local_variables_initializer()


def initialize_variables(var_list: Sequence[Any], name: str = "init") -> Any:
    """An operation that assigns some variables their initial values."""
    return variables_initializer(var_list, name)


def report_uninitialized_variables(
    var_list: Sequence[Any] | None = None,
    name: str = "report_uninitialized_variables",
) -> Tensor:
    """The names of the variables that have no value, as a vector of strings.

    >>> tf.compat.v1.report_uninitialized_variables([tf.Variable(1)]).numpy()
    array([], dtype=object)
    """
    variables = _some(var_list)
    if not variables:
        return convert_to_tensor(np.array([], object), dtypes.string)
    with op_scope(name, name):
        known = apply_op("Pack", [[each.is_initialized() for each in variables]])
        missing = apply_op("LogicalNot", [known])
        names = [str(each.name).partition(":")[0] for each in variables]
        places = apply_op("Where", [missing])
        rows = apply_op("Reshape", [places, [-1]])
        found: Tensor = apply_op("GatherV2", [convert_to_tensor(names), rows, 0])
        return found


def assert_variables_initialized(var_list: Sequence[Any] | None = None) -> Any:
    """An operation that reads variables, and fails for uninitialized variables."""
    variables = _some(var_list)
    if not variables:
        return None
    return apply_op("Pack", [[apply_op("Rank", [each]) for each in variables]])


def _some(var_list: Sequence[Any] | None) -> list[Any]:
    if var_list is None:
        return [*global_variables(), *local_variables()]
    return list(var_list)


__all__ = [
    "add_loss",
    "add_to_collections",
    "all_variables",
    "assert_variables_initialized",
    "get_collection_ref",
    "initialize_all_variables",
    "initialize_local_variables",
    "initialize_variables",
    "model_variables",
    "moving_average_variables",
    "report_uninitialized_variables",
]
