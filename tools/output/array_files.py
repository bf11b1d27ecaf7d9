"""Results as arrays in a file of NumPy's, by name."""

from __future__ import annotations

from argparse import Namespace
from io import BytesIO
from typing import Any

from ..failures import BAD_INPUT, Failure
from .results import write


def write_arrays(args: Namespace, results: dict[str, Any]) -> None:
    """Writes ``-o FILE.npz``, the parts of a nested result under numbered names.

    Raises:
      Failure: for a result that is no array; names it.
    """
    import numpy as np

    arrays: dict[str, Any] = {}
    for name, value in results.items():
        for key, part in _parts(name, value):
            array = np.asarray(part.numpy() if hasattr(part, "numpy") else part)
            if array.dtype == object and not _are_texts(array):
                kind = type(part).__name__
                raise Failure(f"{key} is no array but {kind}: give -o FILE.", BAD_INPUT)
            arrays[key] = array.astype(bytes) if array.dtype == object else array
    buffer = BytesIO()
    np.savez(buffer, **arrays)
    write(args, buffer.getvalue())


def _are_texts(array: Any) -> bool:
    return all(isinstance(each, (str, bytes)) for each in array.flat)


def _parts(name: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        pairs = [(f"{name}.{key}", each) for key, each in value.items()]
    elif isinstance(value, (list, tuple)):
        pairs = [(f"{name}.{index}", each) for index, each in enumerate(value)]
    else:
        return [(name, value)]
    return [found for key, each in pairs for found in _parts(key, each)]
