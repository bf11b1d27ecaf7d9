"""Variables: the storage behind resource handles, and the kernels on it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import local
from typing import Any, Final, NoReturn

import numpy as np

from graphir.attributes import Attr
from graphir.compute.forks import forkable_lock
from graphir.compute.sole_references import SOLE, references
from graphir.dtypes import DType
from graphir.errors import FailedPreconditionError, InvalidArgumentError
from graphir.ops.contract.declaration import Kernel, Op
from graphir.ops.contract.handles import handle_class
from graphir.ops.contract.ranks import integer_of
from graphir.ops.references import variables as by_reference
from graphir.ops.state import state
from graphir.shapes import UNKNOWN, Shape
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.equal_copies import Copies, changes_here
from runtime.tensors.quiet import run_quietly


@handle_class("variable")
class VariableStorage:
    """The value of one variable; assignments replace the array.

    A tensor that was read from the variable therefore keeps its value.
    """

    __slots__ = (
        "__weakref__",
        "copies",
        "dtype",
        "lock",
        "name",
        "value",
        "variable_shape",
    )

    shape = ()
    """A resource is a scalar."""

    perform: Any = None
    """Where the value is another process's: runs an op there, by its class,
    attributes and arrays."""

    def __init__(
        self, dtype: DType, variable_shape: Shape = UNKNOWN, name: str = "Variable"
    ) -> None:
        self.dtype = dtype
        self.variable_shape = variable_shape
        self.name = name
        self.value: Any = None
        """The array, or None before the first assignment."""
        self.copies: Copies | None = None
        """Which other storages are to have the same value, if any."""
        self.lock = forkable_lock()

    def read(self) -> Any:
        """The value now.

        Raises:
          FailedPreconditionError: if the variable is not initialized.
        """
        value = self.value
        if value is None:
            with self.lock:  # while it is changed in place, nobody reads it
                value = self._present()
        return value

    def has_value(self) -> bool:
        """Whether a value was assigned."""
        with self.lock:  # while it is changed in place, there is none for a moment
            return self.value is not None

    def remove(self) -> None:
        """Takes the value away, as before the first assignment."""
        self.value = None

    def _present(self) -> Any:
        if self.value is None:
            raise FailedPreconditionError(
                f"Could not find variable {self.name}. This could mean that the "
                "variable has been deleted, or that it was not initialized: assign to "
                "it first."
            )
        return self.value

    def assign(self, value: Any) -> None:
        """Replaces the value.

        Raises:
          InvalidArgumentError: if the shape is not one the variable may have.
        """
        old = self.value
        # a value like the one before needs no look at the shape of the variable
        is_alike = old is not None and old.shape == getattr(value, "shape", None)
        if not (is_alike or self._may_be(value)):
            raise InvalidArgumentError(
                f"Cannot assign value to variable {self.name!r}: its shape is "
                f"{self.variable_shape}, the value's {Shape(np.shape(value))}."
            )
        self._replace(_in_rows(value))

    def _replace(self, value: Any) -> None:
        changes = None if self.copies is None else changes_here()
        if changes is None:
            self.value = value
        else:
            changes.replace(self, value)

    def _may_be(self, value: Any) -> bool:
        return self.variable_shape.is_compatible_with(Shape(np.shape(value)))

    def update(self, function: Any, value: Any) -> None:
        """Replaces the value by ``function(old, value)``, NumPy's sum or difference.

        A large array without other references is changed in place, so that a training
        step does not allocate a second array; in a replica, a copy is kept until all
        copies have changed.

        Raises:
          InvalidArgumentError: if the shapes differ.
        """
        with self.lock:
            old = self.value
            if old is None or old.shape != value.shape:
                self._refuse_update(value)
            if old.nbytes < IN_PLACE_BYTES:
                # on NumPy scalars an operator costs a fifth of the ufunc
                self._replace(_OPERATORS[function](old, value))
                return
            if self.copies is not None and changes_here() is not None:
                self._replace(function(old, value))
                return
            self.value = None
            try:
                alone = references(old) <= SOLE and _is_own(old)
                self.value = function(old, value, out=old if alone else None)
            except BaseException:
                self.value = old
                raise

    def _refuse_update(self, value: Any) -> NoReturn:
        raise InvalidArgumentError(
            f"Cannot update variable with shape {_brackets(self._present())} using a "
            f"Tensor with shape {_brackets(value)}, shapes must be equal."
        )

    def change(self, function: Callable[[Any], Any]) -> None:
        """Replaces the value by ``function(old)``."""
        with self.lock:
            self._replace(_in_rows(function(self._present())))

    def __repr__(self) -> str:
        return f"<variable {self.name!r}: {self.dtype.name}{self.variable_shape}>"


_OPERATORS: Final = {np.add: operator.add, np.subtract: operator.sub}
IN_PLACE_BYTES: Final = 1 << 16
"""Smaller arrays are cheaper to make anew than to look at."""


def _is_own(array: Any) -> bool:
    """Whether the memory belongs to this very array, which may be written to."""
    flags = array.flags
    return type(array) is np.ndarray and bool(flags.owndata and flags.writeable)


def _brackets(value: Any) -> str:
    return f"[{','.join(map(str, np.shape(value)))}]"


def kernel_at_storage(op: type[Op]) -> Callable[[Any], Any]:
    """Decorates the factory of a kernel that runs in the process with the value.

    The first argument of its kernels is a variable.
    """

    def attach(factory: Callable[[Mapping[str, Attr]], Kernel]) -> Any:
        def bind(attrs: Mapping[str, Attr]) -> Kernel:
            compute = factory(attrs)

            def run(resource: VariableStorage, *others: Any) -> Any:
                if resource.perform is None:
                    return compute(resource, *others)
                return resource.perform(op, attrs, (resource, *others))

            return run

        kernel_factory(op)(bind)
        return factory

    return attach


class ResourceScope:
    """Resources by container and name, owned by a session."""

    def __init__(self) -> None:
        self._found: dict[tuple[bytes, bytes, type], Any] = {}
        self._lock = forkable_lock(is_long=True)

    def find_or_make(self, container: bytes, name: bytes, kind: type, make: Any) -> Any:
        """The resource of a name and class, created if missing."""
        key = container, name, kind
        with self._lock:
            if key not in self._found:
                self._found[key] = make()
            return self._found[key]


class _Current(local):
    """State of this thread, independent of the context that its code runs in."""

    scope: ResourceScope = ResourceScope()
    """Where resources are looked up by name; a session has one of its own."""


_CURRENT: Final = _Current()


def current_resources() -> ResourceScope:
    """The container that resolves resources by name on this thread."""
    return _CURRENT.scope


@contextmanager
def resource_scope(scope: ResourceScope | None = None) -> Iterator[None]:
    """A context manager that sets the resource scope of this thread."""
    outer, _CURRENT.scope = _CURRENT.scope, scope or ResourceScope()
    try:
        yield
    finally:
        _CURRENT.scope = outer


@kernel_factory(by_reference.Variable)
@kernel_factory(by_reference.VariableV2)
@kernel_factory(state.VarHandleOp)
def _handle(attrs: Mapping[str, Attr]) -> Kernel:
    dtype, shape = attrs["dtype"], attrs["shape"]
    container, name = attrs.get("container", b""), attrs.get("shared_name", b"")

    def make() -> VariableStorage:
        return VariableStorage(dtype, shape, name.decode() or "Variable")

    def find() -> VariableStorage:
        if not name:
            return make()
        found: VariableStorage = _CURRENT.scope.find_or_make(
            container, name, VariableStorage, make
        )
        return found

    return find


@kernel(state.ReadVariableOp)
def _read(resource: VariableStorage) -> Any:
    # `read` written out: variables are read in every step of training
    value = resource.value
    return resource.read() if value is None else value


@kernel_factory(by_reference.TemporaryVariable)
def _temporary(attrs: Mapping[str, Attr]) -> Kernel:
    dtype, shape = attrs["dtype"], attrs["shape"]
    name = attrs["var_name"].decode() or "TemporaryVariable"

    def make() -> VariableStorage:
        made = VariableStorage(dtype, shape, name)
        zero: Any = b"" if dtype.name == "string" else 0
        made.value = np.full(shape.as_ints(), zero, dtype.numpy_dtype)
        return made

    return make


@kernel(by_reference.DestroyTemporaryVariable)
def _destroy_temporary(reference: VariableStorage) -> Any:
    value, reference.value = reference.read(), None
    return value


@kernel(by_reference._ReadReference)
def _read_reference(reference: VariableStorage) -> Any:
    value = reference.value
    if value is None:
        raise FailedPreconditionError(
            f"Attempting to use uninitialized value {reference.name}"
        )
    return value


@kernel(by_reference.RefIdentity)
def _same_reference(reference: Any) -> Any:
    return reference


@kernel(by_reference.RefSelect)
def _selected_reference(index: Any, *references: Any) -> Any:
    place = integer_of(index, "index")
    if not 0 <= place < len(references):
        raise InvalidArgumentError(
            f"Index must be in the range [0, {len(references)}) but got {place}"
        )
    return references[place]


def _in_rows(value: Any) -> Any:
    """The value with its rows one after the other in memory, copied if they are not.

    A variable is read more often than it is written: a product with a transposed view
    takes up to four times as long, and a view would keep the whole array it is of.
    """
    if type(value) is np.ndarray and not value.flags.c_contiguous:
        return value.copy()
    return value


@kernel(state.AssignVariableOp)
def _assign(resource: VariableStorage, value: Any) -> None:
    resource.assign(value)


@kernel_factory(by_reference.Assign)
def _assign_reference(attrs: Mapping[str, Attr]) -> Kernel:
    if attrs["validate_shape"]:
        return _assign

    def assign(reference: VariableStorage, value: Any) -> None:
        reference.variable_shape = Shape(np.shape(value))
        reference.assign(value)

    return assign


@kernel(state.AssignAddVariableOp)
def _assign_add(resource: VariableStorage, value: Any) -> None:
    run_quietly(resource.update, np.add, value)


@kernel(state.AssignSubVariableOp)
def _assign_sub(resource: VariableStorage, value: Any) -> None:
    run_quietly(resource.update, np.subtract, value)


@kernel(state.VarIsInitializedOp)
def _is_initialized(resource: Any) -> Any:
    if not isinstance(resource, VariableStorage):
        return np.bool_(False)
    return np.bool_(resource.has_value())


@kernel_at_storage(state.VariableShape)
def _shape(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["out_type"].numpy_dtype

    def shape(resource: VariableStorage) -> Any:
        return np.array(np.shape(resource.read()), dtype)

    return shape


@kernel(state.DestroyResourceOp)
def _destroy(resource: Any) -> None:
    # other resources live as long as their handles
    if isinstance(resource, VariableStorage):
        resource.remove()


@kernel(state.DisableCopyOnRead)
def _disable_copy(resource: VariableStorage) -> None:
    return None
