# Made by `python -m tools.stubs` of the tables of names.
from runtime.data import AUTOTUNE as AUTOTUNE
from runtime.data import DatasetSpec as DatasetSpec
from runtime.data import INFINITE_CARDINALITY as INFINITE_CARDINALITY
from runtime.data import Iterator as Iterator
from runtime.data import IteratorSpec as IteratorSpec
from runtime.data import NumpyIterator as NumpyIterator
from runtime.data import Options as Options
from runtime.data import ThreadingOptions as ThreadingOptions
from runtime.data import UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY
from runtime.data.earlier_datasets import DatasetV1 as _DatasetV1
from runtime.data.earlier_readers import FixedLengthRecordDatasetV1 as _FixedLengthRecordDatasetV1
from runtime.data.earlier_readers import TFRecordDatasetV1 as _TFRecordDatasetV1
from runtime.data.earlier_readers import TextLineDatasetV1 as _TextLineDatasetV1
from runtime.data.earlier_versions import get_output_classes as get_output_classes
from runtime.data.earlier_versions import get_output_shapes as get_output_shapes
from runtime.data.earlier_versions import get_output_types as get_output_types
from runtime.data.initializable_iterators import make_initializable_iterator as make_initializable_iterator
from runtime.data.one_shot_iterators import make_one_shot_iterator as make_one_shot_iterator
from runtime.stubs.compat.v1.data import experimental as experimental
Dataset = _DatasetV1
FixedLengthRecordDataset = _FixedLengthRecordDatasetV1
TFRecordDataset = _TFRecordDatasetV1
TextLineDataset = _TextLineDatasetV1
