# Made by `python -m tools.stubs` of the tables of names.
from runtime.stubs.profiler import experimental as experimental
