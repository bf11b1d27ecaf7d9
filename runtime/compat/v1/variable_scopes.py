"""`variable_scope` and `get_variable`: variables by name, created once and shared."""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from inspect import signature
from types import TracebackType
from typing import Any, Final

from graphir import dtypes
from graphir.shapes import Shape, as_shape
from runtime.compat.v1.graph_variables import (
    GraphKeys,
    add_to_collection,
    get_collection,
    graph_of_names,
    typed,
)
from runtime.compat.v1.partitions.partitioned_variables import made_in_parts
from runtime.compat.v1.partitions.partitioners import Partitioner
from runtime.compat.v1.variable_class import Variable
from runtime.context import name_scope
from runtime.namespaces.initializers import Zeros
from runtime.random.sampling import uniform
from runtime.tensors.likes import DTypeLike, ShapeLike
from runtime.tensors.tensor import Tensor
from runtime.variables.replicas import VariableAggregation, VariableSynchronization
from runtime.variables.variable_creation import makes_a_graph_by_hand


class _Reuse(Enum):
    """Whether `get_variable` makes a variable, finds one, or either."""

    AUTO_REUSE = 1


AUTO_REUSE: Final = _Reuse.AUTO_REUSE


Getter = Callable[..., Any]


@dataclass(eq=False)
class VariableScope:
    """The name prefix and the defaults of variables created in a scope."""

    reuse: Any = False
    name: str = ""
    initializer: Any = None
    regularizer: Any = None
    dtype: Any = dtypes.float32
    constraint: Any = None
    caching_device: Any = None
    custom_getter: Getter | None = None
    partitioner: Partitioner | None = None
    use_resource: bool | None = None

    def set_partitioner(self, partitioner: Partitioner | None) -> None:
        """Stores what divides variables that do not say how they are divided."""
        self.partitioner = partitioner

    def set_caching_device(self, caching_device: Any) -> None:
        """Stores a caching device, which has no effect: there is one memory here."""
        self.caching_device = caching_device

    def set_use_resource(self, use_resource: bool) -> None:
        """Stores whether variables are resources, which all are here."""
        self.use_resource = use_resource

    def set_custom_getter(self, custom_getter: Getter | None) -> None:
        """Stores the function that makes or finds the variables of the scope."""
        self.custom_getter = custom_getter

    def set_dtype(self, dtype: DTypeLike) -> None:
        """Stores the dtype of variables that do not say theirs."""
        self.dtype = dtype

    def set_initializer(self, initializer: object) -> None:
        """Stores the initializer of variables that do not say theirs."""
        self.initializer = initializer

    def set_regularizer(self, regularizer: Getter | None) -> None:
        """Stores the regularizer of variables that do not say theirs."""
        self.regularizer = regularizer

    def reuse_variables(self) -> None:
        """Lets variables be found from now on, and none be made."""
        self.reuse = True

    def global_variables(self) -> list[Any]:
        """The variables of the graph whose names begin with the scope's."""
        return self._collected(GraphKeys.GLOBAL_VARIABLES)

    def trainable_variables(self) -> list[Any]:
        """The trainable ones among them."""
        return self._collected(GraphKeys.TRAINABLE_VARIABLES)

    def local_variables(self) -> list[Any]:
        """The local variables of the graph whose names begin with the scope's."""
        return self._collected(GraphKeys.LOCAL_VARIABLES)

    def get_collection(self, name: str) -> list[Any]:
        """What a collection of the graph has under the scope's name."""
        return self._collected(name)

    def _collected(self, key: str) -> list[Any]:
        return get_collection(key, f"{self.name}/" if self.name else None)

    @property
    def original_name_scope(self) -> str:
        """The name scope of the scope's ops."""
        return f"{self.name}/" if self.name else ""


_CURRENT: Final[ContextVar[VariableScope | None]] = ContextVar(
    "variable_scope", default=None
)
_OUTERMOST: Final[Any] = weakref.WeakKeyDictionary()
"""Graph -> the scope outside of all others."""
_EAGER: Final[ContextVar[dict[str, Any] | None]] = ContextVar(
    "eager_variables", default=None
)
"""Variables by name while no graph is made, if somebody shares them."""
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
    current = _CURRENT.get()
    if current is not None:
        return current
    graph = graph_of_names()
    if graph is None:
        return VariableScope()
    found: VariableScope = _OUTERMOST.setdefault(graph, VariableScope())
    return found


