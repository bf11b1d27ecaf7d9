"""Calls of ops on strings."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from tests.graphir.ops.calls import call, i, n, x


def s(*values: Any) -> Any:
    """A vector of strings."""
    return np.array(values, object)


def one(value: bytes) -> Any:
    """A scalar string."""
    return np.array(value, object)


WAV = (
    b"RIFF(\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0\x80>\0\0\x02\0\x10\0"
    b"data\x04\0\0\0\0 \0\xc0"
)
"""Two samples, 0.25 and -0.5."""

SAMPLES = {
    "AsString": [call(x(2, 3), precision=3), call(i(1, 2))],
    "DecodeBase64": [call(s(b"YWI", b"eA"))],
    "DecodeJSONExample": [
        call(s(b"{}", b'{"features": {"feature": {"a": {}}}}')),
    ],
    "DecodeWav": [call(one(WAV), desired_samples=3, desired_channels=1)],
    "DecodePaddedRaw": [call(s(b"abcd", b"x"), n(4), out_type=dtypes.int16)],
    "DecodeRaw": [call(s(b"abcd", b"efgh"), out_type=dtypes.int16)],
    "EncodeWav": [call(x(3, 2).astype(np.float32), n(8000))],
    "EncodeBase64": [call(s(b"ab", b"x"), pad=True)],
    "ReduceJoin": [
        call(np.array([[b"a", b"b"], [b"c", b"d"]], object), i(0), separator=b"-")
    ],
    "RegexFullMatch": [call(s(b"aa", b"b"), one(b"a+"))],
    "RegexReplace": [call(s(b"aa", b"b"), one(b"a"), one(b"c"))],
    "StaticRegexFullMatch": [call(s(b"aa", b"b"), pattern=b"a+")],
    "StaticRegexReplace": [call(s(b"aa", b"b"), pattern=b"a", rewrite=b"c")],
    "Fact": [call()],
    "StringFormat": [call([x(2)], template=b"%s")],
    "StringJoin": [call([s(b"a", b"b"), one(b"c")], separator=b",")],
    "StringNGrams": [
        call(
            s(b"a", b"b", b"c"),
            np.int64([0, 3]),
            separator=b" ",
            ngram_widths=[2],
            left_pad=b"",
            right_pad=b"",
            pad_width=0,
            preserve_short_sequences=False,
        )
    ],
    "StringSplit": [call(s(b"a b", b"c"), one(b" "))],
    "StringSplitV2": [call(s(b"a b", b"c"), one(b" "))],
    "StringToHashBucket": [call(s(b"a", b"b"), num_buckets=7)],
    "StringToHashBucketFast": [call(s(b"a", b"b"), num_buckets=7)],
    "StringToHashBucketStrong": [call(s(b"a", b"b"), num_buckets=7, key=[1, 2])],
    "StringToNumber": [call(s(b"1.5", b"-2"))],
    "Substr": [call(s(b"abc", b"def"), n(1), n(2))],
}
"""Calls by op."""
