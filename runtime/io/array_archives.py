"""Archives of NumPy's, `.npz`: arrays by any name, texts as their bytes."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any
from zipfile import ZipFile

import numpy as np


def archive_of(arrays: Mapping[str, Any]) -> bytes:
    """The bytes of an `.npz` file; arrays of text are written as bytes, in UTF-8.

    `numpy.savez` takes names as keywords, and so no array called `file`.

    Raises:
      TypeError: for an array of objects that are no texts.
      ValueError: for a text that ends in a zero byte, which an array of bytes loses.

    >>> import io
    >>> data = archive_of({"file": np.array(["\u00e9", b"b"], object)})
    >>> np.load(io.BytesIO(data))["file"].tolist()
    [b'\\xc3\\xa9', b'b']
    """
    buffer = io.BytesIO()
    with ZipFile(buffer, "w") as archive:
        for name, array in arrays.items():
            plain = _as_bytes(name, array) if array.dtype == object else array
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, plain, allow_pickle=False)
    return buffer.getvalue()


def _as_bytes(name: str, array: Any) -> Any:
    texts = [each.encode() if isinstance(each, str) else each for each in array.flat]
    for each in texts:
        if not isinstance(each, bytes):
            raise TypeError(f"{name} has a value of type {type(each).__name__}.")
        if each.endswith(b"\0"):
            raise ValueError(
                f"{name} has a text that ends in a zero byte, which arrays in files "
                "lose."
            )
    return np.array(texts, bytes).reshape(array.shape)
