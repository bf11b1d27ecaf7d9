"""`tf.lookup`: hash tables from keys to values, that graphs can use.

Layers: initializers, lookup_interface, static_tables, vocabulary_tables, mutable_tables
"""

from types import SimpleNamespace
from typing import Any

from runtime.lookup.initializers import (
    KeyValueTensorInitializer,
    TextFileIndex,
    TextFileInitializer,
)
from runtime.lookup.mutable_tables import DenseHashTable, MutableHashTable
from runtime.lookup.static_tables import StaticHashTable
from runtime.lookup.vocabulary_tables import StaticVocabularyTable

experimental: Any = SimpleNamespace(
    DenseHashTable=DenseHashTable, MutableHashTable=MutableHashTable
)

__all__ = [
    "DenseHashTable",
    "KeyValueTensorInitializer",
    "MutableHashTable",
    "StaticHashTable",
    "StaticVocabularyTable",
    "TextFileIndex",
    "TextFileInitializer",
    "experimental",
]
