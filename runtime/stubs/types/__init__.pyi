# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.types import SupportsTracingProtocol as SupportsTracingProtocol
from runtime.namespaces.types import TraceType as TraceType
from runtime.stubs.types import experimental as experimental