def variable_store() -> dict[str, Any]:
    """The variables that `get_variable` finds in the graph in progress, by name."""
    graph = graph_of_names()
    if graph is None:
        return _EAGER.get() or {}
    found: dict[str, Any] = _VARIABLES.setdefault(graph, {})
    return found


@contextmanager
def sharing_variables(held: dict[str, Any]) -> Iterator[None]:
    """While no graph is made, `get_variable` finds variables here, and keeps them."""
    token = _EAGER.set(held)
    try:
        yield
    finally:
        _EAGER.reset(token)


class variable_scope:
    """A context manager: a prefix and defaults for `get_variable` inside.

    ``reuse=True`` finds existing variables, ``tf.compat.v1.AUTO_REUSE`` also makes
    missing ones.

    >>> with tf.Graph().as_default():
    ...     with tf.compat.v1.variable_scope("layer"):
    ...         w = tf.compat.v1.get_variable("w", [2])
    ...     with tf.compat.v1.variable_scope("layer", reuse=True):
    ...         print(tf.compat.v1.get_variable("w") is w, w.name)
    True layer/w:0

    It may be entered again.

    Raises:
      ValueError: without a name.
    """

    def __init__(
        self,
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
    ) -> None:
        self._names = name_or_scope, default_name
        self._has_name_scope = auxiliary_name_scope
        self._custom_getter, self._reuse = custom_getter, reuse
        self._given = {
            "initializer": initializer,
            "regularizer": regularizer,
            "dtype": dtype,
            "constraint": constraint,
            "partitioner": partitioner,
            "use_resource": use_resource,
            "caching_device": caching_device,
        }
        self._entered: list[AbstractContextManager[VariableScope]] = []

    def __enter__(self) -> VariableScope:
        within = self._within()
        scope = within.__enter__()
        self._entered.append(within)
        return scope

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._entered.pop().__exit__(kind, error, traceback)

    @contextmanager
    def _within(self) -> Iterator[VariableScope]:
        outside = get_variable_scope()
        whole, label = self._scope_in(outside)
        getter = self._custom_getter
        given = {
            **self._given,
            "reuse": self._reuse or outside.reuse or None,
            "custom_getter": _nested(getter, whole.custom_getter) if getter else None,
        }
        known = {key: each for key, each in given.items() if each is not None}
        token = _CURRENT.set(replace(whole, **known))
        labelled = self._has_name_scope and label
        try:
            with name_scope(label) if labelled else nullcontext():
                yield get_variable_scope()
        finally:
            _CURRENT.reset(token)

    def _scope_in(self, outside: VariableScope) -> tuple[VariableScope, str]:
        """The scope before arguments change it, and the last part of its name."""
        named, default_name = self._names
        if isinstance(named, VariableScope):
            return named, named.name.rpartition("/")[2]
        label = named or _numbered(outside, default_name)
        prefix = f"{outside.name}/{label}" if outside.name else label
        return replace(outside, name=prefix), label


def _nested(getter: Getter, outer: Getter | None) -> Getter:
    """A custom getter whose getter is the one of the scope around it."""
    if outer is None:
        return getter

    def nested(true_getter: Getter, *args: Any, **kwargs: Any) -> Any:
        return getter(partial(outer, true_getter), *args, **kwargs)

    return nested


