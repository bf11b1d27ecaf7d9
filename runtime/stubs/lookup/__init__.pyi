# Made by `python -m tools.stubs` of the tables of names.
from runtime.lookup.initializers import KeyValueTensorInitializer as KeyValueTensorInitializer
from runtime.lookup.initializers import TextFileIndex as TextFileIndex
from runtime.lookup.initializers import TextFileInitializer as TextFileInitializer
from runtime.lookup.mutable_tables import DenseHashTable as DenseHashTable
from runtime.lookup.mutable_tables import MutableHashTable as MutableHashTable
from runtime.lookup.static_tables import StaticHashTable as StaticHashTable
from runtime.lookup.vocabulary_tables import StaticVocabularyTable as StaticVocabularyTable
from runtime.stubs.lookup import experimental as experimental
