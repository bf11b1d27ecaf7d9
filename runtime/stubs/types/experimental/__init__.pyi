# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.types import AtomicFunction as AtomicFunction
from runtime.namespaces.types import Callable as Callable
from runtime.namespaces.types import ConcreteFunction as ConcreteFunction
from runtime.namespaces.types import Function as _Function
from runtime.namespaces.types import FunctionType as FunctionType
from runtime.namespaces.types import SupportsTracingProtocol as SupportsTracingProtocol
from runtime.namespaces.types import TensorLike as TensorLike
from runtime.namespaces.types import TraceType as TraceType
from runtime.stubs.types.experimental import distributed as distributed
GenericFunction = _Function
PolymorphicFunction = _Function
