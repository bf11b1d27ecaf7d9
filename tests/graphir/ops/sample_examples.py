"""Calls of ops on serialized examples."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.wire import messages
from tests.graphir.ops.calls import call
from tests.graphir.ops.sample_strings import one, s

NONE = np.array([], object)


def numbers(*values: int) -> Any:
    """A feature of integers."""
    return messages.get("Feature")(int64_list=messages.get("Int64List")(value=values))


def example(*values: int) -> bytes:
    """A serialized example whose feature ``n`` has these values."""
    features = messages.get("Features")(feature={"n": numbers(*values)})
    serialized: bytes = messages.get("Example")(features=features).SerializeToString()
    return serialized


def sequence(*steps: tuple[int, ...]) -> bytes:
    """A serialized sequence example whose list ``n`` has these steps."""
    features = [numbers(*step) for step in steps]
    made = messages.get("FeatureList")(feature=features)
    lists = messages.get("FeatureLists")(feature_list={"n": made})
    message = messages.get("SequenceExample")(feature_lists=lists)
    serialized: bytes = message.SerializeToString()
    return serialized


_KINDS = {
    "num_sparse": 1,
    "sparse_types": [dtypes.int64],
    "Tdense": [dtypes.int64],
    "dense_shapes": [[2]],
    "ragged_value_types": [dtypes.int64],
    "ragged_split_types": [dtypes.int32],
}
_KEYS = (s(b"n"), s(b"n"), s(b"n"))
_LISTS = {
    "Nfeature_list_sparse": 1,
    "feature_list_sparse_types": [dtypes.int64],
    "Nfeature_list_dense": 1,
    "feature_list_dense_types": [dtypes.int64],
    "feature_list_dense_shapes": [[2]],
    "feature_list_ragged_value_types": [dtypes.int64],
    "feature_list_ragged_split_types": [dtypes.int64],
}
_DEFAULT = [np.array([], np.int64)]

SAMPLES = {
    "ParseExampleV2": [
        call(s(example(1, 2), example(3, 4)), NONE, *_KEYS, _DEFAULT, **_KINDS),
        call(one(example(1, 2)), NONE, *_KEYS, _DEFAULT, **_KINDS),
        call(
            s(example(1), example()),
            NONE,
            s(b"n"),
            NONE,
            NONE,
            [],
            num_sparse=1,
            sparse_types=[dtypes.int64],
            Tdense=[],
            dense_shapes=[],
            ragged_value_types=[],
            ragged_split_types=[],
        ),
    ],
    "ParseSequenceExampleV2": [
        call(data, NONE, NONE, NONE, NONE, *_KEYS, np.array([False]), [], **_LISTS)
        for data in (
            s(sequence((1, 2), (3, 4)), sequence((5, 6))),
            one(sequence((1, 2), (3, 4))),
        )
    ],
}
