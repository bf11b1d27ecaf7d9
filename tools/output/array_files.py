"""Results as arrays in a file of NumPy's, by name."""

from __future__ import annotations

from argparse import Namespace
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from ..failures import BAD_INPUT, Failure
from .results import write


def write_arrays(args: Namespace, results: dict[str, Any]) -> None:
    """Writes ``-o FILE.npz``, the parts of a nested result under numbered names.

    Raises:
      Failure: for a result that is no array, a text that a file cannot keep, or two
        results of one name; names it.
    """
    arrays: dict[str, Any] = {}
    for name, value in results.items():
        for key, part in _parts(name, value):
            if key in arrays:
                raise Failure(f"two results would be named {key}.", BAD_INPUT)
            arrays[key] = _array(key, part)
    write(args, _archive(arrays))


def _array(key: str, part: Any) -> Any:
    import numpy as np

    array = np.asarray(part.numpy() if hasattr(part, "numpy") else part)
    if array.dtype != object:
        return array
    if not all(isinstance(each, (str, bytes)) for each in array.flat):
        kind = type(part).__name__
        raise Failure(f"{key} is no array but {kind}: give -o FILE.", BAD_INPUT)
    texts = [each.encode() if isinstance(each, str) else each for each in array.flat]
    if any(each.endswith(b"\0") for each in texts):
        raise Failure(
            f"{key} has a text that ends in a zero byte, which arrays in files lose: "
            "give -o FILE.",
            BAD_INPUT,
        )
    return np.array(texts, bytes).reshape(array.shape)


def _archive(arrays: dict[str, Any]) -> bytes:
    """The file that `numpy.savez` writes, whose arguments would exclude names."""
    import numpy as np

    buffer = BytesIO()
    with ZipFile(buffer, "w") as archive:
        for key, array in arrays.items():
            with archive.open(f"{key}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, array, allow_pickle=False)
    return buffer.getvalue()


def _parts(name: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        pairs = [(f"{name}.{key}", each) for key, each in value.items()]
    elif isinstance(value, (list, tuple)):
        pairs = [(f"{name}.{index}", each) for index, each in enumerate(value)]
    else:
        return [(name, value)]
    return [found for key, each in pairs for found in _parts(key, each)]
