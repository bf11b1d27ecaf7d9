"""The origin of NaN and infinity: the first op that makes it from finite inputs."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir.dtypes import DType
from graphir.editing.result_checks import Check, Ends, with_result_checks
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.origin import Origin
from runtime.context import CURRENT, Ambient, entered
from runtime.debugging.numerics import Watch, all_finite, is_finite
from runtime.stateful_kernels.python_functions import token_of
from runtime.tensors.tensor import wrap
from runtime.tracing.origins import user_origin


@dataclass(frozen=True)
class NumericOrigin:
    """An op that gave NaN or infinities for finite numbers."""

    op: str
    node: str
    """The node in its graph; empty for an op run eagerly."""
    origin: Origin | None
    inputs: tuple[Any, ...]
    """The input tensors of the op."""
    output: Any
    """The tensor with NaN or infinities."""

    @property
    def line(self) -> str:
        """The user's line as ``file:line``, or an empty string."""
        frame = self._frame()
        return "" if frame is None else f"{frame.filename}:{frame.line}"

    def _frame(self) -> Any:
        if self.origin is None or not self.origin.frames:
            return None
        return self.origin.frame

    def __str__(self) -> str:
        name = f"node {self.node!r} ({self.op})" if self.node else f"op {self.op}"
        lines = [f"{name} gave {self.output!s}"]
        frame = self._frame()
        if frame is not None:
            lines.append(f"  at {self.line} in {frame.function}: {frame.text}")
        shown = enumerate(self.inputs)
        return "\n".join(
            lines + [f"  input {place}: {each!s}" for place, each in shown]
        )


class _Finder(Watch):
    """Notes the first op that makes NaN or infinities of finite numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.found: NumericOrigin | None = None
        # graphs of this finder hold their tokens weakly by name
        self.callbacks: list[_Look] = []

    def record(
        self,
        op: str,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        outputs: Sequence[Any],
        *more: Any,
    ) -> None:
        """Notes an eager op; calls of functions are looked into by their nodes."""
        if self.found is not None or not all(map(is_finite, inputs)):
            return
        for output in outputs:
            if not is_finite(output):
                found = NumericOrigin(op, "", user_origin(), tuple(inputs), output)
                self.found = self.found or found

    def checks_of_results(
        self,
        graph: Graph,
        inputs: Sequence[Value],
        outputs: Sequence[Value],
        control_outputs: Sequence[Node],
    ) -> Ends:
        """The subgraph whose nodes are checked."""
        ends = inputs, outputs, control_outputs
        return with_result_checks(graph, *ends, self._look_at)

    def _look_at(self, node: Node, index: int) -> Check | None:
        read = [each for each in node.inputs if _has_numbers(each.dtype)]
        if not node.inputs or len(read) < len(node.inputs):
            return None  # functions, resources and the like: their bodies are looked at
        look = _Look(self, node, node.outputs[index].dtype)
        self.callbacks.append(look)
        values = [node.outputs[index], *read]
        attrs: dict[str, Any] = {
            "token": token_of(look),
            "Tin": [each.dtype for each in values],
            "Tout": [values[0].dtype],
        }
        return Check("PyFunc", values, attrs)


def _has_numbers(dtype: DType) -> bool:
    return dtype.has_numpy and not dtype.is_ref and dtype.name != "string"


_NUMBERS: Final = itertools.count()


class _Look:
    """What the graph calls behind a node: it gives the first value on."""

    def __init__(self, finder: _Finder, node: Node, dtype: DType) -> None:
        self.name = f"where_nan_{next(_NUMBERS)}"
        self.function: Callable[..., Any] = self.look
        self.finder = finder
        self.node = node
        self.dtype = dtype

    def look(self, output: Any, *inputs: Any) -> Any:
        """Records the node if it made NaN or infinities from finite numbers."""
        is_made = not all_finite(output) and all(map(_is_finite_array, inputs))
        if is_made and self.finder.found is None:
            types = [each.dtype for each in self.node.inputs]
            self.finder.found = NumericOrigin(
                self.node.op,
                self.node.name,
                self.node.origin,
                tuple(wrap(array, dtype) for array, dtype in zip(inputs, types)),
                wrap(output, self.dtype),
            )
        return output

    def on_tensors(self, arrays: Sequence[Any], dtypes_in: Sequence[DType]) -> Any:
        """The same for the arrays of tensors."""
        return self.look(*arrays)

    def gradients(
        self, arrays: Sequence[Any], d_results: Sequence[Any], types: Sequence[DType]
    ) -> list[Any]:
        """Not needed: checks are added after differentiation.

        Raises:
          NotImplementedError: always.
        """
        raise NotImplementedError("Checks of results have no gradients.")


def _is_finite_array(array: Any) -> bool:
    return array.dtype.kind not in "fV" or all_finite(np.asarray(array))


def where_nan(fn: Callable[..., Any], *args: Any) -> NumericOrigin | None:
    """The first op in a call that makes NaN or an infinity from finite numbers.

    Traced functions run node by node as they were recorded, with their branches, loops
    and gradients, and without native code. NaN and infinities in arguments and
    constants are not reported. Returns None if no op makes NaN or an infinity. Side
    effects of the call happen.

    >>> @tf.function
    ... def loss(x):
    ...     return tf.reduce_sum(tf.math.log(x - 1.0))
    >>> found = tf.debugging.where_nan(loss, tf.constant([1.0, 2.0]))
    >>> found.op, found.inputs[0].numpy().tolist()
    ('Log', [0.0, 1.0])
    >>> tf.debugging.where_nan(loss, tf.constant([2.0, 3.0]))
    """
    finder = _Finder()
    ambient = CURRENT.get() or Ambient(None, ())
    with entered(Ambient(ambient.trace, (*ambient.tapes, finder))):
        fn(*args)
    return finder.found


__all__ = ["NumericOrigin", "where_nan"]
