"""`tf.data`: input pipelines.

Not here: dataset ops, which `graphir.ops.datasets` declares.
"""

from __future__ import annotations

from runtime.data import experimental
from runtime.data import kernels as _kernels  # attaches them
from runtime.data import staging as _staging
from runtime.data.datasets.dataset import Dataset
from runtime.data.datasets.mapping_methods import AUTOTUNE
from runtime.data.elements.specs import DatasetSpec, IteratorSpec
from runtime.data.iterators.owned_iterator import NumpyIterator
from runtime.data.iterators.owned_iterator import OwnedIterator as Iterator
from runtime.data.options.options import Options, ThreadingOptions
from runtime.data.readers.files import (
    FixedLengthRecordDatasetV2 as FixedLengthRecordDataset,
)
from runtime.data.readers.files import TextLineDatasetV2 as TextLineDataset
from runtime.data.readers.files import TFRecordDatasetV2 as TFRecordDataset
from runtime.data.stages.stage import INFINITE as INFINITE_CARDINALITY
from runtime.data.stages.stage import UNKNOWN_COUNT as UNKNOWN_CARDINALITY
from runtime.names.finder import show_only_public_names

_staging.install()

__all__ = [
    "AUTOTUNE",
    "INFINITE_CARDINALITY",
    "UNKNOWN_CARDINALITY",
    "Dataset",
    "DatasetSpec",
    "FixedLengthRecordDataset",
    "Iterator",
    "IteratorSpec",
    "NumpyIterator",
    "Options",
    "TFRecordDataset",
    "TextLineDataset",
    "ThreadingOptions",
    "experimental",
]

show_only_public_names(__name__)
