# Made by `python -m tools.stubs` of the tables of names.
from runtime.data import AUTOTUNE as AUTOTUNE
from runtime.data import Dataset as Dataset
from runtime.data import DatasetSpec as DatasetSpec
from runtime.data import FixedLengthRecordDataset as FixedLengthRecordDataset
from runtime.data import INFINITE_CARDINALITY as INFINITE_CARDINALITY
from runtime.data import Iterator as Iterator
from runtime.data import IteratorSpec as IteratorSpec
from runtime.data import NumpyIterator as NumpyIterator
from runtime.data import Options as Options
from runtime.data import TFRecordDataset as TFRecordDataset
from runtime.data import TextLineDataset as TextLineDataset
from runtime.data import ThreadingOptions as ThreadingOptions
from runtime.data import UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY
from runtime.stubs.data import experimental as experimental
