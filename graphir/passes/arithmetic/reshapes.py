"""Rules for reshapes, slices and pads that do nothing."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphir import dtypes
from graphir.passes.arithmetic.preconditions import keeps_shape, known
from graphir.rewrite.pattern import AttrName, op, wildcards
from graphir.rewrite.rule import Match, Rule, RuleSet
from graphir.shapes import Shape

x, s, t, a, b, c = wildcards("x s t a b c")
SAME = keeps_shape("x")
LINE = np.ones(3, np.float32)
MATRIX = np.ones((2, 3), np.float32)


def strides_are_one(found: Match) -> bool | str:
    """The slice neither turns nor skips."""
    array = known(found, "c")
    plain = array is not None and bool((np.asarray(array) == 1).all())
    if not plain or found.root.attrs.get("new_axis_mask"):
        return "an axis is reversed, skipped or added"
    return SAME(found)


def is_compatible(found: Match) -> bool | str:
    """The static shape guarantees the shape that is asked for."""
    wanted = found.S
    return found.x.shape.is_subtype_of(wanted) or "the shape is not known to fit"


RESHAPES: Final = RuleSet(
    Rule(
        "reshape_to_same_shape",
        op.Reshape(x, s),
        x,
        when=SAME,
        examples={"x": MATRIX, "s": [2, 3]},
    ),
    Rule(
        "reshape_twice",
        op.Reshape(op.Reshape(x, s), t),
        op.Reshape(x, t),
        keeps_shape=True,
        examples={"x": MATRIX, "s": [6], "t": [3, 2]},
    ),
    Rule(
        "reshape_of_squeeze",
        op.Reshape(op.Squeeze(x), s),
        op.Reshape(x, s),
        keeps_shape=True,
        examples={"x": np.ones((1, 6), np.float32), "s": [2, 3]},
    ),
    Rule(
        "reshape_of_expand",
        op.Reshape(op.ExpandDims(x, a), s),
        op.Reshape(x, s),
        keeps_shape=True,
        examples={"x": np.ones(6, np.float32), "a": 0, "s": [2, 3]},
    ),
    Rule(
        "squeeze_to_same_shape",
        op.Squeeze(x),
        x,
        when=SAME,
        examples={"x": LINE},
    ),
    Rule(
        "broadcast_to_same_shape",
        op.BroadcastTo(x, s),
        x,
        when=SAME,
        examples={"x": LINE, "s": [3]},
    ),
    Rule(
        "ensure_known_shape",
        op.EnsureShape(x, shape=AttrName("S")),
        x,
        when=is_compatible,
        examples={"x": LINE, "S": Shape([None])},
    ),
)

PARTS: Final = RuleSet(
    Rule(
        "slice_everything",
        op.Slice(x, a, b),
        x,
        when=SAME,
        examples={"x": LINE, "a": [0], "b": [3]},
    ),
    Rule(
        "strided_slice_everything",
        op.StridedSlice(x, a, b, c),
        x,
        when=strides_are_one,
        examples={"x": LINE, "a": [0], "b": [3], "c": [1]},
    ),
    Rule(
        "tile_once",
        op.Tile(x, a),
        x,
        when=SAME,
        examples={"x": LINE, "a": [1]},
    ),
    Rule(
        "pad_by_nothing",
        op.Pad(x, a),
        x,
        when=SAME,
        examples={"x": LINE, "a": [[0, 0]]},
    ),
    Rule(
        "pad_by_no_value",
        op.PadV2(x, a, b),
        x,
        when=SAME,
        examples={"x": LINE, "a": [[0, 0]], "b": np.float32(0)},
    ),
    Rule(
        "mirror_pad_by_nothing",
        op.MirrorPad(x, a, mode=AttrName("M")),
        x,
        when=SAME,
        examples={"x": LINE, "a": [[0, 0]], "M": b"REFLECT"},
    ),
)


# a question about the shape needs no elements
QUESTIONS: Final = RuleSet(
    Rule(
        "shape_of_elementwise",
        op.Shape(op.any_of("elementwise", x), out_type=AttrName("D")),
        op.Shape(x, out_type=AttrName("D")),
        keeps_shape=True,
        examples={"D": dtypes.int64},
    ),
    Rule(
        "size_of_elementwise",
        op.Size(op.any_of("elementwise", x), out_type=AttrName("D")),
        op.Size(x, out_type=AttrName("D")),
        keeps_shape=True,
        examples={"D": dtypes.int64},
    ),
    Rule(
        "size_of_reshape",
        op.Size(op.Reshape(x, s), out_type=AttrName("D")),
        op.Size(x, out_type=AttrName("D")),
        examples={"x": MATRIX, "s": [3, 2], "D": dtypes.int32},
    ),
    Rule(
        "size_of_transpose",
        op.Size(op.Transpose(x, s), out_type=AttrName("D")),
        op.Size(x, out_type=AttrName("D")),
        examples={"x": MATRIX, "s": [1, 0], "D": dtypes.int32},
    ),
    Rule(
        "rank_of_transpose",
        op.Rank(op.Transpose(x, s)),
        op.Rank(x),
        examples={"x": MATRIX, "s": [1, 0]},
    ),
    Rule(
        "shape_of_broadcast",
        op.Shape(op.BroadcastTo(x, s), out_type=AttrName("D")),
        s,
        keeps_shape=True,
        examples={"x": LINE, "s": [2, 3], "D": dtypes.int32},
    ),
    Rule(
        "shape_of_fill",
        op.Shape(op.Fill(s, x), out_type=AttrName("D")),
        s,
        keeps_shape=True,
        examples={"x": np.array(2, np.float32), "s": [2, 3], "D": dtypes.int32},
    ),
    Rule("rank_of_elementwise", op.Rank(op.any_of("elementwise", x)), op.Rank(x)),
)

RESHAPING: Final = RuleSet(RESHAPES, PARTS, QUESTIONS)
