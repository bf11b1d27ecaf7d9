"""DVariable: a variable whose value lies on a mesh."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from runtime.context import current_trace
from runtime.distribute.dtensor.layouts import Layout
from runtime.distribute.dtensor.tensors import DTensor, placed
from runtime.math.casting import cast
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import DTypeLike
from runtime.tensors.tensor import EagerTensor, Tensor, wrap
from runtime.variables.operators import attach
from runtime.variables.quick_calls import count_by_identity
from runtime.variables.resource import ResourceVariable


class DVariable(ResourceVariable):
    """A variable that keeps the layout of its initial value.

    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("x", 1)])
    >>> there = dtensor.Layout(["x"], mesh)
    >>> v = dtensor.DVariable(dtensor.call_with_layout(tf.zeros, there, [2]))
    >>> v.layout.sharding_specs, dtensor.is_dtensor(v + 1)
    (['x'], True)

    Raises:
      InvalidArgumentError: for an initial value that is on no mesh, without ``layout``.
    """

    def __init__(
        self,
        initial_value: Any,
        *args: Any,
        dtype: DTypeLike | None = None,
        layout: Layout | None = None,
        **kwargs: Any,
    ) -> None:
        if callable(initial_value):
            initial_value = initial_value()
        value = convert_to_tensor(initial_value, dtype)
        where = layout or getattr(value, "layout", None)
        if where is None:
            raise InvalidArgumentError(
                None, None, "Neither layout nor DTensor initial value are provided."
            )
        self.save_as_bf16 = False
        super().__init__(value, *args, **kwargs)
        handle = self.handle
        # ops and functions ask their arguments, of a variable the handle
        handle.__class__ = DTensor
        assert isinstance(handle, DTensor)
        handle.layout = where
        if isinstance(value, EagerTensor):
            placed(wrap(self.storage.value, self.dtype), where)  # refuses other ranks

    @property
    def layout(self) -> Layout:
        """How the value lies on the mesh; assignments do not change it."""
        handle = self.handle
        assert isinstance(handle, DTensor)
        return handle.layout

    def value(self) -> Tensor:
        """The value now, a DTensor."""
        found = super().value()
        if current_trace() is None and isinstance(found, EagerTensor):
            return placed(found, self.layout)
        return found

    def numpy(self) -> Any:
        """The value, if each device has all of it.

        Raises:
          UnimplementedError: if devices have parts.
        """
        found: Any = self.value()
        return found.numpy()

    @property
    def dtype_in_files(self) -> DType:
        """The dtype of the value in checkpoints."""
        is_smaller = self.save_as_bf16 and self.dtype is dtypes.float32
        return dtypes.bfloat16 if is_smaller else self.dtype

    def _serialize_to_tensors(self) -> dict[str, Any]:
        state = super()._serialize_to_tensors()
        return {name: cast(each, self.dtype_in_files) for name, each in state.items()}

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        super()._restore_from_tensors(
            {name: cast(each, self.dtype) for name, each in restored_tensors.items()}
        )

    def _become(self, dtype: Any, shape: Any, name: str) -> None:
        former = getattr(self, "handle", None)
        super()._become(dtype, shape, name)
        if isinstance(former, DTensor):  # a copy of the variable
            self.handle.__class__ = DTensor
            self.handle.layout = former.layout  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        kind = f"shape={self.shape} dtype={self.dtype.name}"
        text = f"<tf.Variable {self._label!r} {kind}"
        if current_trace() is not None:
            return f"{text}>"
        value = repr(self.value())
        return f"{text}, {value[value.index('value=') :]}"


attach(DVariable)
count_by_identity(DVariable)
__all__ = ["DVariable"]
