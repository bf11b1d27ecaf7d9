# Made by `python -m tools.stubs` of the tables of names.
from runtime.lookup.mutable_tables import DenseHashTable as DenseHashTable
from runtime.lookup.mutable_tables import MutableHashTable as MutableHashTable
