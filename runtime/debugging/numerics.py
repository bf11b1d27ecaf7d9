"""NaN and infinities found where they arise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op
from runtime.context import CURRENT, Ambient
from runtime.conversion import convert_to_tensor
from runtime.tensor import EagerTensor, Tensor


def check_numerics(tensor: Any, message: Any, name: str | None = None) -> Tensor:
    """The tensor, if all of its floats are finite.

    >>> tf.debugging.check_numerics([1.0, float("nan")], "loss")
    Traceback (most recent call last):
    graphir.errors.InvalidArgumentError: loss : Tensor had NaN values ...

    Raises:
      InvalidArgumentError: for NaN, infinities, or another dtype.
    """
    text = message if isinstance(message, bytes) else str(message).encode()
    checked: Tensor = apply_op("CheckNumerics", [tensor], {"message": text}, name)
    return checked


def assert_all_finite(x: Any, message: Any, name: str | None = None) -> Tensor:
    """The tensor, if all of its floats are finite.

    >>> tf.debugging.assert_all_finite([1.0, 2.0], "weights").shape
    TensorShape([2])

    Raises:
      InvalidArgumentError: for NaN, infinities, or another dtype.
    """
    return check_numerics(convert_to_tensor(x, name="x"), message, name)


class _Watch:
    """Stands among the tapes: looks at what every eager op gives."""

    def record(
        self,
        op: str,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        outputs: Sequence[Any],
    ) -> None:
        """Refuses results that are not finite."""
        for index, output in enumerate(outputs):
            if isinstance(output, EagerTensor) and output.dtype.is_floating:
                array = np.asarray(output._array)
                wide = array.astype(np.float32) if array.dtype.kind == "V" else array
                if not np.isfinite(wide).all():
                    raise InvalidArgumentError(_report(op, inputs, outputs, index))

    def is_watching(self, tensors: Sequence[Any]) -> bool:
        """Never: it wants no gradients."""
        return False

    def watch_more_results(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        """Nothing to watch."""

    def note_departure(self, tensor: Any) -> None:
        """Nothing to note."""

    def variable_accessed(self, variable: Any) -> None:
        """Nothing to note."""


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
        f"  Input tensors ({len(inputs)}):",
        *[f"         {place}: {each!s}" for place, each in enumerate(inputs)],
    ]
    return "\n".join(lines) + "\n"


_WATCH: Final = _Watch()


def enable_check_numerics(
    stack_height_limit: int = 30, path_length_limit: int = 50
) -> None:
    """From now on eager ops whose results are not finite fail.

    Holds in this thread, for ops run eagerly; calls of traced functions are not looked
    into. The limits are accepted and not needed: errors carry the user's line.

    >>> tf.debugging.enable_check_numerics()
    >>> tf.math.log(-1.0)
    Traceback (most recent call last):
    graphir.errors.InvalidArgumentError: ...
    >>> tf.debugging.disable_check_numerics()

    Raises:
      InvalidArgumentError: (later) from the op.
    """
    ambient = CURRENT.get()
    if ambient is None:
        CURRENT.set(Ambient(None, (_WATCH,)))
    elif _WATCH not in ambient.tapes:
        CURRENT.set(Ambient(ambient.trace, (*ambient.tapes, _WATCH)))


def disable_check_numerics() -> None:
    """Undoes ``enable_check_numerics``; nothing happens if it was not called.

    >>> tf.debugging.disable_check_numerics()
    """
    ambient = CURRENT.get()
    if ambient is None or _WATCH not in ambient.tapes:
        return
    rest = tuple(tape for tape in ambient.tapes if tape is not _WATCH)
    is_plain = ambient.trace is None and not rest
    CURRENT.set(None if is_plain else Ambient(ambient.trace, rest))
