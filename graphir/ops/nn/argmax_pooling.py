"""Max pooling with the indices of the maxima."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import no_gradient
from graphir.ops.nn.pooling import Pooling
from graphir.shapes import Shape

_WINDOW = """
    ksize: list(int) >= 4; strides: list(int) >= 4; padding: string in ['SAME','VALID'];
    include_batch_in_index: bool = False
"""
_TYPES = "Targmax: type in [int32,int64]; T: type in real"


class WithArgmax(Pooling):
    """Positions count in the flat image, or in the flat batch."""

    data_format = b"NHWC"

    def _share(self) -> dict[str, Any]:
        names = ("ksize", "strides", "padding", "include_batch_in_index")
        return {name: self._attrs[name] for name in names}

    def _flat(self, argmax: Any, size: int) -> Any:
        """Positions in the flat batch."""
        if self.include_batch_in_index:
            return argmax.ravel()
        steps = np.arange(len(argmax)).reshape(-1, 1, 1, 1) * size
        return (argmax + steps).ravel()


class MaxPoolWithArgmax(
    WithArgmax,
    signature="""
        MaxPoolWithArgmax(input: T) -> (output: T, argmax: Targmax)
        | ksize: list(int) >= 4; strides: list(int) >= 4;
          Targmax: type in [int32,int64] = int64; padding: string in ['SAME','VALID'];
          include_batch_in_index: bool = False; T: type in real
    """,
):
    """The largest element of each window, and its index."""

    def infer_shape(self) -> list[Shape]:  # type: ignore[override]
        shape = super().infer_shape()
        return [shape, shape]

    def compute(self, input: Any) -> Any:
        array = self._checked(input)
        windows = self._pool_windows(array.shape[1:-1])
        kind = array.dtype.kind
        least = -np.inf if kind in "fV" else np.iinfo(array.dtype).min
        padded = windows.padded(array, least)
        places = self._positions(array.shape)
        # positions of the padding are never taken
        marked = windows.padded(places, -1)
        best: Any = None
        where: Any = None
        for _, place in windows.places():
            value, position = padded[place], marked[place]
            if best is None:
                best, where = value, position
                continue
            better = (position >= 0) & ((value > best) | (where < 0))
            best, where = (
                np.where(better, value, best),
                np.where(better, position, where),
            )
        return best, where.astype(self.Targmax.numpy_dtype)

    def _positions(self, shape: tuple[int, ...]) -> Any:
        if self.include_batch_in_index:
            return np.arange(np.prod(shape)).reshape(shape)
        one = np.arange(np.prod(shape[1:])).reshape(1, *shape[1:])
        return np.broadcast_to(one, shape)

    def input_gradients(self, d_output: Any, d_argmax: Any) -> Any:
        if d_output is None:
            return (None,)
        found = self.op.MaxPoolGradWithArgmax(
            self.input, d_output, self.argmax, **self._share()
        )
        return (found,)


class MaxPoolGradWithArgmax(
    WithArgmax,
    signature=f"""
        MaxPoolGradWithArgmax(input: T, grad: T, argmax: Targmax) -> (output: T)
        | {_WINDOW}; {_TYPES}
    """,
):
    """The gradient of MaxPoolWithArgmax: put where the largest elements stood."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def compute(self, input: Any, grad: Any, argmax: Any) -> Any:
        total = np.zeros(input.size, grad.dtype)
        flat = self._flat(argmax, input[0].size if len(input) else 0)
        if flat.size and (flat.min() < 0 or flat.max() >= input.size):
            raise self.invalid("argmax points outside of the input.")
        np.add.at(total, flat, grad.ravel())
        return total.reshape(input.shape)

    def input_gradients(self, d_output: Any) -> Any:
        found = self.op.MaxPoolGradGradWithArgmax(
            self.input, d_output, self.argmax, **self._share()
        )
        return self.op.ZerosLike(self.input), found, None


class MaxPoolGradGradWithArgmax(
    WithArgmax,
    signature=f"""
        MaxPoolGradGradWithArgmax(input: T, grad: T, argmax: Targmax) -> (output: T)
        | {_WINDOW}; {_TYPES}
    """,
):
    """The elements of ``grad`` at the indices of the largest elements."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.argmax.shape
        return shape

    def compute(self, input: Any, grad: Any, argmax: Any) -> Any:
        flat = self._flat(argmax, input[0].size if len(input) else 0)
        if flat.size and (flat.min() < 0 or flat.max() >= grad.size):
            raise self.invalid("argmax points outside of the gradient.")
        return grad.ravel()[flat].reshape(argmax.shape)
