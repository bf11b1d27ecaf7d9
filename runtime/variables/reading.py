"""Reads of variables as tensors or arrays, recorded by tapes and traces."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from graphir.dtypes import DType, as_dtype
from runtime.apply import BoundAttrs, apply_op, apply_single
from runtime.context import CURRENT, Ambient, entered, name_scope
from runtime.stateful_kernels.variables import VariableStorage
from runtime.tensors.likes import DTypeLike
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor, Tensor, wrap
from runtime.tracing.graph_trace import GraphTrace, current_trace

_READING: Final[dict[int, BoundAttrs]] = {}


def _reading(dtype: DType) -> BoundAttrs:
    """The attributes of reads of that dtype: always the same, so tapes compare well."""
    found = _READING.get(dtype.number)
    if found is None:
        found = _READING[dtype.number] = BoundAttrs({"dtype": dtype})
    return found


def _place_with_handle(result: Any) -> None:
    """A read in a graph is where the variable is, whatever the scope around says."""
    if isinstance(result, SymbolicTensor):
        node = result.value.node
        node.device = node.inputs[0].node.device


class VariableReading:
    """The methods of a variable that read its value; every read is recorded."""

    handle: EagerTensor
    storage: VariableStorage
    name: str

    if TYPE_CHECKING:

        @property
        def dtype(self) -> DType: ...

    def value(self) -> Tensor:
        """The value now, as a tensor.

        Raises:
          FailedPreconditionError: if the variable is not initialized.
        """
        ambient = CURRENT.get()
        if ambient is None:
            array = self.storage.value
            if array is not None:
                return wrap(array, self.storage.dtype)
        return self._read(ambient)

    def _read(self, ambient: Ambient | None) -> Tensor:
        attrs = _reading(self.storage.dtype)
        array = self.storage.value
        if ambient is not None and ambient.trace is None and array is not None:
            # as an op would, for less: variables are read in every step of training
            found = wrap(array, self.storage.dtype)
            for tape in ambient.tapes:
                tape.variable_accessed(self)
                tape.record("ReadVariableOp", (self.handle,), attrs, (found,))
            return found
        result: Tensor = apply_op("ReadVariableOp", [self.handle], attrs)
        if ambient is None:
            return result
        if ambient.trace is not None:
            _place_with_handle(result)
        self._was_read("ReadVariableOp", [], attrs, result)
        return result

    def _was_read(
        self, op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], result: Tensor
    ) -> None:
        """Tells tapes and the trace of an op that read the handle and these inputs."""
        ambient = CURRENT.get()
        if ambient is None:
            return
        trace = ambient.trace
        source = self.handle if trace is None else trace.capture(self.handle)
        for tape in ambient.tapes:
            if not tape.is_watching([source]):
                tape.variable_accessed(self._itself())
                tape.record(op, [source, *inputs], attrs, [result])
        if trace is not None:
            self.note_access(trace)

    def note_access(self, trace: GraphTrace) -> None:
        """Reports an access to the trace, and for a branch to its outer traces."""
        reference = weakref.ref(self._itself())
        inner: GraphTrace | None = trace
        while inner is not None and id(self.storage) not in inner.variables:
            inner.variables[id(self.storage)] = reference
            outer = inner.outer if inner.is_branch else None
            if outer is not None:
                with entered(Ambient(outer)):
                    for tape in inner.around.tapes if inner.around else ():
                        tape.variable_accessed(self._itself())
            inner = outer

    def _itself(self) -> VariableReading:
        return self

    def read_value(self) -> Tensor:
        """The current value; in a graph, from a new node."""
        if current_trace() is None:
            return self.value()
        with name_scope("Read"):
            value = self.value()
        return apply_single("Identity", [value])

    read_value_no_copy = value

    def value_as_operand(self) -> Tensor:
        """The value, for the operators of tensors."""
        return self.value()

    def numpy(self) -> Any:
        """A copy of the value as an array or NumPy scalar.

        Raises:
          NotImplementedError: while a graph is traced.
        """
        if current_trace() is not None:
            raise NotImplementedError(
                f"numpy() is only available when eager execution is enabled: "
                f"{self.name!r} is read while a graph is traced."
            )
        return wrap(self.storage.read(), self.dtype).numpy()

    def __array__(
        self, dtype: DTypeLike | None = None, copy: bool | None = None
    ) -> Any:
        return self.value().__array__(dtype, copy)

    def __tf_tensor__(
        self, dtype: DTypeLike | None = None, name: str | None = None
    ) -> Tensor:
        if dtype is not None and as_dtype(dtype).base_dtype is not self.dtype:
            raise ValueError(
                f"Incompatible type conversion requested to type "
                f"{as_dtype(dtype).name} for `tf.Variable of type {self.dtype.name}. "
                f"(Variable: {self})"
            )
        return self.value()
