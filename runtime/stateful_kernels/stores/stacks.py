"""Stacks of tensors, and the kernels on them."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any

from graphir.attributes import Attr
from graphir.dtypes import DType, of_array
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.contract.ranks import integer_of
from graphir.ops.stores import stacks as ops
from runtime.stateful_kernels.attaching import kernel, kernel_factory


@handle_class("stack")
class StackStorage:
    """The tensors of one stack; thread-safe."""

    shape = (2,)
    """The shape of the handle."""

    def __init__(self, dtype: DType, name: str, most: int = -1) -> None:
        self.dtype = dtype
        self.name = name
        self.most = most
        self.is_closed = False
        self._values: list[Any] = []
        self._lock = Lock()

    def push(self, value: Any) -> None:
        """Puts a tensor on top.

        Raises:
          InvalidArgumentError: of another dtype, on a full stack, on a closed one.
        """
        dtype = of_array(value)
        if dtype is not self.dtype:
            raise InvalidArgumentError(
                f"Must have type {self.dtype.signature_name} but got "
                f"{dtype.signature_name}"
            )
        with self._lock:
            self._require_open()
            if 0 <= self.most <= len(self._values):
                raise InvalidArgumentError(
                    f"Stack[{self.name}] overflowed its max_size ({self.most})"
                )
            self._values.append(value)

    def pop(self) -> Any:
        """Takes the tensor on top.

        Raises:
          InvalidArgumentError: if the stack is empty or closed.
        """
        with self._lock:
            self._require_open()
            if not self._values:
                raise InvalidArgumentError(
                    f"Stack[{self.name}] is empty when calling Pop()."
                )
            return self._values.pop()

    def close(self) -> None:
        """Forgets everything; pushes and pops fail from now on."""
        with self._lock:
            self.is_closed = True
            self._values.clear()

    def _require_open(self) -> None:
        if self.is_closed:
            raise InvalidArgumentError(f"Stack[{self.name}] has already been closed.")


def _stack(attrs: Mapping[str, Attr], most: int) -> StackStorage:
    name = attrs["stack_name"].decode() or "stack"
    return StackStorage(attrs["elem_type"], name, most)


@kernel_factory(ops.StackV2)
def _new(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda max_size: _stack(attrs, integer_of(max_size, "Stack size"))


@kernel_factory(ops.Stack)
def _new_without_limit(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda: _stack(attrs, -1)


@kernel(ops.StackPushV2)
def _push(stack: StackStorage, elem: Any) -> Any:
    stack.push(elem)
    return elem


@kernel_factory(ops.StackPopV2)
def _pop(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["elem_type"]

    def pop(stack: StackStorage) -> Any:
        if stack.dtype is not dtype:
            raise InvalidArgumentError(
                f"Stack[{stack.name}] has tensors of {stack.dtype.name}, not "
                f"{dtype.name}."
            )
        return stack.pop()

    return pop


@kernel(ops.StackCloseV2)
def _close(stack: StackStorage) -> None:
    stack.close()
