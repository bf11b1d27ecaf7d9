"""Tensor and EagerTensor, which holds a NumPy array; see also `symbolic_tensor`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    NoReturn,
)

import numpy as np

from graphir.dtypes import DType, of_array
from graphir.dtypes import string as string_dtype
from graphir.shapes import Shape
from runtime.context import CURRENT
from runtime.tensors.array_protocols import ArrayProtocols, tell_tapes
from runtime.tensors.buffers import give_buffers
from runtime.tensors.shown_shapes import shown
from runtime.tensors.tensor_attributes import NumpyMethod, OverloadableOperators

if TYPE_CHECKING:
    from runtime.tensors.references import Reference
    from runtime.tensors.tensor_attributes import TensorOperator

CPU = "/job:localhost/replica:0/task:0/device:CPU:0"
"""Where eager tensors live, unless a place of several logical devices says else."""


class Tensor:
    """A value of one dtype and shape; eager, or symbolic inside a trace.

    Immutable. Operators are attached by ``runtime.tensor_operators``.

    >>> tf.constant([1, 2]) + 1
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([2, 3], dtype=int32)>
    """

    __slots__ = ("__dict__", "__weakref__")

    __array_priority__ = 100

    OVERLOADABLE_OPERATORS = OverloadableOperators()

    dtype: DType

    T: Any = NumpyMethod()
    astype: Any = NumpyMethod()
    clip: Any = NumpyMethod()
    data: Any = NumpyMethod()
    ravel: Any = NumpyMethod()
    reshape: Any = NumpyMethod()
    size: Any = NumpyMethod()
    tolist: Any = NumpyMethod()
    transpose: Any = NumpyMethod()

    if TYPE_CHECKING:
        # runtime.tensor_operators attaches the operators, subclasses the shape
        __add__: ClassVar[TensorOperator]
        __radd__: ClassVar[TensorOperator]
        __sub__: ClassVar[TensorOperator]
        __rsub__: ClassVar[TensorOperator]
        __mul__: ClassVar[TensorOperator]
        __rmul__: ClassVar[TensorOperator]
        __truediv__: ClassVar[TensorOperator]
        __rtruediv__: ClassVar[TensorOperator]
        __floordiv__: ClassVar[TensorOperator]
        __rfloordiv__: ClassVar[TensorOperator]
        __mod__: ClassVar[TensorOperator]
        __rmod__: ClassVar[TensorOperator]
        __pow__: ClassVar[TensorOperator]
        __rpow__: ClassVar[TensorOperator]
        __matmul__: ClassVar[TensorOperator]
        __rmatmul__: ClassVar[TensorOperator]
        __lt__: ClassVar[TensorOperator]
        __le__: ClassVar[TensorOperator]
        __gt__: ClassVar[TensorOperator]
        __ge__: ClassVar[TensorOperator]
        __and__: ClassVar[TensorOperator]
        __rand__: ClassVar[TensorOperator]
        __or__: ClassVar[TensorOperator]
        __ror__: ClassVar[TensorOperator]
        __xor__: ClassVar[TensorOperator]
        __rxor__: ClassVar[TensorOperator]

        def __eq__(self, other: Any) -> Tensor: ...  # type: ignore[override]  # of each element
        def __ne__(self, other: Any) -> Tensor: ...  # type: ignore[override]
        def __neg__(self) -> Tensor: ...
        def __abs__(self) -> Tensor: ...
        def __invert__(self) -> Tensor: ...
        def __bool__(self) -> bool: ...
        def __getitem__(self, key: Any) -> Tensor: ...

        @property
        def shape(self) -> Shape:
            """The shape; unknown dimensions are None."""

        @property
        def device(self) -> str:
            """The device of the value, or the requested device of a symbolic tensor."""

        # an eager tensor has a value, a symbolic one a place in a graph: which of
        # them it is, only a run tells
        def numpy(self) -> Any: ...
        @property
        def name(self) -> str: ...
        @property
        def op(self) -> Any: ...
        @property
        def graph(self) -> Any: ...
        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[Tensor]: ...
        def __int__(self) -> int: ...
        def __float__(self) -> float: ...
        def __index__(self) -> int: ...
        def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...

    @property
    def ndim(self) -> int | None:
        """The number of axes; None if it is not known."""
        return self.shape.rank

    def get_shape(self) -> Shape:
        """The shape."""
        return shown(self.shape)

    def set_shape(self, shape: Any) -> None:
        """Refines the static shape of the tensor.

        Raises:
          ValueError: if the shapes are incompatible.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define set_shape.")

    def constant_value(self) -> Any:
        """The value as an array if it is known now, else None."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define constant_value."
        )

    def constant_as_shape(self) -> Shape:
        """The value, a vector of sizes, as a shape as far as it is known."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define constant_as_shape."
        )

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """The value that a session of TensorFlow 1 computes.

        Raises:
          NotImplementedError: for an eager tensor, whose value `numpy` returns.
        """
        raise NotImplementedError(
            "eval is not supported when eager execution is enabled, is .numpy() what "
            "you're looking for?"
        )

    def ref(self) -> Reference:
        """A hashable reference to this very tensor."""
        from runtime.tensors.references import Reference

        return Reference(self)

    def experimental_ref(self) -> Reference:
        """Old name of `ref`."""
        return self.ref()

    def __hash__(self) -> int:
        raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")

    def __copy__(self) -> Tensor:
        return self

    def __deepcopy__(self, memo: object) -> Tensor:
        return self


