"""Rules for casts that change nothing, or that the next cast undoes."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.rewrite.pattern import AttrName, op, wildcards
from graphir.rewrite.rule import Match, Rule, RuleSet

(x,) = wildcards("x")


def is_same_type(found: Match) -> bool | str:
    """The type does not change."""
    same = found.x.dtype is found.root.output.dtype
    return same or "the type changes"


def first_cast_changes_nothing(found: Match) -> bool | str:
    """The type in between holds every value, and the last step sees no difference."""
    source, between, last = found.x.dtype, found.B, found.D
    if not _holds(between, source):
        return f"{between.name} does not hold every {source.name}"
    if last.is_integer and (source.is_floating or not between.is_integer):
        # what does not fit is cut off differently by each type
        return f"values that {last.name} does not hold are converted differently"
    if not (last.is_integer or last.is_floating or last.is_bool):
        return f"{last.name} is no plain number"
    return True


def _holds(wide: DType, narrow: DType) -> bool:
    if not (wide.has_numpy and narrow.has_numpy):
        return False
    kinds = narrow.numpy_dtype.kind + wide.numpy_dtype.kind
    if kinds not in ("ii", "uu", "ui", "ff", "if", "uf", "bi", "bu", "bf"):
        return False
    if kinds[1] == "f" and kinds[0] in "iu" and narrow.size > 4:
        # NumPy calls it safe, but 53 bits do not hold 64
        return False
    return np.can_cast(narrow.numpy_dtype, wide.numpy_dtype, "safe")


CASTS: Final = RuleSet(
    Rule(
        "cast_to_same_type",
        op.Cast(x, DstT=AttrName("D")),
        x,
        when=is_same_type,
        examples={"D": dtypes.float32},
    ),
    Rule(
        "cast_twice",
        op.Cast(
            op.Cast(x, DstT=AttrName("B"), Truncate=False),
            DstT=AttrName("D"),
            Truncate=False,
        ),
        op.Cast(x, DstT=AttrName("D"), Truncate=False),
        when=first_cast_changes_nothing,
        examples={"B": dtypes.float64, "D": dtypes.float32},
    ),
    Rule(
        "bitcast_to_same_type",
        op.Bitcast(x, type=AttrName("D")),
        x,
        when=is_same_type,
        examples={"D": dtypes.float32},
    ),
    Rule(
        "bitcast_twice",
        op.Bitcast(op.Bitcast(x, type=AttrName("B")), type=AttrName("D")),
        op.Bitcast(x, type=AttrName("D")),
        examples={"B": dtypes.int32, "D": dtypes.uint32},
    ),
)
