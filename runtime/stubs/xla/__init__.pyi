# Made by `python -m tools.stubs` of the tables of names.
from runtime.stubs.xla import experimental as experimental
