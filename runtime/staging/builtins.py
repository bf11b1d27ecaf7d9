"""Python's built-in functions on tensors, while a graph is traced."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from graphir import dtypes
from graphir.attachments import Attached
from runtime.apply import apply_op
from runtime.staging.effects import note_change
from runtime.staging.filters import staged_filter
from runtime.staging.lists import StagedList
from runtime.staging.loops import collected
from runtime.staging.ordering import first_by_key, sorted_by_key
from runtime.staging.printing import print as staged_print
from runtime.staging.row_methods import count_of, index_of
from runtime.staging.sequences import (
    StagedSequence,
    as_sequence,
    length_of,
    staged_enumerate,
    staged_iter,
    staged_map,
    staged_reversed,
    staged_zip,
)
from runtime.staging.truth import as_truth
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor

_RANGE: Attached[Tensor] = Attached("tf.range")


def _range(*bounds: Any) -> Any:
    """A range of tensors; like Python's, it may be empty, which tf.range refuses."""
    if len(bounds) == 1:
        return _RANGE(apply_op("Maximum", [bounds[0], 0]))
    if len(bounds) == 2:
        return _RANGE(bounds[0], apply_op("Maximum", list(bounds)))
    return _RANGE(*bounds)


def _length(tensor: Any) -> Any:
    if isinstance(tensor, StagedSequence):
        return tensor.length
    if isinstance(tensor, StagedList):
        return tensor.length()
    if tensor.shape.rank == 0:
        raise ValueError(
            f"len requires a non-scalar tensor, got one of shape {tensor.shape}."
        )
    size = tensor.shape[0]
    if size is not None:
        return size
    return apply_op("Shape", [tensor], {"out_type": dtypes.int32})[0]


def _to_int(value: Any = 0, base: Any = None) -> Any:
    if base not in (None, 10):
        raise NotImplementedError(
            f"base {base} not supported for int of a tensor: no op reads it."
        )
    return _cast(value, dtypes.int32)


def _to_float(value: Any = 0.0) -> Any:
    return _cast(value, dtypes.float32)


def _cast(value: Any, dtype: Any) -> Any:
    if value.dtype is dtypes.string:
        attrs = {"out_type": dtype}
        return apply_op("StringToNumber", [value], attrs)
    if value.dtype is dtype:
        return value
    return apply_op("Cast", [value], {"DstT": dtype, "Truncate": False})


def _extremum(op: str, reduction: str, position: str) -> Callable[..., Any]:
    def extremum(*args: Any, **kwargs: Any) -> Any:
        if len(args) == 1 and kwargs.keys() == {"key"} and kwargs["key"] is not None:
            return first_by_key(position, _stacked(args[0]), kwargs["key"])
        if kwargs:
            return NotImplemented
        if len(args) > 1:
            result = args[0]
            for each in args[1:]:
                result = apply_op(op, [result, each])
            return result
        values = _stacked(args[0])
        if not isinstance(values, Tensor):
            return extremum(*values)
        length_of(values)
        return apply_op(reduction, [values, 0], {"keep_dims": False})

    return extremum


def _stacked(values: Any) -> Any:
    """Items as one tensor, where only the graph knows how many there are."""
    if isinstance(values, StagedSequence):
        if not isinstance(values.length, Tensor):
            return list(values)
        values = collected(values, "the items")
    return convert_to_tensor(values) if isinstance(values, StagedList) else values


def _sum(values: Any, start: Any = 0) -> Any:
    values = _stacked(values)
    if not isinstance(values, Tensor):
        return NotImplemented
    total = apply_op("Sum", [values, 0], {"keep_dims": False})
    return total if type(start) is int and start == 0 else total + start


def _print(
    *values: Any,
    sep: str | None = " ",
    end: str | None = "\n",
    file: Any = None,
    flush: Any = False,
) -> None:
    """Python's `print`, when the graph runs; to the `sys.stdout` of that moment.

    Raises:
      ValueError: for a file that is not one of the process's streams: the graph has no
        way to write to it.
    """
    if file is not None and file not in (sys.stdout, sys.stderr):
        raise ValueError(
            f"print(file={file!r}) of a tensor is recorded, and a graph writes to "
            'sys.stdout and sys.stderr only: use tf.print with "file://PATH".'
        )
    staged_print(
        *values,
        sep=" " if sep is None else sep,
        end="\n" if end is None else end,
        output_stream=sys.stdout if file is None else file,
        summarize=-1,
    )


_print.__name__ = _print.__qualname__ = "print"  # what errors of arguments say


def _reduction(op: str) -> Callable[..., Any]:
    def reduce(values: Any) -> Any:
        values = _stacked(values)
        if not isinstance(values, Tensor):
            values = convert_to_tensor(list(values))
        truth = as_truth(values, "boolean expression")
        return apply_op(op, [truth, 0], {"keep_dims": False})

    return reduce


