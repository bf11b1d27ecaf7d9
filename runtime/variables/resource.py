"""Variable: a named value that is read and assigned, eagerly and in graphs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, Final

import numpy as np

from autograph import register_stage
from graphir import dtypes
from graphir.dtypes import DType
from graphir.errors import OpError
from graphir.shapes import Shape
from runtime.apply import apply_op, apply_single
from runtime.context import CURRENT, name_scope
from runtime.devices.places import current_place
from runtime.signatures.trace_types import VariableSpec
from runtime.stateful_kernels.variables import VariableStorage
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.quiet import run_quietly
from runtime.tensors.references import Reference
from runtime.tensors.shown_shapes import shown, shown_to_caller
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import CPU, EagerTensor, Tensor, wrap
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.graphs import Graph, Operation, control_dependencies
from runtime.tracing.session_graphs import in_session_graph
from runtime.trackable.base import VARIABLE_VALUE, Trackable
from runtime.variables.creators import VariableClass
from runtime.variables.earlier_methods import EarlierMethods
from runtime.variables.initial_values import (
    MISSING_VALUE,
    allowed_shape,
    initial_tensor,
)
from runtime.variables.operators import attach
from runtime.variables.quick_calls import count_by_identity
from runtime.variables.reading import VariableReading
from runtime.variables.replicas import (
    AnyAggregation,
    VariableAggregation,
    VariableSynchronization,
)
from runtime.variables.stage import VariableStage
from runtime.variables.updates import VariableUpdates
from runtime.variables.variable_creation import creation_of, note_lifted_creation

_NUMBERS: Final = count()
_UPDATES: Final = {
    "AssignAddVariableOp": np.add,
    "AssignSubVariableOp": np.subtract,
}


class ResourceVariable(
    VariableReading, VariableUpdates, EarlierMethods, Trackable, metaclass=VariableClass
):
    """A value that can be changed: ``tf.Variable``.

    Wherever a tensor is expected, a variable is converted to its current value. Tensors
    that were read earlier keep their value when the variable changes.

    Args:
      initial_value: a value, or a function that returns the value.
      trainable: whether gradient tapes watch the variable automatically.
      name: the name, which need not be unique.
      dtype: the dtype; by default the dtype of the initial value.
      constraint: a function for optimizers to apply after updates; only stored.
      shape: the static shape; by default the shape of the initial value.

    >>> v = tf.Variable([1.0, 2.0], name="v")
    >>> v.assign_add([1.0, 1.0])
    <tf.Variable 'UnreadVariable' shape=(2,) dtype=float32, numpy=array([2., 3.], dtype=float32)>
    >>> v * 2
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([4., 6.], dtype=float32)>

    Raises:
      ValueError: without an initial value, for an initial value that does not fit
        ``shape`` or ``dtype``, and in a traced function after its first call.
    """  # noqa: E501

    __is_tensor__ = True
    __creator_scopes_asked__ = True

    __array_priority__ = 100

    handle: EagerTensor
    storage: VariableStorage
    number: int
    """How many variables were made before it."""

    def __init__(
        self,
        initial_value: Any = None,
        trainable: bool | None = None,
        validate_shape: bool = True,
        caching_device: Any = None,
        name: str | None = None,
        variable_def: Any = None,
        dtype: DTypeLike | None = None,
        import_scope: str | None = None,
        constraint: Callable[[Any], Any] | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: AnyAggregation = VariableAggregation.NONE,
        shape: ShapeLike | None = None,
        experimental_enable_variable_lifting: bool = True,
    ) -> None:
        if initial_value is None:
            raise ValueError(MISSING_VALUE)
        if constraint is not None and not callable(constraint):
            raise ValueError(
                "Argument `constraint` must be None or a callable. a callable. Got a "
                f"{type(constraint)}:  {constraint}"
            )
        on_read = synchronization is VariableSynchronization.ON_READ
        self.trainable = not on_read if trainable is None else bool(trainable)
        self.constraint = constraint
        self.synchronization = synchronization
        self.aggregation = aggregation
        trace = current_trace()
        creation = None
        if trace is None:
            note_lifted_creation()
        else:
            creation = creation_of(trace)
        with name_scope(name or "Variable") as scope:
            initial = initial_tensor(initial_value, dtype)
        self._become(initial.dtype, allowed_shape(initial, shape), scope[:-1])
        if creation is not None and isinstance(initial, SymbolicTensor):
            creation.add(self, initial)
        else:
            self.storage.assign(initial.constant_value())

    def _become(self, dtype: DType, shape: Shape, name: str) -> None:
        self.number = next(_NUMBERS)
        self.storage = self._new_storage(dtype, shape, name)
        self.handle = EagerTensor(self.storage, dtypes.resource)
        place = current_place()
        if place is not None:
            place.put([self.handle])
        # what a read gives, for the shape rules of graphs
        self.handle.handle_data = ((dtype, shape),)  # type: ignore[attr-defined]
        self.name = f"{name}:0"

    def _new_storage(self, dtype: DType, shape: Shape, name: str) -> VariableStorage:
        return VariableStorage(dtype, shape, name)

    # --- what it is

    @property
    def _shared_name(self) -> str:
        """The name without the number of its output, as checkpoints have it."""
        return self.name.partition(":")[0]

    @property
    def _unique_id(self) -> str:
        """A name that no other variable has, for tables keyed by variable."""
        return f"{self._shared_name}_{self.number}"

    @property
    def dtype(self) -> DType:
        """The dtype of the value."""
        return self.storage.dtype

    @property
    def shape(self) -> Shape:
        """The static shape; fully known unless set by the argument ``shape``."""
        return shown_to_caller(self.storage.variable_shape)

    def get_shape(self) -> Shape:
        """The shape."""
        return shown(self.shape)

    def set_shape(self, shape: ShapeLike) -> None:
        """Refines the static shape.

        Raises:
          ValueError: if the shape is incompatible with the static shape.
        """
        self.storage.variable_shape = self.shape.merge_with(shape)

    @property
    def device(self) -> str:
        """The device of the value."""
        return str(getattr(self.handle, "device", CPU))

    @property
    def op(self) -> Operation:
        """Variables come from no node."""
        operation: Operation = self.handle.op
        return operation

    @property
    def graph(self) -> Graph:
        """Variables belong to no graph."""
        graph: Graph = self.handle.graph
        return graph

    def is_initialized(self, name: str | None = None) -> Tensor:
        """Whether the variable is initialized, as a bool tensor."""
        return apply_single("VarIsInitializedOp", [self.handle], None, name)

    def ref(self) -> Reference:
        """A hashable reference to this variable."""
        return Reference(self)

    experimental_ref = ref

    def __tf_tracing_type__(self, context: Any) -> VariableSpec:
        return VariableSpec(self)

    # --- changing

    def assign(
        self,
        value: TensorLike,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Assigns a new value; returns the variable, or the op if not ``read_value``.

        Raises:
          ValueError: for another dtype, or a shape that does not fit the static shape.
        """
        tensor = convert_to_tensor(value, self.dtype)
        if not self.shape.is_compatible_with(tensor.shape):
            raise ValueError(
                f"Cannot assign value to variable ' {self.name}': Shape mismatch.The "
                f"variable shape {self.shape}, and the assigned value shape "
                f"{tensor.shape} are incompatible."
            )
        attrs = {
            "dtype": self.dtype,
            "validate_shape": self.shape.is_fully_defined(),
        }
        op = apply_op("AssignVariableOp", [self.handle, tensor], attrs, name)
        return self._changed(op, read_value)

    def assign_add(
        self,
        delta: TensorLike,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Adds ``delta``; returns the variable, or the op if not ``read_value``.

        Raises:
          ValueError: for a tensor of another dtype.
          InvalidArgumentError: for another shape.
        """
        return self._update("AssignAddVariableOp", delta, name, read_value)

    def assign_sub(
        self,
        delta: TensorLike,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Subtracts ``delta``; returns the variable, or the op if not ``read_value``.

        Raises:
          ValueError: for a tensor of another dtype.
          InvalidArgumentError: for another shape.
        """
        return self._update("AssignSubVariableOp", delta, name, read_value)

    def _update(self, op: str, delta: Any, name: str | None, read_value: bool) -> Any:
        tensor = convert_to_tensor(delta, self.dtype)
        if CURRENT.get() is None and type(tensor) is EagerTensor:
            # what the op does, for less: variables change in every step of training
            try:
                run_quietly(self.storage.update, _UPDATES[op], tensor._array)
                return UnreadVariable(self, None) if read_value else None
            except OpError:
                pass  # the op says what is wrong, and its name
        attrs = {"dtype": self.dtype}
        done = apply_op(op, [self.handle, tensor], attrs, name)
        return self._changed(done, read_value)

    def _changed(self, op: Any, read_value: bool) -> Any:
        if not read_value:
            return op
        trace = current_trace()
        if trace is not None:
            self.note_access(trace)
        return UnreadVariable(self, op)

    # --- saved and restored

    def _export_to_saved_model_graph(
        self, object_map: Any, tensor_map: Any, options: Any, **kwargs: Any
    ) -> list[Any]:
        object_map[self] = self
        tensor_map[self.handle] = self.handle
        return [self.handle]

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {VARIABLE_VALUE: self.value()}

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        value = restored_tensors[VARIABLE_VALUE]
        self._check_restored(value)
        self.assign(value, read_value=False)

    def _check_restored(self, value: Any) -> None:
        if not self.shape.is_compatible_with(value.shape):
            raise ValueError(
                f"Received incompatible tensor with shape {value.shape} when "
                f"attempting to restore variable with shape {self.shape} and name "
                f"{self.name}."
            )

    # --- as a Python object

    def __eq__(self, other: Any) -> Any:
        return self is other if in_session_graph() else self.value() == other

    def __ne__(self, other: Any) -> Any:
        return self is not other if in_session_graph() else self.value() != other

    def __hash__(self) -> int:
        if in_session_graph():
            return id(self)
        raise TypeError(
            "Variable is unhashable. Instead, use variable.ref() as the key. "
            f"(Variable: {self})"
        )

    def __bool__(self) -> bool:
        return bool(self.value())

    def __int__(self) -> int:
        return int(self.value())

    def __float__(self) -> float:
        return float(self.value())

    def __complex__(self) -> complex:
        return complex(self.value())

    def __copy__(self) -> ResourceVariable:
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> ResourceVariable:
        if current_trace() is not None:
            raise NotImplementedError(
                "__deepcopy__() is only available when eager execution is enabled."
            )
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._become(self.dtype, self.shape, self.storage.name)
        if self.storage.has_value():
            copy.storage.assign(self.storage.read())
        memo[id(self)] = copy
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        options = {
            "initial_value": self.numpy(),
            "trainable": self.trainable,
            "name": self.storage.name,
            "constraint": self.constraint,
            "shape": self.shape.sizes,
        }
        return _remade, (self.dtype.name, options)

    def __repr__(self) -> str:
        kind = f"shape={self.shape} dtype={self.dtype.name}"
        text = f"<tf.Variable {self._label!r} {kind}"
        if current_trace() is not None:
            return f"{text}>"
        if not self.storage.has_value():
            return f"{text}, numpy=<uninitialized>>"
        value = repr(wrap(self.storage.read(), self.dtype))
        return f"{text}, {value[value.index('numpy=') :]}"

    @property
    def _label(self) -> str:
        return self.name


def uninitialized_variable(
    dtype: DType,
    shape: Shape,
    name: str,
    trainable: bool = True,
    synchronization: VariableSynchronization = VariableSynchronization.AUTO,
    aggregation: AnyAggregation = VariableAggregation.NONE,
) -> ResourceVariable:
    """An uninitialized variable, which must be assigned before it is read."""
    made = object.__new__(ResourceVariable)
    made.trainable = trainable
    made.constraint = None
    made.synchronization = synchronization
    made.aggregation = aggregation
    made._become(dtype, shape, name)
    return made


class UnreadVariable(ResourceVariable):
    """The result of an assignment: the variable, read after the change."""

    def __init__(self, variable: ResourceVariable, op: Operation | None) -> None:
        self.__dict__.update(variable.__dict__)
        self.variable = getattr(variable, "variable", variable)
        self._after = op

    @property
    def change(self) -> Operation | None:
        """The operation that changed the variable, in a graph."""
        return self._after

    @property
    def op(self) -> Operation:
        """The operation that changed the variable, in a graph."""
        return super().op if self._after is None else self._after

    def value(self) -> Tensor:
        """The value, as a tensor; in a graph after the change."""
        if self._after is None:
            return self.variable.value()
        with control_dependencies([self._after]):
            return self.variable.value()

    def _itself(self) -> ResourceVariable:
        return self.variable

    @property
    def _label(self) -> str:
        return "UnreadVariable"


def _remade(dtype: str, options: dict[str, Any]) -> ResourceVariable:
    """A variable as it was pickled."""
    shape = options.pop("shape")
    return ResourceVariable(dtype=dtype, shape=Shape(shape), **options)


attach(ResourceVariable)
register_stage(ResourceVariable, VariableStage())
count_by_identity(ResourceVariable)
