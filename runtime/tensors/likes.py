"""Annotations for arguments that are converted to tensors, dtypes or shapes."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, Protocol, TypeAlias

import numpy as np

from graphir.dtypes import DType
from graphir.shapes import Shape
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.tensor import Tensor


class SupportsTensor(Protocol):
    """An object that defines its conversion to a tensor, like a variable."""

    def __tf_tensor__(self, dtype: Any, name: Any) -> Any:
        """The object as a tensor."""


Scalar: TypeAlias = bool | int | float | complex | str | bytes | np.generic

TensorLike: TypeAlias = (
    Tensor
    | CompositeTensor
    | SupportsTensor
    | np.ndarray[Any, Any]
    | Scalar
    | Sequence["TensorLike"]
)
"""A value that ``tf.convert_to_tensor`` accepts, or a composite of tensors."""

DTypeLike: TypeAlias = DType | str | int | type | np.dtype[Any]
"""A value that ``tf.as_dtype`` accepts."""

ShapeLike: TypeAlias = Shape | TensorLike | Sequence[int | None]
"""A value that ``tf.TensorShape`` accepts, or an integer vector as a tensor."""

PathText: TypeAlias = str | bytes | PathLike[str] | PathLike[bytes]
"""The path of a file or folder; `os.fsdecode` reads it."""
