"""The signature of a traced function, and the names of its results, for people."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.shapes import Shape
from runtime.tensors.structure import flatten_with_paths, is_nested, map_structure


class _Plain(str):
    """A text that stands without quotes in the text of a structure."""

    def __repr__(self) -> str:
        return str(self)


def result_names(concrete: Any) -> list[str]:
    """A name for each result, by its path of keys; empty for a result that is alone.

    >>> import runtime as tf
    >>> @tf.function
    ... def both(x):
    ...     return {"twice": x + x, "more": [x + 1.0, x]}
    >>> result_names(both.get_concrete_function(tf.TensorSpec([2])))
    ['more.0', 'more.1', 'twice']
    """
    outputs = concrete.structured_outputs
    if not is_nested(outputs):
        return []
    paths = [path for path, value in flatten_with_paths(outputs) if value is not None]
    return [
        ("" if isinstance(path[0], str) else "result ") + ".".join(map(str, path))
        for path in paths
    ]


def short_signature(concrete: Any) -> str:
    """The parameters and results of a traced function, in one short line.

    >>> import runtime as tf
    >>> @tf.function
    ... def power(x, n):
    ...     return {"result": x ** n}
    >>> print(short_signature(power.get_concrete_function(tf.TensorSpec([None]), 2)))
    (x: f32[?], n: 2) -> {'result': f32[?]}
    """
    positional, named = concrete.structured_input_signature
    names = [each.name for each in concrete.function_type.shown]
    if len(names) != len(positional) + len(named):
        return str(concrete.function_type)
    parts = [f"{name}: {_short(each)}" for name, each in zip(names, positional)]
    parts += [f"{name}: {_short(each)}" for name, each in named.items()]
    return f"({', '.join(parts)}) -> {_short(concrete.structured_outputs)}"


def _short(structure: Any) -> str:
    return repr(map_structure(_short_leaf, structure))


def _short_leaf(value: Any) -> Any:
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if shape is None or dtype is None:
        return value
    sizes = Shape(shape)
    held = dtypes.as_dtype(dtype).short_name
    if sizes.rank is None:
        return _Plain(f"{held}[...]")
    return _Plain(
        f"{held}[{','.join('?' if size is None else str(size) for size in sizes)}]"
    )


__all__ = ["result_names", "short_signature"]
