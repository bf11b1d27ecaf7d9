"""Random values for the inputs of a graph, including special values."""

from __future__ import annotations

from typing import Any, Final

from ..failures import BAD_INPUT, Failure
from ..output.listing import type_text
from .subjects import Subject

SPECIAL: Final = (0.0, -0.0, 1.0, -1.0, 0.5, -2.0, 1e-40, 3e38)
"""Zeros of both signs, halves, a denormal, a number near the largest float32."""
NOT_FINITE: Final = (float("inf"), float("-inf"), float("nan"))
SIZES: Final = (2, 3, 1, 4, 5)
"""What unknown sizes become; alike in one sample, so that they fit together."""
RANKS: Final = (1, 2, 0)
"""What unknown ranks become, one after the other."""
TEXTS: Final = (b"", b"a", b"text", "\u00e9".encode(), b"1.5", b"-7")


def random_feeds(subject: Subject, index: int, rng: Any) -> dict[str, Any]:
    """Input name -> array, for one sample; early samples have moderate values.

    Raises:
      Failure: for an input whose dtype has no arrays, such as a resource.
    """
    from graphir.analysis.reachability import ancestors

    graph = subject.graph
    results = [value.node for value in graph.outputs]
    needed = ancestors([*results, *graph.control_outputs])
    feeds: dict[str, Any] = {}
    for value in graph.inputs:
        name = value.node.name
        if name in subject.fixed:
            feeds[name] = subject.fixed[name]
            continue
        spec = subject.specs.get(name, value)
        if not value.dtype.has_numpy:
            if value.node not in needed:
                feeds[name] = None
                continue
            raise Failure(
                f"input {name}: {type_text(value)} cannot be made at random: it is no "
                "array. Verify the function that makes it.",
                BAD_INPUT,
            )
        feeds[name] = _array(value.dtype, _sizes(spec.shape, index), index, rng)
    return feeds


def is_all_fixed(subject: Subject) -> bool:
    """Whether every sample would be the same."""
    names = {value.node.name for value in subject.graph.inputs}
    return names <= subject.fixed.keys()


def _sizes(shape: Any, index: int) -> list[int]:
    size = SIZES[index % len(SIZES)]
    if shape.rank is None:
        return [size] * RANKS[(index // len(SIZES)) % len(RANKS)]
    return [size if each is None else each for each in shape]


def _array(dtype: Any, sizes: list[int], index: int, rng: Any) -> Any:
    import numpy as np

    if dtype.is_bool:
        return rng.integers(0, 2, sizes).astype(bool)
    if dtype.name == "string":
        found = np.empty(sizes, object)
        found.flat[:] = [TEXTS[i] for i in rng.integers(0, len(TEXTS), found.size)]
        return found
    if dtype.is_integer or dtype.name.startswith("q"):
        return _integers(dtype, sizes, index, rng)
    return _numbers(dtype, sizes, index, rng)


def _integers(dtype: Any, sizes: list[int], index: int, rng: Any) -> Any:
    import numpy as np

    low = 0 if dtype.is_unsigned else -3
    found = rng.integers(0 if index % 2 else low, 8, sizes)
    # a scalar may be a number of steps: limits only among many
    if sizes and index % 4 == 3:
        limits = np.array([dtype.min, dtype.max], object)
        found = np.where(rng.random(sizes) < 0.2, rng.choice(limits, sizes), found)
    return np.asarray(found).astype(dtype.numpy_dtype)


def _numbers(dtype: Any, sizes: list[int], index: int, rng: Any) -> Any:
    import numpy as np

    found = rng.normal(size=sizes)
    if dtype.is_complex:
        found = found + 1j * rng.normal(size=sizes)
    if index % 4 == 1:
        found = np.abs(found)
    if index % 4 >= 2:
        pool = SPECIAL + (NOT_FINITE if index % 4 == 3 else ())
        found = np.where(rng.random(sizes) < 0.3, rng.choice(pool, sizes), found)
    with np.errstate(all="ignore"):
        return np.asarray(found).astype(dtype.numpy_dtype)