class EagerTensor(ArrayProtocols, Tensor):
    """A tensor with its value: a NumPy array or scalar, which is never written to.

    >>> tf.constant(1.5)
    <tf.Tensor: shape=(), dtype=float32, numpy=1.5>
    """

    __slots__ = ("_array", "_shape", "dtype")

    _array: Any

    def __init__(self, array: Any, dtype: DType | None = None) -> None:
        self._array = array
        self.dtype = of_array(array) if dtype is None else dtype

    @property
    def shape(self) -> Shape:
        """The shape, fully known."""
        try:
            return self._shape
        except AttributeError:
            # resources and variants are no arrays: scalars of their own
            dims = getattr(self._array, "shape", ())
            self._shape: Shape = Shape.of_ints(dims)
            return self._shape

    @property
    def device(self) -> str:
        """The device that holds the value."""
        place: str = vars(self).get("place", CPU)
        return place

    @property
    def backing_device(self) -> str:
        """The device that holds the memory."""
        return self.device

    def numpy(self) -> Any:
        """The value: a copy as an array, or a NumPy scalar; ``bytes`` for a string.

        >>> tf.constant([1, 2]).numpy()
        array([1, 2], dtype=int32)
        """
        array = self._array
        if CURRENT.get() is not None:
            tell_tapes(self)
        if type(array) is not np.ndarray:
            return array
        if not array.shape:
            return array[()]
        return array.copy()

    # what libraries ask (tensorflow_datasets)
    _numpy = numpy

    def constant_value(self) -> Any:
        return self._array

    def constant_as_shape(self) -> Shape:
        return Shape([None if size < 0 else size for size in self._array.tolist()])

    def set_shape(self, shape: Any) -> None:
        if not self.shape.is_compatible_with(shape):
            raise ValueError(
                f"Tensor's shape {self.shape} is not compatible with supplied shape "
                f"{Shape(shape)}."
            )

    def cpu(self) -> EagerTensor:
        """This tensor on the first CPU. Deprecated."""
        from runtime.messages.deprecation import warn_once

        instead = "Use tf.identity with explicit device placement instead."
        warn_once("_EagerTensorBase.cpu", __name__, instead)
        return self if self.device == CPU else wrap(self._array, self.dtype)

    def gpu(self, gpu_index: int = 0) -> NoReturn:
        """Raises an error: no GPU is used. Deprecated.

        Raises:
          RuntimeError: always.
        """
        from runtime.messages.deprecation import warn_once

        instead = "Use tf.identity with explicit device placement instead."
        warn_once("_EagerTensorBase.gpu", __name__, instead)
        raise RuntimeError(f"GPU:{gpu_index} unknown device.")

    @property
    def name(self) -> str:
        """Raises an error: eager tensors have no name."""
        raise _undefined("name")

    @property
    def op(self) -> Any:
        """Raises an error: eager tensors come from no node."""
        raise _undefined("op")

    @property
    def graph(self) -> Any:
        """Raises an error: eager tensors belong to no graph."""
        raise _undefined("graph")

    @property
    def value_index(self) -> int:
        """Raises an error: eager tensors are no result of a node."""
        raise _undefined("value_index")

    def consumers(self) -> NoReturn:
        """Raises an error: eager tensors do not know their consumers."""
        raise NotImplementedError(
            "Tensor.consumers is undefined when eager execution is enabled."
        )

    def eval(self, feed_dict: Any = None, session: Any = None) -> NoReturn:
        """Raises NotImplementedError: an eager tensor has its value, see ``numpy``."""
        raise NotImplementedError(
            "eval is not supported when eager execution is enabled, is .numpy() what "
            "you're looking for?"
        )

    def __format__(self, spec: str) -> str:
        return format(self.numpy(), spec)

    def __str__(self) -> str:
        text = _lines(_shown(self.numpy()))
        return f"tf.Tensor({text}, shape={self.shape}, dtype={self.dtype.name})"

    def __repr__(self) -> str:
        value = self.numpy() if self.dtype.has_numpy else "<unprintable>"
        if isinstance(value, np.generic):
            value = value.item()
        text = _lines(repr(value) if self.dtype.has_numpy else value)
        return f"<tf.Tensor: shape={self.shape}, dtype={self.dtype.name}, numpy={text}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return EagerTensor, (self._array, self.dtype)


