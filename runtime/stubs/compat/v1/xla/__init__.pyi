# Made by `python -m tools.stubs` of the tables of names.
from runtime.stubs.compat.v1.xla import experimental as experimental
