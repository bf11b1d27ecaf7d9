"""Weights in a file of their own beside the model, written as they come."""

from __future__ import annotations

import sys
from typing import IO, Any, Final

import numpy as np

from graphir.dtypes import DType
from graphir.onnx.contract.elements import element_type_of
from graphir.onnx.contract.package import onnx_package

_LEAST: Final = 1024
"""Smaller arrays stay in the model, whose readers may need them to know shapes."""

_ALIGNMENT: Final = 4096
"""Arrays begin at pages, so that readers can map the file."""


class WeightsFile:
    """A file that arrays are appended to, and that the model names by ``location``."""

    def __init__(self, file: IO[bytes], location: str) -> None:
        self._file = file
        self._location = location

    def takes(self, array: np.ndarray[Any, Any], dtype: DType) -> bool:
        """Whether an array goes into the file: a large one of whole bytes."""
        is_whole = dtype.has_numpy and dtype.itemsize_bits >= 8
        return array.nbytes >= _LEAST and dtype.name != "string" and is_whole

    def tensor(self, array: np.ndarray[Any, Any], name: str, dtype: DType) -> Any:
        """Appends an array; a ``TensorProto`` that says where it lies.

        Raises:
          OSError: if it cannot be written.
        """
        offset = -(-self._file.tell() // _ALIGNMENT) * _ALIGNMENT
        self._file.seek(offset)
        flat = np.ascontiguousarray(array).reshape(-1)
        if sys.byteorder == "big":
            flat = flat.byteswap()
        self._file.write(flat.view(np.uint8).data)
        made = onnx_package().TensorProto(
            name=name, data_type=element_type_of(dtype), dims=array.shape
        )
        made.data_location = onnx_package().TensorProto.EXTERNAL
        for key, value in (
            ("location", self._location),
            ("offset", offset),
            ("length", array.nbytes),
        ):
            made.external_data.add(key=key, value=str(value))
        return made