def _divmod(a: Any, b: Any) -> Any:
    return a // b, a % b


def _power(base: Any, exponent: Any, modulus: Any = None) -> Any:
    power = base**exponent
    return power if modulus is None else power % modulus


def _round(number: Any, ndigits: Any = None) -> Any:
    if ndigits is not None:
        scale = 10.0**ndigits
        return apply_op("Round", [number * scale]) / scale
    if not number.dtype.is_floating:
        return number
    return _cast(apply_op("Round", [number]), dtypes.int32)


def _sorted(values: Any, *, key: Any = None, reverse: bool = False) -> Any:
    values = _stacked(values)
    if key is not None:
        return sorted_by_key(values, key, reverse)
    if not isinstance(values, Tensor):
        return list(_sorted(convert_to_tensor(list(values)), reverse=reverse))
    size = _length(values)
    ordered = apply_op("TopKV2", [values, size], {"sorted": True})[0]
    return ordered if reverse else apply_op("ReverseV2", [ordered, [0]])


def _list(values: Any) -> Any:
    items = as_sequence(values)
    if not isinstance(items.length, Tensor):
        return NotImplemented
    return collected(items, "the list")


def _bool(value: Any) -> Any:
    if not isinstance(value, (Tensor, StagedList)):
        return NotImplemented
    return as_truth(value, "bool()")


def _insert(items: Any, index: Any, item: Any) -> Any:
    if not note_change(items):
        return NotImplemented
    items.append(item)
    return None


def _pop(items: Any, index: Any) -> Any:
    if not items or not note_change(items):
        return NotImplemented
    return items.pop()


def _sort(items: Any, *, key: Any = None, reverse: Any = False) -> Any:
    if key is not None:
        return NotImplemented
    if not note_change(items):
        items[:] = _sorted(items, reverse=reverse)
    return None


def _index(items: Any, *args: Any) -> Any:
    if len(args) != 1 or not items:
        return NotImplemented
    return index_of(convert_to_tensor(items), *args)


def _count(items: Any, *args: Any) -> Any:
    if len(args) != 1 or not items:
        return NotImplemented
    return count_of(convert_to_tensor(items), *args)


def contains(item: Any, container: Any) -> Any:
    """The value of `item in container`: a tensor, or a tuple or list of values.

    As in Python the items are compared in order, up to one that is known to be equal.
    """
    if isinstance(container, (list, tuple)):
        tests = []
        for each in container:
            test = _equal(item, each)
            if test is True:
                return True
            if test is not False:
                tests.append(test)
        if not tests:
            return False
    elif isinstance(container, StagedList):
        tests = [apply_op("Equal", [convert_to_tensor(container), item], _ANY_SHAPE)]
    elif isinstance(container, Tensor):
        tests = [apply_op("Equal", [container, item], _ANY_SHAPE)]
    else:
        raise TypeError(
            f"`in` looks for a tensor, {item!r}, in a {type(container).__name__}: that "
            "is decided while tracing, when the tensor has no value. Use a tuple, a "
            "list or a tensor of the values."
        )
    found = [_any_of(test) for test in tests]
    return _any_of(found) if len(found) > 1 else found[0]


_ANY_SHAPE: Final = {"incompatible_shape_error": False}


def _equal(item: Any, each: Any) -> Any:
    """Whether the two are equal: a tensor, where that is decided in the graph."""
    if item is each:
        return True
    if isinstance(item, Tensor) or isinstance(each, Tensor):
        if item is None or each is None:
            return False
        return apply_op("Equal", [item, each], _ANY_SHAPE)
    test = each == item
    return test if isinstance(test, Tensor) else bool(test)


def _any_of(tests: Any) -> Any:
    test = convert_to_tensor(tests)
    if test.shape.rank == 0:
        return test
    axes = apply_op("Range", [0, apply_op("Rank", [test]), 1])
    return apply_op("Any", [test, axes], {"keep_dims": False})


BUILTINS: Final[Mapping[Any, Callable[..., Any]]] = MappingProxyType(
    {
        abs: abs,
        all: _reduction("All"),
        any: _reduction("Any"),
        bool: _bool,
        divmod: _divmod,
        enumerate: staged_enumerate,
        filter: staged_filter,
        float: _to_float,
        int: _to_int,
        iter: staged_iter,
        len: _length,
        list.count: _count,
        list.index: _index,
        list.insert: _insert,
        list.pop: _pop,
        list.sort: _sort,
        list: _list,
        map: staged_map,
        max: _extremum("Maximum", "Max", "ArgMax"),
        min: _extremum("Minimum", "Min", "ArgMin"),
        pow: _power,
        print: _print,
        range: _range,
        reversed: staged_reversed,
        round: _round,
        sorted: _sorted,
        sum: _sum,
        zip: staged_zip,
    }
)
