"""Overrides of gradient functions for the nodes in a part of a graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from runtime.context import TraceRecord

GRADIENT_NAME: Final = "_gradient_op_type"
"""The attribute with the name of a node's gradient function."""

REQUESTED: Final[set[bytes]] = set()
"""Names of gradient functions that overrides have asked for."""


def _no_overrides() -> dict[str, bytes]:
    return {}


OVERRIDES: Final = TraceRecord(_no_overrides)
"""Op -> name of the gradient function of the nodes that are added now."""


class GradientOverrides:
    """A mixin of graphs with ``gradient_override_map``."""

    _trace: Any

    @contextmanager
    def gradient_override_map(self, op_type_map: Mapping[str, str]) -> Iterator[None]:
        """A context manager that overrides the gradient functions of nodes made inside.

        ``op_type_map`` maps an op to the name under which `tf.RegisterGradient`
        registered the gradient function.

        >>> @tf.RegisterGradient("Halved")
        ... def halved(op, gradient):
        ...     return 0.5 * gradient
        >>> with tf.Graph().as_default() as graph:
        ...     x = tf.constant(3.0)
        ...     with graph.gradient_override_map({"Relu": "Halved"}):
        ...         y = tf.nn.relu(x)
        ...     gradient = tf.gradients(y, x)[0]
        >>> with tf.compat.v1.Session(graph=graph) as session:
        ...     print(session.run(gradient))
        0.5

        Raises:
          TypeError: unless the argument is a dict from strings to strings.
        """
        names = _checked(op_type_map)
        REQUESTED.update(names.values())
        overrides = OVERRIDES.of(self._trace)
        before = dict(overrides)
        overrides.update(names)
        try:
            yield
        finally:
            overrides.clear()
            overrides.update(before)


def _checked(op_type_map: Any) -> dict[str, bytes]:
    is_map = isinstance(op_type_map, Mapping) and all(
        isinstance(each, str) for pair in op_type_map.items() for each in pair
    )
    if not is_map:
        raise TypeError("op_type_map must be a dictionary mapping strings to strings")
    return {op: name.encode() for op, name in op_type_map.items()}
