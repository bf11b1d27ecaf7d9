"""Values of variables as JAX sees them: arrays, and pytrees of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import ref

import jax
import jax.numpy as jnp
import numpy as np
from jax.tree_util import tree_flatten, tree_unflatten

from autograph.errors import StagingError
from autograph.operators.variables import Undefined, UndefinedReturnValue

__all__ = [
    "Held",
    "Kind",
    "as_condition",
    "cast",
    "hold",
    "is_array",
    "is_number",
    "is_same",
    "kind_of",
    "negated",
    "note_negation",
    "release",
]

_NUMBERS = (bool, int, float, complex)
_ARRAYS = (jax.core.Tracer, jax.Array, np.ndarray, np.generic)


def is_number(value: Any) -> bool:
    """Whether it is a number of Python's, which has no dtype yet."""
    return type(value) in _NUMBERS


def is_array(value: Any) -> bool:
    """Whether JAX can compute with it."""
    return is_number(value) or isinstance(value, _ARRAYS)


def is_same(first: Any, second: Any) -> bool:
    """Whether the two are one object, or equal numbers of one type."""
    if first is second:
        return True
    is_one_type = type(first) is type(second) and is_number(first)
    return is_one_type and repr(first) == repr(second)


class PartialVariable(Undefined):
    """A variable that has a value on some paths only: where `flag` holds."""

    __slots__ = ("flag", "value")
    flag: Any
    value: Any


class PartialReturn(UndefinedReturnValue):
    """The result of a function that has returned on some paths only."""

    __slots__ = ("flag", "value")
    flag: Any
    value: Any

    def at_end(self) -> Any:
        """Raises an error: JAX cannot return None on one path, an array on another."""
        raise StagingError(
            "the function returns a value on some paths, and on others it comes to its "
            "end: JAX needs one result, so add a `return` there"
        )


@dataclass(frozen=True)
class Held:
    """The value of one variable, flattened."""

    name: str
    tree: Any
    """How the leaves are nested; None if there is no value on any path."""
    leaves: tuple[Any, ...] = ()
    flag: Any = True
    """Whether there is a value: True, False, or an array that says so."""
    is_result: bool = False
    """Whether it is the result of the function, and no variable of the user's."""
    reason: str = ""
    """Why there is no value."""


def hold(name: str, value: Any) -> Held:
    """The value of the variable `name`, flattened; see `release`."""
    is_result = isinstance(value, UndefinedReturnValue)
    if isinstance(value, (PartialVariable, PartialReturn)):
        leaves, tree = tree_flatten(value.value)
        return Held(name, tree, tuple(leaves), value.flag, is_result)
    if isinstance(value, (Undefined, UndefinedReturnValue)):
        reason = "" if is_result else value.reason  # type: ignore[union-attr]
        return Held(name, None, (), False, is_result, reason)
    leaves, tree = tree_flatten(value)
    return Held(name, tree, tuple(leaves))


def release(held: Held) -> Any:
    """The value that `hold` flattened."""
    if held.tree is None or held.flag is False:
        if held.is_result:
            return UndefinedReturnValue()
        return Undefined(held.name, held.reason)
    value = tree_unflatten(held.tree, held.leaves)
    if held.flag is True:
        return value
    if held.is_result:
        result = PartialReturn()
        result.value, result.flag = value, held.flag
        return result
    partial = PartialVariable(held.name, held.reason or _ON_SOME_PATHS)
    partial.value, partial.flag = value, held.flag
    return partial


_ON_SOME_PATHS = (
    "it has a value on some paths only, and which one is taken is known when the "
    "program runs; give it a value before"
)


@dataclass(frozen=True)
class Kind:
    """The type of an array."""

    shape: tuple[int, ...]
    dtype: Any
    is_weak: bool
    """Whether the dtype is that of a Python number and yields to any other."""

    def __str__(self) -> str:
        return f"{self.dtype}{list(self.shape)}"

    @property
    def as_input(self) -> Any:
        """The abstract value for an array of this kind while a function is recorded."""
        if self.is_weak and not self.shape:
            return self.dtype.type(0).item()
        return jax.ShapeDtypeStruct(self.shape, self.dtype)


def kind_of(value: Any) -> Kind:
    """The shape, dtype and weak type that JAX assigns to an array or a number."""
    dtype = jnp.result_type(value)
    is_weak = is_number(value) or bool(getattr(value, "weak_type", False))
    return Kind(tuple(jnp.shape(value)), dtype, is_weak)


def cast(value: Any, kind: Kind) -> Any:
    """`value` with that dtype; a number is spread to that shape."""
    if kind.is_weak:
        return value
    array = jax.lax.convert_element_type(jnp.asarray(value), kind.dtype)
    return array if array.shape == kind.shape else jnp.broadcast_to(array, kind.shape)


def as_condition(value: Any, what: str) -> Any:
    """The truth of `value`, as Python has it: a boolean of no dimensions.

    Raises:
        StagingError: `value` has more than one element.
    """
    array = jnp.asarray(value)
    if array.size != 1:
        raise StagingError(
            f"the condition of {what} has shape {array.shape}; use .any() or .all()"
        )
    if array.ndim:
        array = array.reshape(())
    elif array.dtype == bool:
        return value
    return array if array.dtype == bool else array != 0


_negations: dict[int, tuple[ref[Any], Any]] = {}


def note_negation(result: Any, of: Any) -> None:
    """Remember that `result` is `not of`."""
    key = id(result)
    _negations[key] = (ref(result, lambda _: _negations.pop(key, None)), of)


def negated(value: Any) -> Any:
    """The value whose negation `value` is, if that is known."""
    found = _negations.get(id(value))
    return None if found is None or found[0]() is not value else found[1]
