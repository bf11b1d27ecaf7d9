# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.types import SupportsTracingProtocol as SupportsTracingProtocol
from runtime.namespaces.types import experimental as experimental
from runtime.tensors.type_spec import TraceType as TraceType
