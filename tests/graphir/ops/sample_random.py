"""Calls of ops that draw from a given state."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from tests.graphir.ops.calls import call, i, n, x

_KEY = np.array([7], np.uint64)
_COUNTER = np.array([1, 2], np.uint64)
_SEED = i(1, 2)
_FLOAT = {"dtype": dtypes.float32}
_INT = {"dtype": dtypes.int32}

_CANDIDATES = {"num_true": 1, "num_sampled": 3, "unique": True, "range_max": 9}

SAMPLES = {
    "AllCandidateSampler": [
        call(np.int64([[1], [2]]), num_true=1, num_sampled=3, unique=True)
    ],
    "ComputeAccidentalHits": [call(np.int64([[1], [2]]), np.int64([2, 5]), num_true=1)],
    "RandomIndexShuffle": [
        call(i(0, 3, 9), i(1, 2, 3), n(9)),
        call(n(3), i(1, 2, 3), n(99)),
        call(n(3), np.int32([[1, 2, 3], [4, 5, 6]]), n(99)),
    ],
    "StatelessParameterizedTruncatedNormal": [
        call(i(4, 2), _SEED, *(np.float32(each) for each in ([0, 1], 1, -1, [9, 2]))),
        call(i(3), _SEED, *(np.float64(each) for each in (0, 1, 3, np.inf))),
    ],
    "StatelessSampleDistortedBoundingBox": [
        call(i(10, 20, 3), np.float32([[[0.1, 0.2, 0.5, 0.6]]]), np.float32(0.1), _SEED)
    ],
    "StatelessMultinomial": [call(np.float32(x(2, 3)), n(4), _SEED)],
    "StatelessRandomBinomial": [
        call(i(2, 3), _SEED, np.float64(5), np.float64(0.5), dtype=dtypes.int64)
    ],
    "StatelessRandomGammaV2": [call(i(2, 3), _SEED, np.float32([1, 2, 3]), **_FLOAT)],
    "StatelessRandomGammaV3": [
        call(i(2, 3), _KEY, _COUNTER, n(1), np.float32([1, 2, 3]), **_FLOAT)
    ],
    "StatelessRandomGetAlg": [call()],
    "StatelessRandomGetKeyCounter": [call(_SEED)],
    "StatelessRandomGetKeyCounterAlg": [call(_SEED)],
    "StatelessRandomPoisson": [call(i(2, 3), _SEED, np.float32([1, 2, 3]), **_FLOAT)],
    "StatelessRandomUniformFullInt": [call(i(2, 3), _SEED, **_INT)],
    "StatelessRandomUniformFullIntV2": [call(i(2, 3), _KEY, _COUNTER, n(1), **_INT)],
    "StatelessRandomUniformInt": [call(i(2, 3), _SEED, n(1), n(9), **_INT)],
    "StatelessRandomUniformIntV2": [
        call(i(2, 3), _KEY, _COUNTER, n(1), n(1), n(9), **_INT)
    ],
    "StatelessShuffle": [call(x(4, 2), _KEY, _COUNTER, n(1))],
    **{
        f"Stateless{kind}": [call(i(2, 3), _SEED, **_FLOAT)]
        for kind in ("RandomNormal", "RandomUniform", "TruncatedNormal")
    },
    **{
        f"Stateless{kind}V2": [call(i(2, 3), _KEY, _COUNTER, n(1), **_FLOAT)]
        for kind in ("RandomNormal", "RandomUniform", "TruncatedNormal")
    },
}
