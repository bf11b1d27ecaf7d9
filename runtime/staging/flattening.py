"""Variables of converted code, flattened to tensors that a graph can carry."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import Any

import numpy as np

from autograph.errors import StagingError
from autograph.syntax.variable_roles import Role, role_of
from graphir import dtypes
from runtime.apply import apply_op
from runtime.errors import InaccessibleTensorError, OperatorNotAllowedInGraphError
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import flatten, same_structure
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor

PYTHON_VALUES = (bool, int, float, complex, str, bytes, np.ndarray, np.generic)
"""Values that become constants of a graph."""


class DifferentTypesError(StagingError, TypeError):
    """A variable has different dtypes or structures on different paths."""


class NoneValueError(DifferentTypesError, ValueError):
    """A variable is None on one path and a tensor on another."""


def is_staged_leaf(value: Any) -> bool:
    """Whether a graph can carry a leaf; other objects stay in Python."""
    return isinstance(value, (Tensor, *PYTHON_VALUES)) or hasattr(
        type(value), "__tf_tensor__"
    )


def are_alike(values: Sequence[Any]) -> bool:
    """Whether values have one dtype and can be elements of one tensor list."""
    if not all(map(is_staged_leaf, values)):
        return False
    return len({as_constant(each).dtype for each in values}) == 1


def as_constant(value: Any) -> Any:
    """A Python value as a constant of the trace; other values unchanged."""
    return convert_to_tensor(value) if isinstance(value, PYTHON_VALUES) else value


def place_of(value: Any) -> str:
    """The user's line that created a tensor, for messages: `` (model.py, line 3)``."""
    if not isinstance(value, SymbolicTensor) or value.value.node.op == "Placeholder":
        return ""  # an argument was made by the caller
    origin = value.value.node.origin
    if origin is None or not origin.frames:
        return ""
    frame = origin.frame
    return f" ({frame.filename}, line {frame.line}: {frame.text})"


def check_pair(name: str, left: Any, right: Any) -> None:
    """Refuses values of a variable that a graph cannot merge; converts to constants."""
    name = "the returned value" if role_of(name) is Role.RESULT else f"'{name}'"
    for value, other, branch in ((left, right, "main"), (right, left, "else")):
        if value is None and other is not None:
            raise NoneValueError(
                f"{name} is None at the end of the {branch} branch. It is {other!r} at "
                "the end of the other, but a variable in a graph cannot be both."
            )
    if not same_structure(left, right):
        raise DifferentTypesError(
            f"{name} must have the same nested structure in the main and else "
            f"branches: {left!r} and {right!r}."
        )
    _check_specs(name, left, right)
    for first, second in zip(flatten(left), flatten(right)):
        kinds = [getattr(as_constant(x), "dtype", None) for x in (first, second)]
        if kinds[0] is kinds[1]:
            _check_same_object(name, first, second)
            continue
        if takes_kind(first, second) or takes_kind(second, first):
            continue
        shown = [
            type(value).__name__ if kind is None else kind.name
            for value, kind in zip((first, second), kinds)
        ]
        raise DifferentTypesError(
            f"{name} has dtype {shown[0]} in the main branch{place_of(first)}, but "
            f"dtype {shown[1]} in the else branch{place_of(second)}. Use tf.cast, or "
            "a value of the same dtype."
        )


def _check_specs(name: str, left: Any, right: Any) -> None:
    """Refuses composites whose specs differ in more than sizes."""
    pairs = zip(flatten(left, composites=False), flatten(right, composites=False))
    for first, second in pairs:
        if first is second or not hasattr(type(first), "_type_spec"):
            continue  # no composite, or one without a spec, as a TensorArray is
        spec, other = first._type_spec, second._type_spec
        if spec.most_specific_common_supertype([other]) is None:
            raise DifferentTypesError(
                f"{name} must have the same nested structure in the main and else "
                f"branches: {spec!r} and {other!r}."
            )


def _check_same_object(name: str, left: Any, right: Any) -> None:
    """Refuses Python objects that differ: a graph cannot choose between them."""
    if is_staged_leaf(left) or left is right:
        return
    if type(left) is type(right) and _are_equal(left, right):
        return
    raise DifferentTypesError(
        f"{name} is {_shown(left)} in the main branch, but {_shown(right)} in the "
        "else branch: a graph can only choose between tensors. Use each value inside "
        "its own branch, or decide by a Python value."
    )


def _are_equal(left: Any, right: Any) -> bool:
    try:
        return bool(left == right)
    except (OperatorNotAllowedInGraphError, InaccessibleTensorError):
        return False  # tensors in them decide, and have no value yet


def _shown(value: Any) -> str:
    if not isinstance(value, FunctionType):
        return repr(value)
    code = value.__code__
    place = f"{code.co_filename}, line {code.co_firstlineno}"
    return f"the function {value.__name__!r} of {place}"


MOST_OF_FLOAT64 = 2**53
"""Up to it all integers are numbers of float64 too."""
_USUAL = {int: dtypes.int32, float: dtypes.float32}


def takes_kind(value: Any, like: Any) -> bool:
    """Whether a Python number, not yet a tensor, can be of the dtype of `like`.

    An integer can be a floating one only if that is exact.
    """
    if type(value) not in (int, float):
        return False
    kind = getattr(like, "dtype", None)
    if kind is None:
        if type(value) is not int or type(like) not in (float, complex):
            return False
        kind = as_constant(like).dtype
    if kind.is_floating or kind.is_complex:
        return type(value) is float or _is_exact(value, kind)
    return type(value) is int and bool(kind.is_integer)


def _is_exact(value: int, kind: dtypes.DType) -> bool:
    if abs(value) > MOST_OF_FLOAT64:
        return False
    with np.errstate(over="ignore"):
        return bool(np.asarray(value, float).astype(kind.numpy_dtype).item() == value)


def as_kind_of(value: Any, like: Any, is_truth: bool = False) -> Any:
    """Converts a Python number to the dtype of `like` if that is safe.

    Where only truth matters, a bool is as good as the number 0 or 1.
    """
    if takes_kind(value, like):
        kind = getattr(like, "dtype", None) or as_constant(like).dtype
        if kind is not _USUAL[type(value)]:
            return convert_to_tensor(value, kind)
    if not is_truth:
        return value
    own, wanted = as_constant(value), as_constant(like).dtype
    if own.dtype.is_bool and not wanted.is_bool:
        return apply_op("Cast", [own], {"DstT": wanted, "Truncate": False})
    return own
