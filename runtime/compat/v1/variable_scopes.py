"""`variable_scope` and `get_variable`: variables by name, created once and shared."""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from graphir.shapes import Shape, as_shape
from runtime.compat.v1.graph_variables import (
    GraphKeys,
    add_to_collection,
    typed,
)
from runtime.compat.v1.variable_class import Variable
from runtime.context import name_scope
from runtime.namespaces.initializers import Zeros
from runtime.random.sampling import uniform
from runtime.tensors.likes import DTypeLike, ShapeLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import default_graph
from runtime.variables.variable_creation import makes_a_graph_by_hand


class _Reuse(Enum):
    """Whether `get_variable` makes a variable, finds one, or either."""

    AUTO_REUSE = 1


AUTO_REUSE: Final = _Reuse.AUTO_REUSE


@dataclass(frozen=True)
class VariableScope:
    """The name prefix and the defaults of variables created in a scope."""

    name: str = ""
    reuse: Any = False
    initializer: Any = None
    regularizer: Any = None
    dtype: Any = None
    constraint: Any = None
    caching_device: Any = None

    def set_caching_device(self, caching_device: Any) -> None:
        """Stores a caching device, which has no effect: there is one memory here."""
        object.__setattr__(self, "caching_device", caching_device)

    @property
    def original_name_scope(self) -> str:
        """The name scope of the scope's ops."""
        return f"{self.name}/" if self.name else ""


_CURRENT: Final[ContextVar[VariableScope]] = ContextVar(
    "variable_scope",
    default=VariableScope(),  # noqa: B039 - it never changes
)
_VARIABLES: Final[Any] = weakref.WeakKeyDictionary()
"""Graph -> the variables that it has by name."""
_COUNTS: Final[Any] = weakref.WeakKeyDictionary()
"""Graph -> how often a default name was given."""


def get_variable_scope() -> VariableScope:
    """The current scope.

    >>> with tf.compat.v1.variable_scope("layer"):
    ...     tf.compat.v1.get_variable_scope().name
    'layer'
    """
    return _CURRENT.get()


@contextmanager
def variable_scope(
    name_or_scope: Any,
    default_name: str | None = None,
    values: object = None,
    initializer: Any = None,
    regularizer: Any = None,
    caching_device: Any = None,
    partitioner: Any = None,
    custom_getter: Any = None,
    reuse: bool | None = None,
    dtype: DTypeLike | None = None,
    use_resource: bool | None = None,
    constraint: Any = None,
    auxiliary_name_scope: bool = True,
) -> Iterator[VariableScope]:
    """A context manager: a prefix and defaults for `get_variable` inside.

    ``reuse=True`` finds existing variables, ``tf.compat.v1.AUTO_REUSE`` also makes
    missing ones.

    >>> with tf.Graph().as_default():
    ...     with tf.compat.v1.variable_scope("layer"):
    ...         w = tf.compat.v1.get_variable("w", [2])
    ...     with tf.compat.v1.variable_scope("layer", reuse=True):
    ...         print(tf.compat.v1.get_variable("w") is w, w.name)
    True layer/w:0

    Raises:
      ValueError: without a name.
      NotImplementedError: for a partitioner or a custom getter.
    """
    if partitioner is not None or custom_getter is not None:
        raise NotImplementedError(
            "variable_scope takes no partitioner and no custom_getter here: variables "
            "are whole, and tf.variable_creator_scope changes how they are made."
        )
    outside = _CURRENT.get()
    if isinstance(name_or_scope, VariableScope):
        whole, label = name_or_scope, name_or_scope.name.rpartition("/")[2]
    else:
        label = name_or_scope or _numbered(outside, default_name)
        prefix = f"{outside.name}/{label}" if outside.name else label
        whole = replace(outside, name=prefix)
    given = {
        "initializer": initializer,
        "regularizer": regularizer,
        "dtype": dtype,
        "constraint": constraint,
        "reuse": reuse or outside.reuse or None,
    }
    known = {key: each for key, each in given.items() if each is not None}
    token = _CURRENT.set(replace(whole, **known))
    try:
        if auxiliary_name_scope and label:
            with name_scope(label):
                yield _CURRENT.get()
        else:
            yield _CURRENT.get()
    finally:
        _CURRENT.reset(token)


