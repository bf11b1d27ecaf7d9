# Made by `python -m tools.stubs` of the tables of names.
from runtime.stubs.mlir import experimental as experimental