def _numbered(outside: VariableScope, default_name: str | None) -> str:
    """A default name that no scope has yet.

    Raises:
      ValueError: if there is none.
    """
    if default_name is None:
        raise ValueError("If default_name is None then name_or_scope is required")
    graph = graph_of_names()
    if graph is None:
        return default_name
    counts = _COUNTS.setdefault(graph, {})
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
    custom_getter: Getter | None = None,
    constraint: Callable[[Any], Any] | None = None,
    synchronization: Any = VariableSynchronization.AUTO,
    aggregation: Any = VariableAggregation.NONE,
) -> Any:
    """A variable by its name in the current scope: a new one, or a shared one.

    In graphs that are made by hand, and in functions under `wrap_function`, a name is
    that of one variable; eagerly every call makes a new one. Without an initializer
    floats are uniform after Glorot, others 0.
    With a ``partitioner`` it consists of parts along one axis.

    A ``custom_getter``, of the call or of the scope, is called in place of it, with
    the function that makes or finds the variable, the whole name, and the arguments.

    >>> tf.compat.v1.get_variable("b", [2], initializer=tf.zeros_initializer()).shape
    TensorShape([2])
    >>> def doubled(getter, *args, **kwargs):
    ...     return getter(*args, **kwargs) * 2
    >>> ones = tf.ones_initializer()
    >>> tf.compat.v1.get_variable("c", [1], None, ones, custom_getter=doubled).numpy()
    array([2.], dtype=float32)

    Raises:
      ValueError: for a variable that exists and is not to be reused, one that does not
        and is, another shape, or a custom getter that cannot be called.
    """
    scope = get_variable_scope()
    full = f"{scope.name}/{name}" if scope.name else name
    chosen = custom_getter or scope.custom_getter
    if chosen is not None and not callable(chosen):
        raise ValueError(f"Passed a custom_getter which is not callable: {chosen}")
    arguments = {
        "shape": shape,
        "dtype": typed(dtype or scope.dtype),
        "initializer": scope.initializer if initializer is None else initializer,
        "regularizer": regularizer or scope.regularizer,
        "reuse": False if graph_of_names() is None else scope.reuse,
        "trainable": trainable,
        "collections": collections,
        "caching_device": caching_device or scope.caching_device,
        "partitioner": partitioner or scope.partitioner,
        "validate_shape": validate_shape,
        "use_resource": use_resource if makes_a_graph_by_hand() else True,
        "synchronization": synchronization,
        "aggregation": aggregation,
    }
    limit = constraint or scope.constraint
    if chosen is None:
        return _made_or_found(full, **arguments, constraint=limit)
    if _takes_constraint(chosen):
        arguments["constraint"] = limit
    with name_scope(""):
        return chosen(_made_or_found, name=full, **arguments)


def _takes_constraint(getter: Getter) -> bool:
    """Whether a custom getter, which may be of an earlier time, has the argument."""
    parameters = signature(getter).parameters.values()
    return any(
        each.name == "constraint" or each.kind is each.VAR_KEYWORD
        for each in parameters
    )


def _made_or_found(
    name: str,
    shape: Any = None,
    dtype: Any = dtypes.float32,
    initializer: Any = None,
    regularizer: Any = None,
    reuse: Any = None,
    trainable: bool | None = None,
    collections: Sequence[str] | None = None,
    caching_device: Any = None,
    partitioner: Any = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    constraint: Any = None,
    synchronization: Any = None,
    aggregation: Any = None,
) -> Any:
    """The variable of a whole name; custom getters are given this function."""
    if partitioner is not None:
        shared = (regularizer, reuse, trainable, collections, caching_device)

        def part(label: str, sizes: list[int], first: Any) -> Any:
            given = (f"{name}/{label}", sizes, dtype, first, *shared)
            return _made_or_found(*given, constraint=constraint)

        return made_in_parts(name, shape, dtype, initializer, partitioner, part)
    graph = graph_of_names()
    by_hand = graph is not None
    held = _VARIABLES.setdefault(graph, {}) if by_hand else _EAGER.get()
    if held is None:
        held = {}
    elif not by_hand:
        reuse = AUTO_REUSE
    found = held.get(name)
    if found is not None:
        return _shared(found, name, shape, reuse)
    if reuse is True and by_hand:
        raise ValueError(
            f"Variable {name} does not exist, or was not created with "
            "tf.get_variable(). Did you mean to set reuse=tf.AUTO_REUSE in VarScope?"
        )
    is_for_sessions = graph is not None and makes_a_graph_by_hand()
    around = graph.as_default() if is_for_sessions else nullcontext()
    with around, name_scope(""):
        made = Variable(
            _initial_value(name, shape, dtype, initializer),
            trainable=trainable,
            collections=collections,
            name=name,
            constraint=constraint,
        )
    held[name] = made
    if regularizer is not None and by_hand:
        with name_scope(f"{name}/Regularizer/"):
            add_to_collection(GraphKeys.REGULARIZATION_LOSSES, regularizer(made))
    return made


def _shared(found: Any, full: str, shape: Any, reuse: Any) -> Any:
    if not reuse:
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


def _initial_value(full: str, shape: Any, dtype: Any, initializer: Any) -> Any:
    chosen = initializer
    if isinstance(chosen, type):
        chosen = chosen()
    if chosen is not None and (isinstance(chosen, Tensor) or not callable(chosen)):
        return chosen
    wanted = typed(dtype)
    if shape is None:
        if chosen is not None:
            return chosen
        raise ValueError(
            f"Variable {full} did not get an initializer, so its `shape` argument must "
            "be specified."
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
    "sharing_variables",
    "variable_scope",
    "variable_store",
]
