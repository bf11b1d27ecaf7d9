"""Results as arrays in a file of NumPy's, by name."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from ..failures import BAD_INPUT, Failure
from .results import write


def write_arrays(args: Namespace, results: dict[str, Any]) -> None:
    """Writes ``-o FILE.npz``, the parts of a nested result under numbered names.

    Raises:
      Failure: for a result that is no array, a text that a file cannot keep, or two
        results of one name; names it.
    """
    from runtime.io.array_archives import archive_of

    arrays: dict[str, Any] = {}
    for name, value in results.items():
        for key, part in _parts(name, value):
            if key in arrays:
                raise Failure(f"two results would be named {key}.", BAD_INPUT)
            arrays[key] = _array(key, part)
    try:
        data = archive_of(arrays)
    except ValueError as error:
        raise Failure(f"{error} Give -o FILE.", BAD_INPUT) from error
    write(args, data)


def _array(key: str, part: Any) -> Any:
    import numpy as np

    array = np.asarray(part.numpy() if hasattr(part, "numpy") else part)
    is_text = all(isinstance(each, (str, bytes)) for each in array.flat)
    if array.dtype == object and not is_text:
        kind = type(part).__name__
        raise Failure(f"{key} is no array but {kind}: give -o FILE.", BAD_INPUT)
    return array


def _parts(name: str, value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        pairs = [(f"{name}.{key}", each) for key, each in value.items()]
    elif isinstance(value, (list, tuple)):
        pairs = [(f"{name}.{index}", each) for index, each in enumerate(value)]
    else:
        return [(name, value)]
    return [found for key, each in pairs for found in _parts(key, each)]
