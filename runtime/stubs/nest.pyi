# Made by `python -m tools.stubs` of the tables of names.
from runtime.tensors.nest import assert_same_structure as assert_same_structure
from runtime.tensors.nest import flatten as flatten
from runtime.tensors.nest import is_nested as is_nested
from runtime.tensors.nest import map_structure as map_structure
from runtime.tensors.nest import pack_sequence_as as pack_sequence_as
