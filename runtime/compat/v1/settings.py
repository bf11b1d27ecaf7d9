"""Global switches of TensorFlow 1, which programs call when they start."""

from __future__ import annotations

from functools import cache

from runtime import context
from runtime.compat.v1.dimensions import disable_v2_tensorshape, enable_v2_tensorshape
from runtime.random.seeds import op_seeds, set_seed
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.graphs import Graph, default_graph
from runtime.tracing.session_graphs import (
    in_session_graph,
    make_outermost,
    outermost_trace,
)


def executing_eagerly() -> bool:
    """Whether ops run at once.

    >>> tf.compat.v1.executing_eagerly()
    True
    """
    return context.executing_eagerly()


def executing_eagerly_outside_functions() -> bool:
    """False while a graph for sessions is recorded, or a function called in one.

    >>> tf.compat.v1.executing_eagerly_outside_functions()
    True
    """
    return not in_session_graph()


def enable_eager_execution(
    config: object = None, device_policy: object = None, execution_mode: object = None
) -> None:
    """Makes ops run eagerly outside of graphs, as they do by default.

    >>> tf.compat.v1.enable_eager_execution()

    Raises:
      ValueError: after `disable_eager_execution`, once the default graph has ops.
    """
    if not _has_outermost_trace():
        return
    if _outermost_graph().get_operations():
        raise ValueError("tf.enable_eager_execution must be called at program startup.")
    make_outermost(None)


def enable_v2_behavior() -> None:
    """Makes ops run eagerly, and shapes have integers, as they do by default.

    >>> tf.compat.v1.enable_v2_behavior()

    Raises:
      ValueError: after `disable_v2_behavior`, once the default graph has ops.
    """
    enable_eager_execution()
    enable_v2_tensorshape()


def disable_eager_execution() -> None:
    """Makes ops nodes of one default graph, in every thread; sessions run them.

    For programs of TensorFlow 1, which call it first. Graphs of ``with`` blocks and of
    functions are as they were; functions that a program calls are called in the graph.

    Raises:
      RuntimeError: inside of a `tf.function` or of a graph's ``with`` block.
    """
    if _has_outermost_trace():
        return
    if current_trace() is not None:
        raise RuntimeError(
            "tf.compat.v1.disable_eager_execution must be called outside of graphs, at "
            "the start of a program."
        )
    make_outermost(_outermost_graph()._trace)


def _has_outermost_trace() -> bool:
    return outermost_trace() is not None


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
    if current_trace() not in (None, outermost_trace()):
        raise AssertionError(
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a "
            "cleared graph, exit the nesting and create a new graph."
        )
    _outermost_graph.cache_clear()
    if _has_outermost_trace():
        make_outermost(_outermost_graph()._trace)


def disable_v2_behavior() -> None:
    """Makes ops nodes of one default graph, and the sizes of shapes `Dimension`.

    See `disable_eager_execution` and `disable_v2_tensorshape`.
    """
    disable_eager_execution()
    disable_v2_tensorshape()


def enable_resource_variables() -> None:
    """Does nothing: there are no other variables."""


def disable_resource_variables() -> None:
    """Does nothing: all variables are of resources, and a session holds their values.

    >>> tf.compat.v1.disable_resource_variables()
    """


def disable_tensor_equality() -> None:
    """Makes ``==`` between tensors of graphs that sessions run compare identity.

    So it is with TensorFlow 2's behaviour too, and nothing changes; eager tensors and
    those of functions are compared element by element.

    >>> tf.compat.v1.disable_tensor_equality()
    """


def disable_control_flow_v2() -> None:
    """Does nothing: branches and loops are functions of the graph.

    >>> tf.compat.v1.disable_control_flow_v2()
    """


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
