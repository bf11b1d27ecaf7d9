"""Conversion of values to tensors: eager tensors, or constants of the current trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphir.attachments import Attached
from graphir.attributes import TensorValue
from graphir.dtypes import DType, as_dtype
from graphir.shapes import Shape
from runtime.context import CURRENT, TraceRecord, current_trace, name_scope
from runtime.devices.places import current_place
from runtime.tensors.array_protocols import read_only
from runtime.tensors.python_values import is_other_sequence, to_array
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor, Tensor, wrap

_APPLY: Attached[Any] = Attached("application of an op")
_WITH_TENSORS: Attached[Any] = Attached("tensors in place of their text")

_CONVERTERS: Final[dict[type, Callable[..., Any]]] = {}


def register_conversion(kind: type, function: Callable[..., Any]) -> None:
    """Registers the conversion of values of a type and its subclasses to tensors.

    ``function(value, dtype, name)`` returns a tensor; ``dtype`` may be None. A class
    may define a method ``__tf_tensor__(dtype, name)`` instead.
    """
    _CONVERTERS[kind] = function


def convert_to_tensor(
    value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None
) -> Tensor:
    """The value as a tensor; ``dtype_hint`` is used where the value allows it.

    >>> tf.convert_to_tensor([1, 2])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>
    >>> tf.convert_to_tensor(1, dtype_hint=tf.float32).dtype
    tf.float32

    Raises:
      ValueError: for a value that is no tensor, or a tensor of another dtype.
      TypeError: for a value that the dtype cannot hold.
    """
    if isinstance(value, Tensor):
        return _checked(value, dtype)
    wanted = None if dtype is None else as_dtype(dtype)
    if dtype_hint is not None and wanted is None and not _lists_arrays_of_floats(value):
        try:
            return _convert(value, as_dtype(dtype_hint), name)
        except (TypeError, ValueError):
            pass  # a hint: the value's own dtype is as good
    return _convert(value, wanted, name)


def _lists_arrays_of_floats(value: Any) -> bool:
    """Whether it is a list of arrays of floats, whose dtype counts more than a hint."""
    return value.__class__ in (list, tuple) and any(
        getattr(getattr(each, "dtype", None), "kind", None) == "f" for each in value
    )


def convert_argument(value: Any, dtype: Any, name: str | None = None) -> Tensor:
    """The argument of an op that takes one dtype: a tensor stays, for the op to check.

    >>> from runtime.tensors.conversion import convert_argument
    >>> convert_argument("a", tf.string).dtype
    tf.string
    >>> convert_argument(tf.constant(1), tf.string).dtype  # StringLower says what it is
    tf.int32

    Raises:
      ValueError, TypeError: for a value that cannot be converted to the dtype.
    """
    return (
        value
        if isinstance(value, Tensor)
        else convert_to_tensor(value, dtype, None, name)
    )


def convert_strictly(value: Any, dtype: Any, name: str | None = None) -> Tensor:
    """Converts an argument; eagerly, a tensor of another dtype is refused at once.

    >>> from runtime.tensors.conversion import convert_strictly
    >>> convert_strictly(1, tf.float32, "x").numpy()
    np.float32(1.0)

    Raises:
      ValueError: eager; for a tensor of another dtype.
    """
    if isinstance(value, Tensor) and current_trace() is not None:
        return value  # the op says so
    return convert_to_tensor(value, dtype, None, name)


def _checked(tensor: Tensor, dtype: Any) -> Tensor:
    if dtype is not None:
        wanted = as_dtype(dtype)
        if wanted.base_dtype is not tensor.dtype.base_dtype:
            raise ValueError(
                f"Tensor conversion requested dtype {wanted.name} for Tensor with "
                f"dtype {tensor.dtype.name}: {tensor!r}"
            )
    return tensor


TEXTS: Final = TraceRecord[dict[str, Any]](dict, of_function=True)
"""Texts that Python formatted from tensors -> these tensors, for a function and its
branches."""
_TEXTUAL: Final = (str, list, tuple)


def _with_staged_text(value: Any) -> Any:
    """The value, with tensors in place of text that describes tensors of the trace."""
    trace = current_trace()
    if trace is None or not TEXTS.of(trace):
        return value
    made = _WITH_TENSORS(value)
    return value if made is None else made


def _convert(value: Any, dtype: DType | None, name: str | None) -> Tensor:
    if value.__class__ in _TEXTUAL:
        value = _with_staged_text(value)
        if isinstance(value, Tensor):
            return _checked(value, dtype)
    if _has_own_conversion(value):
        return _own_conversion(value, dtype, name)
    if not isinstance(value, (list, tuple)) and is_other_sequence(value):
        if isinstance(value, Shape) and dtype is None and value.rank == 0:
            dtype = as_dtype("int32")  # no size is there to say so
        value = list(value)
    if isinstance(value, (list, tuple)) and _contains_tensor(value):
        return _pack(value, dtype, name or "packed")
    array, found = to_array(value, dtype)
    return constant_of(array, found, name)


def constant_of(array: Any, dtype: DType, name: str | None = None) -> Tensor:
    """A constant tensor: a Const node while tracing."""
    ambient = CURRENT.get()
    if ambient is None:
        return wrap(array, dtype)
    trace = ambient.trace
    if trace is None:
        tensor = wrap(array, dtype)
        place = current_place()
        if place is not None:
            place.put([tensor])
        return tensor
    constant: Tensor = trace.constant(TensorValue(array, dtype), name or "Const")
    return constant


def is_convertible(value: object) -> bool:
    """Whether `value` is of a kind that tensors are made of, as a number or an array.

    >>> is_convertible(2.5), is_convertible(tf.constant(2)), is_convertible(None)
    (True, True, False)
    """
    if isinstance(value, (*_NUMBERS_AND_TEXTS, Tensor)) or hasattr(
        type(value), "__array__"
    ):
        return True
    return _has_own_conversion(value)


_NUMBERS_AND_TEXTS: Final = (bool, int, float, complex, str, bytes)


def _has_own_conversion(value: Any) -> bool:
    return hasattr(value, "__tf_tensor__") or any(
        base in _CONVERTERS for base in type(value).__mro__
    )


def _own_conversion(value: Any, dtype: DType | None, name: str | None) -> Tensor:
    for base in type(value).__mro__:
        if base in _CONVERTERS:
            return _checked(_CONVERTERS[base](value, dtype, name), dtype)
    return _checked(value.__tf_tensor__(dtype, name), dtype)


def _contains_tensor(values: Any) -> bool:
    kinds = set(map(type, values))
    if any(issubclass(kind, Tensor) or _is_convertible(kind) for kind in kinds):
        return True
    nested = (list, tuple)
    return any(issubclass(kind, nested) for kind in kinds) and any(
        isinstance(each, nested) and _contains_tensor(each) for each in values
    )


def _is_convertible(kind: type) -> bool:
    return hasattr(kind, "__tf_tensor__") or any(
        base in _CONVERTERS for base in kind.__mro__
    )


def _dtype_within(values: Any) -> DType | None:
    for each in values:
        if isinstance(each, (list, tuple)):
            found = _dtype_within(each)
        else:
            found = getattr(each, "dtype", None) if _is_staged(each) else None
        if found is not None:
            return found
    return None


def _is_staged(value: Any) -> bool:
    return isinstance(value, Tensor) or _is_convertible(type(value))


def _pack(values: Any, wanted: DType | None, name: str) -> Tensor:
    """The values, tensors among them, as one tensor.

    Its dtype is that of the first tensor; where another one is wanted all are cast.
    """
    dtype = _dtype_within(values)
    is_cast = None not in (wanted, dtype) and wanted is not dtype
    return _packed(values, wanted or dtype, is_cast, name)


def _packed(values: Any, dtype: DType | None, is_cast: bool, name: str) -> Tensor:
    with name_scope(name) as scope:
        items = []
        for position, each in enumerate(values):
            if isinstance(each, (list, tuple)) and _contains_tensor(each):
                items.append(_packed(each, dtype, is_cast, str(position)))
            else:
                items.append(_packed_item(each, dtype, is_cast, str(position)))
        packed: Tensor = _APPLY("Pack", [items], {"axis": 0}, scope)
        return packed


def _packed_item(value: Any, dtype: DType | None, is_cast: bool, name: str) -> Tensor:
    if not _is_staged(value):
        return convert_to_tensor(value, dtype, name=name)
    tensor = convert_to_tensor(value, name=name)
    if dtype is None or tensor.dtype.base_dtype is dtype.base_dtype:
        return tensor
    if is_cast:
        cast: Tensor = _APPLY("Cast", [tensor], {"DstT": dtype})
        return cast
    if current_trace() is not None:
        raise TypeError(
            f"Cannot convert a list containing a tensor of dtype {tensor.dtype!r} to "
            f"{dtype!r} (Tensor is: {tensor!r})"
        )
    return tensor  # Pack refuses it, and names both dtypes


def constant(
    value: Any, dtype: Any = None, shape: Any = None, name: str = "Const"
) -> Tensor:
    """A tensor of a constant value; ``shape`` reshapes it, or spreads a scalar.

    >>> tf.constant([[1.0, 2.0]])
    <tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[1., 2.]], dtype=float32)>
    >>> tf.constant(0, shape=[2])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([0, 0], dtype=int32)>

    Raises:
      TypeError: if the dtype or the shape does not fit the value.
      ValueError: for a value that is no tensor.
    """
    wanted = None if dtype is None else as_dtype(dtype)
    if isinstance(value, EagerTensor):
        value = _constant_array(value, wanted)
    elif isinstance(value, SymbolicTensor):
        _refuse_other_dtype(value, wanted)
        return value
    if wanted is not None and isinstance(value, (list, tuple)):
        _refuse_other_tensors(value, wanted)
    if shape is None:
        tensor = convert_to_tensor(value, wanted, name=name)
        if not isinstance(tensor, Tensor):
            raise ValueError(
                f"tf.constant makes tensors of values, not of a "
                f"{type(value).__name__}: {value}"
            )
        return tensor
    array, found = to_array(value, wanted)
    return constant_of(_with_shape(array, value, Shape(shape)), found, name)


def _refuse_other_tensors(values: Any, wanted: DType) -> None:
    if not _contains_tensor(values):
        return
    found = _dtype_within(values)
    if found is not None and found is not wanted:
        raise ValueError(
            f"tf.constant of tensors of dtype {found.name} cannot be of dtype "
            f"{wanted.name}: use tf.convert_to_tensor or tf.cast."
        )


def _refuse_other_dtype(tensor: Tensor, dtype: DType | None) -> None:
    if dtype is not None and dtype is not tensor.dtype:
        raise TypeError(
            f"Expected tensor {tensor} with dtype {dtype!r}, but got dtype "
            f"{tensor.dtype!r}."
        )


def _constant_array(tensor: EagerTensor, dtype: DType | None) -> Any:
    _refuse_other_dtype(tensor, dtype)
    return read_only(tensor._array) if hasattr(tensor._array, "flags") else tensor


def _with_shape(array: Any, value: Any, shape: Shape) -> Any:
    dims = shape.as_ints()
    count = shape.num_elements()
    size = getattr(array, "size", 1)
    if size == 1 and count != 1:
        import numpy as np

        filled = np.empty(dims, array.dtype)
        filled[...] = np.asarray(array).reshape(())
        return filled
    if size != count:
        raise TypeError(
            f"Eager execution of tf.constant with unsupported shape. Tensor {array} "
            f"(converted from {value!r}) has {size} elements, but got `shape` {shape} "
            f"with {count} elements)."
        )
    return array.reshape(dims)
