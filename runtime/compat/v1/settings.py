"""Global switches of TensorFlow 1, which programs call when they start."""

from __future__ import annotations

from functools import cache
from typing import Any

from runtime import context
from runtime.random.seeds import op_seeds, set_seed
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.graphs import Graph, default_graph


def executing_eagerly() -> bool:
    """Whether ops run at once.

    >>> tf.compat.v1.executing_eagerly()
    True
    """
    return context.executing_eagerly()


def executing_eagerly_outside_functions() -> bool:
    """False only while a graph that is no function's is recorded.

    >>> tf.compat.v1.executing_eagerly_outside_functions()
    True
    """
    trace = current_trace()
    return trace is None or trace.is_function


def enable_eager_execution(
    config: Any = None, device_policy: Any = None, execution_mode: Any = None
) -> None:
    """Does nothing: ops run eagerly outside of graphs.

    >>> tf.compat.v1.enable_eager_execution()
    """


def enable_v2_behavior() -> None:
    """Does nothing: there is no other behaviour.

    >>> tf.compat.v1.enable_v2_behavior()
    """


def disable_eager_execution() -> None:
    """Raises an error: it is not supported.

    >>> tf.compat.v1.disable_eager_execution()
    Traceback (most recent call last):
    NotImplementedError: Eager execution cannot be turned off; build the graph under \
`with tf.Graph().as_default():`, and run it with tf.compat.v1.Session(graph=graph).

    Raises:
      NotImplementedError: always.
    """
    raise NotImplementedError(
        "Eager execution cannot be turned off; build the graph under `with "
        "tf.Graph().as_default():`, and run it with tf.compat.v1.Session(graph=graph)."
    )


@cache
def _outermost_graph() -> Graph:
    """The graph that is the default one outside of every other."""
    return Graph()


def get_default_graph() -> Graph:
    """The current graph, to which ops are added.

    >>> with tf.Graph().as_default() as graph:
    ...     tf.compat.v1.get_default_graph() is graph
    True

    While ops run eagerly it is a graph of the process, which is empty.
    """
    if current_trace() is not None:
        return default_graph()
    return _outermost_graph()


def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """The two seeds of a random op; None for an op without a seed.

    >>> tf.compat.v1.set_random_seed(3)
    >>> tf.compat.v1.get_seed(5)
    (3, 5)
    """
    pair = op_seeds(op_seed)
    if not any(pair.values()):
        return None, None
    return pair["seed"], pair["seed2"]


def set_random_seed(seed: int) -> None:
    """`tf.random.set_seed`.

    >>> tf.compat.v1.set_random_seed(1)
    """
    set_seed(seed)


def reset_default_graph() -> None:
    """Replaces the default graph by an empty graph.

    >>> tf.compat.v1.reset_default_graph()

    Raises:
      AssertionError: inside the `with` block of a graph.
    """
    if not executing_eagerly_outside_functions():
        raise AssertionError(
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a "
            "cleared graph, exit the nesting and create a new graph."
        )
    _outermost_graph.cache_clear()


def disable_v2_behavior() -> None:
    """Raises an error: it is not supported.

    Raises:
      NotImplementedError: always.
    """
    disable_eager_execution()


def enable_resource_variables() -> None:
    """Does nothing: there are no other variables."""


def enable_v2_tensorshape() -> None:
    """Does nothing: there are no other shapes."""


def enable_tensor_equality() -> None:
    """Does nothing: tensors compare element by element."""


def enable_control_flow_v2() -> None:
    """Does nothing: there is no other control flow."""


def control_flow_v2_enabled() -> bool:
    """Always."""
    return True


def resource_variables_enabled() -> bool:
    """Always."""
    return True
