"""Iterators of TensorFlow 1's graphs that begin by themselves, once in a session."""

from __future__ import annotations

from typing import Any

from graphir.attributes import FunctionRef
from graphir.graph import Graph
from graphir.ops.datasets.families import PipelineOp
from runtime.apply import apply_op
from runtime.context import current_trace
from runtime.data.elements.structures import component_attrs
from runtime.data.initializable_iterators import Iterator
from runtime.data.iterators.owned_iterator import OwnedIterator
from runtime.functions.graph_import import bring
from runtime.tracing.function_graphs import to_function
from runtime.tracing.graph_trace import next_number


def make_one_shot_iterator(dataset: Any) -> OwnedIterator | Iterator:
    """An iterator at the first element; in a graph it begins without an initializer.

    >>> with tf.Graph().as_default():
    ...     dataset = tf.data.Dataset.range(5, 8)
    ...     number = tf.compat.v1.data.make_one_shot_iterator(dataset).get_next()
    ...     with tf.compat.v1.Session() as session:
    ...         print(session.run(number), session.run(number))
    5 6

    Raises:
      ValueError: if the dataset depends on a placeholder or on a variable.
    """
    trace: Any = current_trace()
    if trace is None:
        return OwnedIterator(dataset)
    body = trace.graph.subgraph([dataset.variant.value])
    _check(body)
    function = to_function(body, f"_make_dataset_{next_number()}")
    bring(trace.graph.functions, body.functions, function)
    attrs: dict[str, Any] = {"dataset_factory": FunctionRef(function.name)}
    if trace.is_function:
        # calls go on where the last one stopped, and share names with all functions
        attrs["shared_name"] = function.name
    spec = dataset.element_spec
    handle = apply_op("OneShotIterator", [], {**component_attrs(spec), **attrs})
    return Iterator(handle, spec)


def _check(body: Graph) -> None:
    """Refuses what a function without arguments cannot have.

    Raises:
      ValueError: for a placeholder, or an op with a state that is no dataset's.
    """
    for node in body:
        if node.op == "Placeholder":
            raise ValueError(
                f"Cannot capture a placeholder (name:{node.name}, type:{node.op}) by "
                "value."
            )
        declaration = node.declaration
        of_pipelines = declaration is not None and issubclass(declaration, PipelineOp)
        if node.is_stateful and not of_pipelines:
            raise ValueError(
                f"Cannot capture a stateful node (name:{node.name}, type:{node.op}) by "
                "value.: A likely cause of this error is that the dataset for which "
                "you are calling `make_one_shot_iterator()` captures a stateful "
                "object, such as a `tf.Variable` or `tf.lookup.StaticHashTable`, which "
                "is not supported. Use `make_initializable_iterator()` instead."
            )


__all__ = ["make_one_shot_iterator"]
