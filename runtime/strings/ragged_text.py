"""Formatting of ragged tensors as a scalar string tensor, eagerly and in graphs."""

from __future__ import annotations

from typing import Any

from runtime.arrays.joining import concat
from runtime.control_flow.conditionals import cond
from runtime.mapping.elements import map_fn
from runtime.signatures.trace_types import TensorSpec
from runtime.strings.elements import as_string, join, reduce_join, regex_replace


def ragged_text(value: Any, summarize: int) -> Any:
    """Text of nested lists, with `summarize` items at either end, -1 for all.

    Floats have six digits after the point, strings are in single quotes.
    """
    return _listed(value.with_flat_values(_items(value.flat_values)), summarize)


def _items(values: Any) -> Any:
    if values.dtype.name != "string":
        return as_string(values)
    return join(["'", regex_replace(values, r"(['\\])", r"\\\1"), "'"])


def _listed(texts: Any, summarize: int) -> Any:
    pieces = texts
    if texts.shape.rank > 1:
        pieces = map_fn(
            lambda row: _listed(row, summarize),
            texts,
            fn_output_signature=TensorSpec([], "string"),
        )
    if summarize >= 0:
        pieces = _ends(pieces, summarize)
    return join(["[", reduce_join(pieces, separator=", "), "]"])


def _ends(pieces: Any, count: int) -> Any:
    from runtime.arrays.reshaping import shape

    size = shape(pieces)[0]
    return cond(
        size <= 2 * count,
        lambda: pieces,
        lambda: concat([pieces[:count], ["..."], pieces[size - count :]], 0),
    )
