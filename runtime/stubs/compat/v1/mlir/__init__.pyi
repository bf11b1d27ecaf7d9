# Made by `python -m tools.stubs` of the tables of names.
from runtime.stubs.compat.v1.mlir import experimental as experimental
