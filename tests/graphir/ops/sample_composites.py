"""Calls of ops on ragged and sparse tensors, sets, crosses and characters."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from graphir.ops.strings.serialized_tensors import message_bytes as serialize_tensor
from tests.graphir.ops.calls import call, x
from tests.graphir.ops.sample_strings import one, s


def n64(*values: int) -> np.ndarray:
    """A vector of int64."""
    return np.array(values, np.int64)


PLACES = np.array([[0, 1], [1, 0], [1, 2]], np.int64)
OTHERS = np.array([[0, 1], [1, 1]], np.int64)
SIZES = n64(2, 3)
ENTRIES = (PLACES, x(3), SIZES)
NUMBERS = (PLACES, n64(1, 3, 2), SIZES)
PAIR = (*ENTRIES, OTHERS, x(2), SIZES)
SETS = (PLACES, n64(1, 2, 3), SIZES)
MORE_SETS = (OTHERS, n64(1, 9), SIZES)
TEXTS = (PLACES, s(b"a", b"b", b"c"), SIZES)
COUNTS = {"binary_output": False}
CROSSED = {"sparse_types": [dtypes.string], "dense_types": [dtypes.string], "N": 1}
COLUMN = np.array([[b"x"], [b"y"]], object)

SERIALIZED = np.array(
    [
        serialize_tensor(np.int64([[1]]), dtypes.int64),
        serialize_tensor(np.float64([1.5]), dtypes.float64),
        serialize_tensor(np.int64([4]), dtypes.int64),
    ],
    object,
)

SAMPLES = {
    "DeserializeManySparse": [call(SERIALIZED[None], dtype=dtypes.float64)],
    "DeserializeSparse": [call(SERIALIZED, dtype=dtypes.float64)],
    "SerializeManySparse": [call(*ENTRIES)],
    "SerializeSparse": [call(*ENTRIES)],
    "DecodeCompressed": [call(s(b"ab", b"c"))],
    "DecodeCSV": [
        call(s(b'1,"a,b"', b",c"), [np.int32([7]), s(b"")]),
    ],
    "DenseCountSparseOutput": [call(n64(1, 1, 3), x(3), **COUNTS)],
    "DenseToDenseSetOperation": [
        call(np.int64([[1, 2]]), np.int64([[2, 3]]), set_operation=b"union")
    ],
    "DenseToSparseSetOperation": [
        call(np.int64([[1, 2], [3, 3]]), *SETS, set_operation=b"a-b")
    ],
    "EditDistance": [call(*TEXTS, *TEXTS, normalize=False)],
    "ParseTensor": [
        call(one(b"\x08\x03\x12\x00:\x01\x07"), out_type=dtypes.int32),
    ],
    "RaggedBincount": [call(n64(0, 2, 3), n64(1, 2, 1), np.int64(4), x(0))],
    "RaggedCountSparseOutput": [call(n64(0, 2, 3), n64(1, 2, 1), x(0), **COUNTS)],
    "RaggedCross": [
        call(
            [s(b"a", b"b", b"c")],
            [n64(0, 1, 3)],
            [],
            [],
            [],
            [COLUMN],
            input_order=b"RD",
            hashed_output=True,
            num_buckets=10,
            hash_key=1,
            ragged_values_types=[dtypes.string],
            ragged_splits_types=[dtypes.int64],
            sparse_values_types=[],
            dense_types=[dtypes.string],
            out_values_type=dtypes.int64,
            out_row_splits_type=dtypes.int64,
            Nsparse=0,
        )
    ],
    "RaggedFillEmptyRows": [
        call(n64(0, 2), x(2), np.int64(4), np.float64(1.5)),
    ],
    "RaggedFillEmptyRowsGrad": [call(n64(0, 2), x(4))],
    "RaggedGather": [
        call([n64(0, 2, 3)], x(3), n64(1, 0, 0), OUTPUT_RAGGED_RANK=1),
        call([n64(0, 2, 3)], x(3, 2), np.int64(1), OUTPUT_RAGGED_RANK=0),
    ],
    "RaggedRange": [call(n64(0, 2), n64(3, 9), n64(1, 2))],
    "RaggedTensorToSparse": [
        call([n64(0, 2, 3)], x(3)),
        call([n64(0, 1, 2), n64(0, 2, 3)], x(3, 2)),
    ],
    "SerializeTensor": [call(x(2))],
    "SetSize": [call(*SETS)],
    "SparseAdd": [call(*PAIR, np.float64(0))],
    "SparseAddGrad": [call(x(4), PLACES, OTHERS, np.vstack([PLACES, OTHERS[1:]]))],
    "SparseBincount": [call(*NUMBERS, np.int64(4), x(0))],
    "SparseConcat": [
        call([PLACES, OTHERS], [x(3), x(2)], [SIZES, SIZES], concat_dim=1)
    ],
    "SparseCountSparseOutput": [call(*NUMBERS, x(0), **COUNTS)],
    "SparseCross": [
        call(
            [PLACES],
            [s(b"a", b"b", b"c")],
            [SIZES],
            [COLUMN],
            hashed_output=False,
            num_buckets=0,
            hash_key=1,
            out_type=dtypes.string,
            internal_type=dtypes.string,
            **CROSSED,
        )
    ],
    "SparseCrossHashed": [
        call(
            [PLACES],
            [s(b"a", b"b", b"c")],
            [SIZES],
            [COLUMN],
            np.int64(9),
            np.bool_(strong),
            n64(1, 2),
            **CROSSED,
        )
        for strong in (False, True)
    ],
    "SparseCrossV2": [
        call([PLACES], [s(b"a", b"b", b"c")], [SIZES], [COLUMN], one(b"-"), **CROSSED)
    ],
    "SparseDenseCwiseAdd": [call(*ENTRIES, x(3))],
    "SparseDenseCwiseDiv": [call(*ENTRIES, x(2, 1))],
    "SparseDenseCwiseMul": [call(*ENTRIES, x(2, 3))],
    "SparseFillEmptyRows": [
        call(OTHERS[:1], x(1), SIZES, np.float64(0.5)),
    ],
    "SparseFillEmptyRowsGrad": [call(n64(1, 0), x(3))],
    "SparseReduceMax": [call(*ENTRIES, np.int32([1]))],
    "SparseReduceMaxSparse": [call(*ENTRIES, np.int32([0]), keep_dims=True)],
    "SparseReduceSum": [
        call(*ENTRIES, np.int32([1])),
        call(*ENTRIES, np.int32([0, 1]), keep_dims=True),
        call(*ENTRIES, np.int32([])),
    ],
    "SparseReduceSumSparse": [call(*ENTRIES, np.int32([1]))],
    "SparseReorder": [call(PLACES[::-1], x(3), SIZES)],
    "SparseReshape": [call(PLACES, SIZES, n64(3, -1))],
    "SparseSlice": [call(*ENTRIES, n64(0, 1), n64(2, 2))],
    "SparseSliceGrad": [call(x(1), PLACES, n64(0, 1), np.int64([[0, 0]]))],
    "SparseSoftmax": [call(*ENTRIES)],
    "SparseSparseMaximum": [call(*PAIR)],
    "SparseSparseMinimum": [call(*PAIR)],
    "SparseSplit": [call(np.int64(1), *ENTRIES, num_split=2)],
    "SparseTensorDenseAdd": [call(*ENTRIES, x(2, 3))],
    "SparseToDense": [
        call(PLACES, SIZES, x(3), np.float64(0.5)),
        call(n64(1, 3), np.int64([5]), np.float64(2), np.float64(0.5)),
    ],
    "SparseToSparseSetOperation": [
        call(*SETS, *MORE_SETS, set_operation=b"intersection")
    ],
    "UnicodeDecode": [call(s(b"h\xc3\xa9", b"\xff"), input_encoding=b"UTF-8")],
    "UnicodeDecodeWithOffsets": [
        call(s(b"h\xc3\xa9", b"\xff"), input_encoding=b"UTF-8", errors=b"ignore")
    ],
    "UnicodeEncode": [
        call(np.int32([97, 0x20AC]), n64(0, 1, 2), output_encoding=b"UTF-16-BE")
    ],
    "UnicodeScript": [call(np.int32([97, 0x430, -1]))],
    "UnicodeTranscode": [
        call(s(b"h\xe9"), input_encoding=b"latin1", output_encoding=b"UTF-8")
    ],
    "UnsortedSegmentJoin": [
        call(s(b"a", b"b", b"c"), n64(1, 0, 1), np.int32(2), separator=b"-")
    ],
}
"""Calls by op."""
