# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.bitwise import bitwise_and as bitwise_and
from runtime.namespaces.bitwise import bitwise_or as bitwise_or
from runtime.namespaces.bitwise import bitwise_xor as bitwise_xor
from runtime.namespaces.bitwise import invert as invert
from runtime.namespaces.bitwise import left_shift as left_shift
from runtime.namespaces.bitwise import right_shift as right_shift
