"""What programs of TensorFlow 1 call at their start."""

from __future__ import annotations

from typing import Any

from graphir.wire import messages
from runtime import context
from runtime.graphs import Graph, default_graph
from runtime.random import set_seed


def GraphDef(**fields: Any) -> Any:
    """An empty GraphDef message, or one of given fields.

    >>> len(tf.compat.v1.GraphDef().node)
    0
    """
    return messages.get("GraphDef")(**fields)


def executing_eagerly() -> bool:
    """Whether ops run at once.

    >>> tf.compat.v1.executing_eagerly()
    True
    """
    return context.executing_eagerly()


def executing_eagerly_outside_functions() -> bool:
    """True unless a graph of its own is recorded: what is outside functions is eager.

    >>> tf.compat.v1.executing_eagerly_outside_functions()
    True
    """
    trace = context.current_trace()
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
    """Cannot be done here.

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


def get_default_graph() -> Graph:
    """The graph to which ops are added now.

    >>> with tf.Graph().as_default() as graph:
    ...     tf.compat.v1.get_default_graph() is graph
    True

    Raises:
      RuntimeError: while ops run eagerly.
    """
    return default_graph()


def set_random_seed(seed: int) -> None:
    """`tf.random.set_seed`.

    >>> tf.compat.v1.set_random_seed(1)
    """
    set_seed(seed)
