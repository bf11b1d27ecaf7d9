"""The first look at a graph: whether native code may gain anything by it.

Most graphs are small. They are told apart here before the compiler's modules, and
LLVM's, are imported for nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from graphir.graph import Graph
from graphir.node import Node, Value

LEAST_GAIN: Final = 20_000.0
"""Nanoseconds that a call gains at least where regions are chosen by their costs."""
GAIN_OF_NODE: Final = 400.0
"""Nanoseconds that a call gains at least for each node: it takes time to compile it."""
SMALL: Final = 64
"""Elements of the arrays that a node reads and makes; fewer are not worth a look."""

_NODE: Final = 350.0
_ELEMENT: Final = 1.0
TOO_SMALL: Final = "its arrays are small, or of unknown shape"


def may_gain(graph: Graph) -> bool:
    """Whether a graph has loops, or so much to compute that native code may pay.

    >>> import runtime as tf
    >>> def waves(size):
    ...     x = tf.TensorSpec([size], tf.float32)
    ...     f = tf.function(lambda x: tf.sin(tf.sin(tf.sin(x))))
    ...     return f.get_concrete_function(x).graph.ir
    >>> may_gain(waves(10)), may_gain(waves(4096))
    (False, True)
    """
    nodes = [node for body in _bodies(graph) for node in body]
    if any(node.has_trait("looping") for node in nodes):
        return True
    return sum(_time(node) for node in nodes if _size_of(node) > SMALL) >= LEAST_GAIN


def _bodies(graph: Graph) -> Iterator[Graph]:
    yield graph
    for function in graph.functions.values():
        yield function.body


def _time(node: Node) -> float:
    """About the time of a node by default; products take more."""
    return _NODE + _size_of(node) * _ELEMENT


def _size_of(node: Node) -> int:
    return sum(map(_size, (*node.inputs, *node.outputs)))


def _size(value: Value) -> int:
    shape = value.shape
    return math.prod(shape.as_ints()) if shape.is_fully_defined() else 0
