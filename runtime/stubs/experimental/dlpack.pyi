# Made by `python -m tools.stubs` of the tables of names.
from runtime.tensors.dlpack import from_dlpack as from_dlpack
from runtime.tensors.dlpack import to_dlpack as to_dlpack