def _undefined(attribute: str) -> AttributeError:
    return AttributeError(
        f"Tensor.{attribute} is undefined when eager execution is enabled."
    )


def _shown(value: Any) -> str:
    # str() of bytes is an error under `python -bb`
    return repr(value) if isinstance(value, bytes) else str(value)


def _lines(text: str) -> str:
    return "\n" + text if "\n" in text else text


give_buffers(EagerTensor)


_new: Final = object.__new__
_HELD: Final = frozenset([np.ndarray, *np.sctypeDict.values()])
"""Types that `wrap` recognises at once as NumPy's own; other types are examined."""


def wrap(array: Any, dtype: DType) -> EagerTensor:
    """The eager tensor of a kernel's result, whose dtype is known."""
    if type(array) not in _HELD and not isinstance(array, np.generic):
        array = _as_array(array, dtype)
    tensor = _new(EagerTensor)
    tensor._array = array
    tensor.dtype = dtype
    return tensor


def wrapper_of_only(dtype: DType) -> Callable[[Sequence[Any]], EagerTensor]:
    """What wraps the only array of an element: `wrap` of it in one call.

    >>> wrapper_of_only(tf.int32)((np.int32(3),))
    <tf.Tensor: shape=(), dtype=int32, numpy=3>
    """
    new, kind, held = _new, EagerTensor, _HELD

    def wrap_only(arrays: Sequence[Any]) -> EagerTensor:
        array = arrays[0]
        if type(array) not in held:
            return wrap(array, dtype)
        tensor = new(kind)
        tensor._array = array
        tensor.dtype = dtype
        return tensor

    return wrap_only


def _as_array(value: Any, dtype: DType) -> Any:
    if dtype is string_dtype:
        # kernels on object arrays give plain bytes for scalars
        scalar = np.empty((), object)
        scalar[()] = value
        return scalar
    return np.asarray(value, dtype.numpy_dtype)[()] if dtype.has_numpy else value


def is_tensor(x: Any) -> bool:
    """Whether this is a tensor, a variable, a sparse or ragged tensor, or slices.

    Objects that can be converted to a tensor are none.

    >>> tf.is_tensor(tf.constant(1)), tf.is_tensor(1)
    (True, False)
    """
    return isinstance(x, Tensor) or getattr(type(x), "__is_tensor__", False) is True
