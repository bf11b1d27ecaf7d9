"""Weights in a file of their own beside the model, written as they come.

The file is named after what it holds, so that the one which an older model names stays
as it is for as long as that model does.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphir.disk.fresh_files import FreshFile, write_whole
from graphir.dtypes import DType
from graphir.onnx.contract.elements import element_type_of
from graphir.onnx.contract.package import onnx_package

_LEAST: Final = 1024
"""Smaller arrays stay in the model, whose readers may need them to know shapes."""

_ALIGNMENT: Final = 4096
"""Arrays begin at pages, so that readers can map the file."""


class WeightsFile:
    """A file that arrays are appended to, beside a model that names it."""

    def __init__(self, fresh: FreshFile, model: str) -> None:
        self._fresh = fresh
        self._model = model
        self._tensors: list[Any] = []
        self._content = hashlib.sha256()

    @staticmethod
    def takes(array: np.ndarray[Any, Any], dtype: DType) -> bool:
        """Whether an array goes into the file: a large one of whole bytes."""
        is_whole = dtype.has_numpy and dtype.itemsize_bits >= 8
        return array.nbytes >= _LEAST and dtype.name != "string" and is_whole

    def tensor(self, array: np.ndarray[Any, Any], name: str, dtype: DType) -> Any:
        """Appends an array; a ``TensorProto`` that says where it lies.

        The file has no name before ``settle``.

        Raises:
          OSError: if it cannot be written.
        """
        file = self._fresh.file
        offset = -(-file.tell() // _ALIGNMENT) * _ALIGNMENT
        file.seek(offset)
        flat = np.ascontiguousarray(array).reshape(-1)
        if sys.byteorder == "big":
            flat = flat.byteswap()
        content = flat.view(np.uint8).data
        file.write(content)
        self._content.update(offset.to_bytes(8, "big"))
        self._content.update(content)
        made = onnx_package().TensorProto(
            name=name, data_type=element_type_of(dtype), dims=array.shape
        )
        made.data_location = onnx_package().TensorProto.EXTERNAL
        for key, value in (("offset", offset), ("length", array.nbytes)):
            made.external_data.add(key=key, value=str(value))
        self._tensors.append(made)
        return made

    @property
    def name(self) -> str:
        """The name of the file: that of the model, and a hash of what it holds."""
        return f"{self._model}.{self._content.hexdigest()[:16]}.data"

    def settle(self) -> None:
        """Names the file after its content, in each tensor."""
        for each in self._tensors:
            each.external_data.add(key="location", value=self.name)
        self._fresh.rename(self.name)


def publish(path: Path, model: bytes, weights: FreshFile | None = None) -> None:
    """Puts a model and the file of its weights in place, the model last.

    What was there stays whole until then, also if this fails. Files of weights that
    only the old model had are removed.

    Raises:
      OSError: if a file cannot be written.
    """
    old = _own_weights(path)
    new = None if weights is None else Path(weights.target)
    was_there = new is not None and new.exists()
    if weights is not None:
        weights.close()
    try:
        write_whole(path, model)
    except BaseException:
        if new is not None and not was_there:
            new.unlink(missing_ok=True)
        raise
    for each in old:
        if new is None or each != new.name:
            path.with_name(each).unlink(missing_ok=True)


def _own_weights(path: Path) -> set[str]:
    """The files beside a model that it names, and that have its name."""
    own = re.compile(rf"{re.escape(path.name)}(\.[0-9a-f]{{16}})?\.data")
    try:
        there = {x.name for x in path.parent.iterdir() if own.fullmatch(x.name)}
    except OSError:
        return set()  # the folder may be written, but not read
    if not there:
        return set()
    onnx = onnx_package()
    from google.protobuf.message import DecodeError

    try:
        found = onnx.ModelProto.FromString(path.read_bytes())
    except (OSError, DecodeError):
        return set()  # no model was there
    return there & set(_locations(found.graph.initializer))


def _locations(tensors: Iterable[Any]) -> Iterator[str]:
    for tensor in tensors:
        for entry in tensor.external_data:
            if entry.key == "location":
                yield entry.value
