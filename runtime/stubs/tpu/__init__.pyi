# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused_tpu import XLAOptions as XLAOptions
from runtime.stubs.tpu import experimental as experimental
