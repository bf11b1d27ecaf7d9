"""Numeric checks: raises an error at the op that produces NaN or infinity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphir.editing.result_checks import Check, Ends, with_result_checks
from graphir.errors import InvalidArgumentError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.contract.registry import lookup
from runtime.apply import apply_single
from runtime.context import CURRENT, Ambient
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor


def check_numerics(tensor: TensorLike, message: Any, name: str | None = None) -> Tensor:
    """The tensor, if all of its floats are finite.

    >>> tf.debugging.check_numerics([1.0, float("nan")], "loss")
    Traceback (most recent call last):
    graphir.errors.InvalidArgumentError: loss : Tensor had NaN values ...

    Raises:
      InvalidArgumentError: for NaN, infinities, or another dtype.
    """
    text = message if isinstance(message, bytes) else str(message).encode()
    return apply_single("CheckNumerics", [tensor], {"message": text}, name)


def assert_all_finite(
    x: TensorLike, message: str | None, name: str | None = None
) -> Tensor:
    """The tensor, if all of its floats are finite.

    >>> tf.debugging.assert_all_finite([1.0, 2.0], "weights").shape
    TensorShape([2])

    Raises:
      InvalidArgumentError: for NaN, infinities, or another dtype.
    """
    return check_numerics(convert_to_tensor(x, name="x"), message, name)


class Watch:
    """A pseudo-tape that checks the results of every eager op.

    Traced functions that are called meanwhile run with the checks that it asks for.
    """

    def __init__(self, height: int = 30, path: int = 50) -> None:
        self.height = height
        """How many of the user's frames errors show."""
        self.path = path
        """How many characters of a path."""

    def checks_of_results(
        self,
        graph: Graph,
        inputs: Sequence[Value],
        outputs: Sequence[Value],
        control_outputs: Sequence[Node],
    ) -> Ends:
        """A subgraph with checks of its nodes' results."""
        ends = inputs, outputs, control_outputs
        return with_result_checks(graph, *ends, self._refusal)

    def _refusal(self, node: Node, index: int) -> Check:
        value = node.outputs[index]
        message = "\n".join([*_graph_report(node, index), *self._frames(node), ""])
        attrs = {"T": value.dtype, "message": message.encode()}
        return Check("CheckNumericsV2", [value], attrs)

    def _frames(self, node: Node) -> list[str]:
        if node.origin is None:
            return []
        lines = ["", '  Stack trace of op\'s creation ("->": inferred user code):']
        for frame in reversed(node.origin.frames[: self.height]):
            path = frame.filename
            path = path if len(path) <= self.path else "..." + path[-self.path :]
            lines.append(f"    + {path} (L{frame.line}) {frame.function}")
            lines.append(f" -> |   {frame.text}")
        return lines

    def record(
        self,
        op: str,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        outputs: Sequence[Any],
    ) -> None:
        """Refuses results that are not finite."""
        for index, output in enumerate(outputs):
            if not is_finite(output) and not _passes_on(op):
                raise InvalidArgumentError(_report(op, inputs, outputs, index))

    def is_watching(self, tensors: Sequence[Any]) -> bool:
        """False: this observer needs no gradients."""
        return False

    def watch_more_results(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        """Does nothing."""

    def note_departure(self, tensor: Any) -> None:
        """Does nothing."""

    def variable_accessed(self, variable: Any) -> None:
        """Does nothing."""


def _passes_on(op: str) -> bool:
    """Whether the op gives what it was given, as `with_result_checks` leaves out."""
    return "value_preserving" in lookup(op).all_traits()


def is_finite(tensor: Any) -> bool:
    """Whether a tensor has no floats that are NaN or infinite."""
    if not isinstance(tensor, EagerTensor) or not tensor.dtype.is_floating:
        return True
    return all_finite(np.asarray(tensor._array))


def all_finite(array: Any) -> bool:
    """The same of an array of floats."""
    wide = array.astype(np.float32) if array.dtype.kind == "V" else array
    return bool(np.isfinite(wide).all())


def _graph_report(node: Node, index: int) -> list[str]:
    """What TensorFlow says of an op in a graph; values are not known yet."""
    value, count = node.outputs[index], len(node.inputs)
    named = [
        f'Tensor("{each.node.name}:{each.index}", shape={each.shape}, '
        f"dtype={each.dtype.name})"
        for each in node.inputs
    ]
    lines = [
        f"\n\n!!! Detected Infinity or NaN in output {index} of graph op "
        f'"{node.op}" (# of outputs: {len(node.outputs)}) !!!',
        f"  dtype: {value.dtype!s}",
        f"  shape: {value.shape}",
    ]
    if count == 1:
        lines += ["", f"  Input tensor: {named[0]}"]
    elif named:
        lines += ["", f"  Input tensors ({count}):"]
        lines += [f"         {place}: {each}" for place, each in enumerate(named)]
    if node.graph is not None:
        lines.append(f'  Graph name: "{node.graph.name}"')
    return lines


def _report(op: str, inputs: Sequence[Any], outputs: Sequence[Any], index: int) -> str:
    output = outputs[index]
    wide = np.asarray(output._array, np.float64)
    counts = {
        "-Inf": np.isneginf(wide).sum(),
        "+Inf": np.isposinf(wide).sum(),
        "+NaN": np.isnan(wide).sum(),
    }
    lines = [
        f"\n\n!!! Detected Infinity or NaN in output {index} of eagerly-executing op "
        f'"{op}" (# of outputs: {len(outputs)}) !!!',
        f"  dtype: {output.dtype!s}",
        f"  shape: {output.shape}",
        *[f"  # of {label} elements: {n}" for label, n in counts.items() if n],
        "",
        *_shown_inputs(inputs),
    ]
    return "\n".join(lines) + "\n"


def _shown_inputs(inputs: Sequence[Any]) -> list[str]:
    if len(inputs) == 1:
        return [f"  Input tensor: {inputs[0]!s}"]
    shown = [f"         {place}: {each!s}" for place, each in enumerate(inputs)]
    return [f"  Input tensors ({len(inputs)}):", *shown]


def enable_check_numerics(
    stack_height_limit: int = 30, path_length_limit: int = 50
) -> None:
    """Makes ops fail whose results are not finite, eagerly and in traced functions.

    The setting holds for this thread. Traced functions need not be traced again: they
    run without the optimizer and without native code, and every node is checked,
    including the nodes of branches, loops and gradients. Errors name the op and show at
    most ``stack_height_limit`` of the user's frames, whose paths are cut to
    ``path_length_limit`` characters.

    >>> tf.debugging.enable_check_numerics()
    >>> tf.math.log(-1.0)
    Traceback (most recent call last):
    graphir.errors.InvalidArgumentError: ...
    >>> tf.debugging.disable_check_numerics()

    Raises:
      InvalidArgumentError: later, from the op.
    """
    disable_check_numerics()
    ambient = CURRENT.get() or Ambient(None, ())
    watch = Watch(stack_height_limit, path_length_limit)
    CURRENT.set(Ambient(ambient.trace, (*ambient.tapes, watch)))


def disable_check_numerics() -> None:
    """Undoes ``enable_check_numerics``; does nothing if the checks are off.

    >>> tf.debugging.disable_check_numerics()
    """
    ambient = CURRENT.get()
    if ambient is None:
        return
    rest = tuple(tape for tape in ambient.tapes if type(tape) is not Watch)
    is_plain = ambient.trace is None and not rest
    CURRENT.set(None if is_plain else Ambient(ambient.trace, rest))
