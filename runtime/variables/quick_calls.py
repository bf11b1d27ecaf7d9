"""The fast path of traced functions: repeated calls without argument binding.

A call is recognised by a flat key: dtype and shape of each tensor, type and size of
each container with the keys of dicts, Python values by type and value, variables and
plain objects by identity, iterators by the spec of their elements. Calls with an equal
key run the same program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from graphir import dtypes
from runtime.stateful_kernels.equal_copies import changing_copies
from runtime.tensors.structure import flatten
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor, wrap

if TYPE_CHECKING:
    from runtime.functions.concrete_function import ConcreteFunction
    from runtime.signatures.binding import BoundArguments

QuickCall = Callable[[list[Any]], Any]
"""Takes the arrays of the tensors in the arguments, as they come; gives the result."""

RecordedCall = Callable[[Sequence[Any], Sequence[Any]], Any]
"""Takes the arguments and the tapes that record; gives the result."""

LIMIT: Final = 256
"""Calls of one function that are remembered at a time."""

_BY_VALUE: Final = frozenset({int, str, bool, type(None)})


def read_call(args: Sequence[Any]) -> tuple[tuple[Any, ...], list[Any]] | None:
    """The key and the arrays of a call; None if the call needs full binding.

    >>> key, arrays = read_call([tf.constant(1), {"a": tf.constant([2.0])}])
    >>> [array.shape for array in arrays]
    [(), (1,)]
    """
    key: list[Any] = []
    arrays: list[Any] = []
    return (tuple(key), arrays) if _read(args, key, arrays) else None


def _read(values: Any, key: list[Any], arrays: list[Any]) -> bool:
    for value in values:
        kind = type(value)
        if kind is EagerTensor:
            array = value._array
            arrays.append(array)
            # resources are no arrays
            key += value.dtype.number, getattr(array, "shape", ())
        elif kind is dict:
            key += dict, len(value), *value
            if not _read(value.values(), key, arrays):
                return False
        elif kind is list or kind is tuple:
            key += kind, len(value)
            if not _read(value, key, arrays):
                return False
        elif kind in _BY_VALUE or (kind is float and value and value == value):
            # 0.0 equals -0.0, and NaN nothing
            key += kind, value
        elif kind in _READERS:
            spec, tensor = _READERS[kind](value)
            if type(tensor) is not EagerTensor:
                return False
            key += kind, spec
            arrays.append(tensor._array)
        elif _IDENTITY.get(kind) or _counts_by_identity(kind):
            key += kind, id(value)
        else:
            return False
    return True


_IDENTITY: Final[dict[type, bool]] = {}
"""Whether objects of a class count as themselves alone, as far as was asked."""

_OTHERWISE: Final = (
    "__tf_tracing_type__",
    "__tf_tensor__",
    "__tf_components__",
    "__array__",
    "__attrs_attrs__",
    "__dataclass_fields__",
    "__iter__",
)
"""Attributes of objects that are not compared by identity alone."""


def _counts_by_identity(kind: Any) -> bool:
    """Whether traces depend on which object of the class is passed, not on its value.

    An object that dies takes its traces, and the calls remembered, along: its number
    may then be another's.
    """
    found = _IDENTITY.get(kind)
    if found is None:
        found = _IDENTITY[kind] = bool(
            kind.__hash__ is object.__hash__
            and kind.__eq__ is object.__eq__
            and kind.__weakrefoffset__ != 0
            and not any(hasattr(kind, name) for name in _OTHERWISE)
        )
    return found


def count_by_identity(kind: type) -> None:
    """Makes objects of a class count by identity in keys, through weak references."""
    _IDENTITY[kind] = True


_READERS: Final[dict[type, Callable[[Any], tuple[str, Any]]]] = {}
"""By the class of an object with one tensor inside: its spec as a text, and that."""


def count_by_spec(kind: type, read: Callable[[Any], tuple[str, Any]]) -> None:
    """Makes objects of a class count by their spec, with one tensor inside.

    ``read`` gives the spec as a text, as ``component_names`` does, and the tensor.
    """
    _READERS[kind] = read


def _tensors(values: Any, found: list[Any]) -> list[Any]:
    """The tensors in the arguments, as ``read_call`` meets them."""
    for value in values:
        kind = type(value)
        if kind is EagerTensor:
            found.append(value)
        elif kind is dict:
            _tensors(value.values(), found)
        elif kind is list or kind is tuple:
            _tensors(value, found)
        elif kind in _READERS:
            found.append(_READERS[kind](value)[1])
    return found


class _Place(int):
    """Where a tensor stands among the tensors of a call."""


def _numbered(value: Any, count: list[int]) -> Any:
    """The value with the place of each tensor, as ``read_call`` meets it."""
    if type(value) is EagerTensor or type(value) in _READERS:
        count[0] += 1
        return _Place(count[0] - 1)
    if type(value) is dict:
        return {key: _numbered(each, count) for key, each in value.items()}
    if type(value) is list or type(value) is tuple:
        return type(value)([_numbered(each, count) for each in value])
    return value


def has_only_text_keys(value: Any) -> bool:
    """Whether every dict inside has strings as keys: 1 and True are equal keys."""
    if type(value) is dict:
        return all(type(key) is str for key in value) and all(
            map(has_only_text_keys, value.values())
        )
    if type(value) is list or type(value) is tuple:
        return all(map(has_only_text_keys, value))
    return True


def quick_call(
    args: Sequence[Any], bound: BoundArguments, concrete: ConcreteFunction
) -> tuple[QuickCall, RecordedCall] | None:
    """Fast paths for later calls with the same key: without and with tapes.

    None if the arguments alone do not decide it.
    """
    defaults = bound.values[len(args) :]
    if not all(type(each) in _BY_VALUE or type(each) is float for each in defaults):
        return None
    if not has_only_text_keys(list(args)):
        return None
    found = _inputs_of(args, bound)
    if found is None:
        return None
    order, handles = found
    in_order = order == list(range(len(order)))
    select = None if in_order and not handles else itemgetter(*order, 0)
    arrays_behind = [each._array for each in handles]
    run, captured = concrete.program.run, concrete.captured_arrays
    if concrete.changes_copies:
        run = changing_copies(run)
    finish = result_maker(concrete)

    def call(arrays: list[Any]) -> Any:
        if select is not None:
            arrays = select(arrays + arrays_behind)[:-1]
        return finish(run(*arrays, *captured))

    def recorded(args: Sequence[Any], tapes: Sequence[Any]) -> Any:
        tensors = _tensors(args, [])
        if select is not None:
            tensors = list(select(tensors + handles)[:-1])
        return concrete.recorded_call(tensors, tapes)

    return call, recorded


def _inputs_of(
    args: Sequence[Any], bound: BoundArguments
) -> tuple[list[int], list[Any]] | None:
    """Where the inputs stand: among the arrays of a call, then those of variables.

    None if an input is neither, as a value that was converted to a tensor.
    """
    numbered = flatten(_numbered(list(args), [0]))
    places = iter([leaf for leaf in numbered if isinstance(leaf, _Place)])
    tensors = [leaf for leaf in flatten(list(args)) if type(leaf) is EagerTensor]
    remaining = iter(tensors)
    handles: list[Any] = []
    order: list[int] = []
    expected = next(remaining, None)
    for each in bound.tensors():
        if each is expected:
            order.append(next(places))
            expected = next(remaining, None)
        elif each.dtype is dtypes.resource:
            order.append(len(tensors) + len(handles))
            handles.append(each)
        else:
            return None
    return (order, handles) if expected is None else None


def result_maker(concrete: ConcreteFunction) -> Callable[[Sequence[Any]], Any]:
    """A function that nests arrays as the traced function's results."""
    dtypes = [value.dtype for value in concrete.trace.graph.outputs]
    results = concrete.result_tensors
    if isinstance(results, SymbolicTensor):
        only = dtypes[0]
        return lambda arrays: wrap(arrays[0], only)
    kind: Any = type(results)
    if kind in (tuple, list) and all(isinstance(r, SymbolicTensor) for r in results):
        return lambda arrays: kind(map(wrap, arrays, dtypes))
    return lambda arrays: concrete.packed(list(map(wrap, arrays, dtypes)))