def _numbered(outside: VariableScope, default_name: str | None) -> str:
    """A default name that no scope has yet.

    Raises:
      ValueError: if there is none.
    """
    if default_name is None:
        raise ValueError("If default_name is None then name_or_scope is required")
    if not makes_a_graph_by_hand():
        return default_name
    counts = _COUNTS.setdefault(default_graph(), {})
    key = outside.name, default_name
    counts[key] = counts.get(key, -1) + 1
    return f"{default_name}_{counts[key]}" if counts[key] else default_name


def get_variable(
    name: str,
    shape: ShapeLike | None = None,
    dtype: DTypeLike | None = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool | None = None,
    collections: Sequence[str] | None = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Any = None,
    constraint: Callable[[Any], Any] | None = None,
    synchronization: Any = None,
    aggregation: Any = None,
) -> Any:
    """A variable by its name in the current scope: a new one, or a shared one.

    In graphs that are made by hand a name is that of one variable; eagerly every call
    makes a new one. Without an initializer floats are uniform after Glorot, others 0.

    >>> tf.compat.v1.get_variable("b", [2], initializer=tf.zeros_initializer()).shape
    TensorShape([2])

    Raises:
      ValueError: for a variable that exists and is not to be reused, one that does not
        and is, or another shape.
      NotImplementedError: for a partitioner or a custom getter.
    """
    if partitioner is not None or custom_getter is not None:
        raise NotImplementedError(
            "get_variable takes no partitioner and no custom_getter here."
        )
    scope = _CURRENT.get()
    full = f"{scope.name}/{name}" if scope.name else name
    by_hand = makes_a_graph_by_hand()
    held = _VARIABLES.setdefault(default_graph(), {}) if by_hand else {}
    found = held.get(full)
    if found is not None:
        return _shared(found, full, shape, scope)
    if scope.reuse is True and by_hand:
        raise ValueError(
            f"Variable {full} does not exist, or was not created with "
            "tf.get_variable(). Did you mean to set reuse=tf.AUTO_REUSE in VarScope?"
        )
    with name_scope(""):
        made = Variable(
            _initial_value(full, shape, dtype or scope.dtype, initializer, scope),
            trainable=trainable,
            collections=collections,
            name=full,
            constraint=constraint or scope.constraint,
        )
    held[full] = made
    penalty = regularizer or scope.regularizer
    if penalty is not None and by_hand:
        with name_scope(f"{full}/Regularizer/"):
            add_to_collection(GraphKeys.REGULARIZATION_LOSSES, penalty(made))
    return made


def _shared(found: Any, full: str, shape: Any, scope: VariableScope) -> Any:
    if not scope.reuse:
        raise ValueError(
            f"Variable {full} already exists, disallowed. Did you mean to set "
            "reuse=True or reuse=tf.AUTO_REUSE in VarScope?"
        )
    if shape is not None and not as_shape(shape).is_compatible_with(found.shape):
        raise ValueError(
            f"Trying to share variable {full}, but specified shape {Shape(shape)} and "
            f"found shape {found.shape}."
        )
    return found


def _initial_value(
    full: str, shape: Any, dtype: Any, initializer: Any, scope: VariableScope
) -> Any:
    chosen = initializer if initializer is not None else scope.initializer
    if isinstance(chosen, type):
        chosen = chosen()
    if chosen is not None and (isinstance(chosen, Tensor) or not callable(chosen)):
        return chosen
    wanted = typed(dtype)
    if shape is None:
        if initializer is not None:
            return chosen
        raise ValueError(
            f"Shape of a new variable ({full}) must be fully defined, but instead was "
            "<unknown>."
        )
    if chosen is None:
        chosen = _glorot_uniform if wanted.is_floating else Zeros()
    sizes = list(as_shape(shape))
    return lambda: chosen(sizes, dtype=wanted)


def _glorot_uniform(shape: Sequence[int], dtype: Any) -> Tensor:
    """Uniform numbers whose variance is that of Glorot for weights of this shape."""
    field = math.prod(shape[:-2])
    ends = (1, 1) if not shape else (shape[0], shape[0])
    inward, outward = shape[-2:] if len(shape) > 1 else ends
    limit = math.sqrt(6 / max(1, field * (inward + outward)))
    return uniform(shape, -limit, limit, dtype)


__all__ = [
    "AUTO_REUSE",
    "VariableScope",
    "get_variable",
    "get_variable_scope",
    "variable_scope",
]
