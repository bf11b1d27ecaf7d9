"""Texts, and labels of classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.calls import ML, Call, reads
from graphir.onnx.contract.elements import tensor_value_of
from graphir.onnx.contract.terms import Term


def _text(call: Call, value: str) -> Term:
    return call.const(np.array(value.encode(), object), dtypes.string)


@reads("StringConcat")
def _string_concat(call: Call) -> Any:
    return call.op.Add(call[0], call[1])


@reads("RegexFullMatch")
def _regex_full_match(call: Call) -> Any:
    return call.op.RegexFullMatch(call[0], _text(call, call.attr("pattern")))


@reads("StringSplit")
def _string_split(call: Call) -> Any:
    x = call[0]
    flat = call.reshape(x, [-1])
    places, parts, sizes = call.op.StringSplitV2(
        flat,
        _text(call, call.attr("delimiter", "")),
        maxsplit=call.attr("maxsplit", -1),
    )
    dense = call.op.SparseToDense(places, sizes, parts, _text(call, ""))
    rows = call.op.GatherV2(places, call.const(0), call.const(1))
    counts = call.op.UnsortedSegmentSum(call.op.OnesLike(rows), rows, call.at(sizes, 0))
    wide = call.concat([call.shape(x), call.slice(sizes, {0: 1}, {})], 0)
    return call.op.Reshape(dense, wide), call.op.Reshape(counts, call.shape(x))


@reads("StringNormalizer")
def _string_normalizer(call: Call) -> Any:
    x = call[0]
    action = call.attr("case_change_action", "NONE")
    words = call.attr("stopwords") or []
    exact = bool(call.attr("is_case_sensitive", 0))
    flat = call.reshape(x, [-1])
    kept = flat
    # the locale C has letters of ASCII only
    encoding = "" if call.attr("locale", "") in ("C", "POSIX") else "utf-8"
    if words:
        seen = flat if exact else call.op.StringLower(flat, encoding=encoding)
        known = [each if exact else each.lower() for each in words]
        table = call.const(np.array([w.encode() for w in known], object), dtypes.string)
        equal = call.expand(seen, [1]).equals(call.expand(table, [0]))
        places = call.op.Where(~call.reduce("Any", equal, [1]))
        kept = call.op.GatherV2(flat, call.reshape(places, [-1]), call.const(0))
    if action == "LOWER":
        kept = call.op.StringLower(kept, encoding=encoding)
    elif action == "UPPER":
        kept = call.op.StringUpper(kept, encoding=encoding)
    missing = call.op.Maximum(1 - call.op.Size(kept, out_type=dtypes.int64), 0)
    blank = call.op.Fill(call.vector([missing]), _text(call, ""))
    whole = call.concat([kept, blank], 0)
    return call.expand(whole, [0]) if x.rank == 2 else whole


# --- ai.onnx.ml


def _pairs(call: Call, what: str) -> Term:
    """The keys or the values of a table of labels."""
    for kind, dtype in (
        ("strings", dtypes.string),
        ("int64s", dtypes.int64),
        ("floats", dtypes.float32),
    ):
        given = call.attr(f"{what}_{kind}")
        if given:
            if dtype is dtypes.string:
                encoded = np.array([each.encode() for each in given], object)
                return call.const(encoded, dtype)
            return call.const(np.array(given, dtype.numpy_dtype), dtype)
    found = tensor_value_of(call.attr(f"{what}_tensor"))
    return call.const(found.array, found.dtype)


def _default(call: Call, dtype: dtypes.DType) -> Term:
    if call.has("default_tensor"):
        found = tensor_value_of(call.attr("default_tensor"))
        return call.const(found.array.reshape(()), found.dtype)
    if dtype is dtypes.string:
        return _text(call, call.attr("default_string", "_Unused"))
    if dtype is dtypes.int64:
        return call.const(np.int64(call.attr("default_int64", -1)))
    return call.const(call.attr("default_float", -0.0), dtype)


@reads("LabelEncoder", ML)
def _label_encoder(call: Call) -> Any:
    x = call[0]
    keys, values = _pairs(call, "keys"), _pairs(call, "values")
    equal = call.expand(x, [x.rank]).equals(keys)
    if x.dtype.is_floating:
        wide = call.expand(x, [x.rank])
        equal = equal | (call.op.IsNan(wide) & call.op.IsNan(keys))
    known = call.reduce("Any", equal, [-1])
    places = call.op.ArgMax(
        call.cast(equal, dtypes.int32), call.const(-1), output_type=dtypes.int64
    )
    found = call.op.GatherV2(values, places, call.const(0))
    return call.where(known, found, _default(call, values.dtype))


@reads("ArrayFeatureExtractor", ML)
def _array_feature_extractor(call: Call) -> Any:
    x = call[0]
    places = call.reshape(call[1], [-1])
    found = call.op.GatherV2(x, places, call.const(x.rank - 1))
    return call.expand(found, [0]) if x.rank == 1 else found


@reads("Binarizer", ML)
def _binarizer(call: Call) -> Any:
    return call.cast(call[0] > call.attr("threshold", 0.0), call[0].dtype)


@reads("Scaler", ML)
def _scaler(call: Call) -> Any:
    x = call.cast(call[0], dtypes.float32)
    offset = call.const(np.array(call.attr("offset"), np.float32))
    return (x - offset) * call.const(np.array(call.attr("scale"), np.float32))
