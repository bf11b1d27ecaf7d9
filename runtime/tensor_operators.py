"""The operators of tensors: ``+``, ``==``, ``[]`` and the others.

Eager tensors of one dtype need no conversion: the operator calls the bound kernel that
``apply_op`` would find. All other operands take the general path.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, Final

from graphir import dtypes
from graphir.dtypes import DType
from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.dispatch.doors import dispatched_operator
from runtime.linalg.products import matmul, quick_product
from runtime.math.quick_operators import Operator, quick_operator, quick_reflected
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor, Tensor
from runtime.tracing.session_graphs import in_session_graph


def _arithmetic(op: str, label: str) -> tuple[Operator, Operator]:
    """The operator and its reflection; a number takes the tensor's dtype."""

    def forward(x: Any, y: Any) -> Any:
        with op_scope(None, label) as scope:
            own = x.dtype.base_dtype
            if op == "Mul" and (own.is_bool or _is_bool_tensor(y)):
                return _product_as_bools(x, convert_to_tensor(y, name="y"), scope)
            # a value that does not fit is refused by AddV2, here for the others
            wanted = own if _plain(y) and op != "AddV2" else None
            other = convert_to_tensor(y, wanted, own, name="y")
            return apply_op(_for_dtype(op, own), [x, other], None, scope)

    def reflected(y: Any, x: Any) -> Any:
        with op_scope(None, label) as scope:
            other = convert_to_tensor(x, y.dtype.base_dtype, name="x")
            if op == "Mul" and y.dtype.is_bool:
                return _product_as_bools(other, y, scope)
            return apply_op(_for_dtype(op, y.dtype), [other, y], None, scope)

    return forward, reflected


def _is_bool_tensor(value: Any) -> bool:
    return isinstance(value, Tensor) and value.dtype.is_bool


def _product_as_bools(x: Any, y: Any, scope: str) -> Any:
    """x * y where one is of booleans: as whole numbers, then as booleans again."""
    to_int = {"DstT": dtypes.int32}
    factors = [apply_op("Cast", [each], to_int) for each in (x, y)]
    product = apply_op("Mul", factors)
    return apply_op("Cast", [product], {"DstT": dtypes.bool_}, scope)


def _for_dtype(op: str, dtype: DType) -> str:
    # strings are concatenated by Add; AddV2 does not take them
    return "Add" if op == "AddV2" and dtype is dtypes.string else op


_TRUE_DIVISION: Final[dict[DType, DType]] = {
    **dict.fromkeys((dtypes.int8, dtypes.uint8), dtypes.float32),
    **dict.fromkeys((dtypes.int16, dtypes.uint16), dtypes.float32),
    **dict.fromkeys((dtypes.int32, dtypes.uint32), dtypes.float64),
    **dict.fromkeys((dtypes.int64, dtypes.uint64), dtypes.float64),
}


def _true_divide(x: Any, y: Any, scope: str) -> Any:
    if x.dtype.base_dtype is not y.dtype.base_dtype:
        raise TypeError(
            f"`x` and `y` must have the same dtype, got {x.dtype!r} != {y.dtype!r}."
        )
    if x.dtype.is_bool:
        raise TypeError(f"Invalid dtype {x.dtype!r} in __truediv__: cast it first.")
    wide = _TRUE_DIVISION.get(x.dtype.base_dtype)
    if wide is not None:
        x = apply_op("Cast", [x], {"DstT": wide, "Truncate": False}, "Cast")
        y = apply_op("Cast", [y], {"DstT": wide, "Truncate": False}, "Cast")
    return apply_op("RealDiv", [x, y], None, scope)


def _division() -> tuple[Operator, Operator]:
    def forward(x: Any, y: Any) -> Any:
        with op_scope(None, "truediv") as scope:
            other = convert_to_tensor(y, dtype_hint=x.dtype.base_dtype, name="y")
            return _true_divide(x, other, scope)

    def reflected(y: Any, x: Any) -> Any:
        with op_scope(None, "truediv") as scope:
            other = convert_to_tensor(x, y.dtype.base_dtype, name="x")
            return _true_divide(other, y, scope)

    return forward, reflected


def _comparison(op: str) -> Operator:
    def compare(x: Any, y: Any) -> Any:
        with op_scope(None, op) as scope:
            other = convert_to_tensor(
                y, x.dtype.base_dtype if _plain(y) else None, name="y"
            )
            return apply_op(op, [x, other], None, scope)

    return compare


def _plain(value: Any) -> bool:
    return not isinstance(value, Tensor)


def _equality(op: str, otherwise: bool) -> Operator:
    """``==`` and ``!=``: shapes that do not broadcast are unequal, not an error.

    In a graph for sessions they compare identity.
    """

    def compare(x: Any, y: Any) -> Any:
        if y is None:
            return otherwise
        if in_session_graph():
            # tensors of such graphs are keys and members of lists
            return (x is not y) is otherwise
        with op_scope(None, op) as scope:
            other = convert_to_tensor(
                y, x.dtype.base_dtype if _plain(y) else None, name="y"
            )
            attrs = {"incompatible_shape_error": False}
            return apply_op(op, [x, other], attrs, scope)

    return compare


def _bitwise(bitwise: str, logical: str, label: str) -> tuple[Operator, Operator]:
    def apply(x: Any, y: Any, scope: str) -> Any:
        if x.dtype.is_bool:
            return apply_op(logical, [x, y], None, scope)
        return apply_op(bitwise, [x, y])

    def forward(x: Any, y: Any) -> Any:
        with op_scope(None, label) as scope:
            if x.dtype.is_bool:
                y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
            return apply(x, y, scope)

    def reflected(y: Any, x: Any) -> Any:
        with op_scope(None, label) as scope:
            return apply(convert_to_tensor(x, y.dtype, name="x"), y, scope)

    return forward, reflected


def _exclusive_or() -> tuple[Operator, Operator]:
    def apply(x: Any, y: Any, scope: str) -> Any:
        if not x.dtype.is_bool:
            return apply_op("BitwiseXor", [x, y])
        either = apply_op("LogicalOr", [x, y])
        both = apply_op("LogicalAnd", [x, y])
        not_both = apply_op("LogicalNot", [both])
        return apply_op("LogicalAnd", [either, not_both], None, scope)

    def forward(x: Any, y: Any) -> Any:
        with op_scope(None, "xor") as scope:
            other = convert_to_tensor(y, x.dtype if _plain(y) else None, name="y")
            return apply(x, other, scope)

    def reflected(y: Any, x: Any) -> Any:
        with op_scope(None, "xor") as scope:
            return apply(convert_to_tensor(x, y.dtype, name="x"), y, scope)

    return forward, reflected


def _negative(x: Any) -> Any:
    return apply_op("Neg", [x])


def _invert(x: Any) -> Any:
    return apply_op("LogicalNot" if x.dtype.is_bool else "Invert", [x])


def _absolute(x: Any) -> Any:
    from runtime.math.arithmetic import abs as absolute

    return absolute(x)


def _multiply_matrices(x: Any, y: Any) -> Any:
    quick = quick_product(x, y)
    if quick is not None:
        return quick
    with op_scope(None, "matmul") as scope:
        other = convert_to_tensor(y, dtype_hint=x.dtype.base_dtype, name="y")
        return matmul(x, other, name=scope)


def _multiply_matrices_reflected(y: Any, x: Any) -> Any:
    with op_scope(None, "matmul") as scope:
        other = convert_to_tensor(x, y.dtype.base_dtype, name="x")
        return matmul(other, y, name=scope)


def _get_item(x: Any, key: Any) -> Any:
    from runtime.arrays.subscripts import get_item

    return get_item(x, key)


def _set_item(x: Any, key: Any, value: Any) -> None:
    raise TypeError(
        f"{x!r} does not support item assignment: tensors do not change. Make a new "
        "one: x = tf.tensor_scatter_nd_update(x, [[index]], [value]). Or use a "
        "tf.Variable, with v[index].assign(value), or a tf.TensorArray."
    )


_ARITHMETIC: Final = {
    "add": ("AddV2", "add"),
    "sub": ("Sub", "sub"),
    "mul": ("Mul", "mul"),
    "truediv": ("RealDiv", "truediv"),
    "floordiv": ("FloorDiv", "floordiv"),
    "mod": ("FloorMod", "mod"),
    "pow": ("Pow", "pow"),
}
_COMPARISONS: Final = {
    "lt": "Less",
    "le": "LessEqual",
    "gt": "Greater",
    "ge": "GreaterEqual",
}
_SHAPE_TOLERANT: Final = {"incompatible_shape_error": False}


def _guarded(operator: Operator, reflection: str, public: str = "") -> Operator:
    """Leaves operands to classes that say how they combine with tensors.

    Those are the ones of a higher priority, those for which something is registered
    that the public function of the operator does, and those that are no tensors and
    define the operator's reflection in Python.
    """

    def guarded(x: Any, y: Any) -> Any:
        if getattr(y, "__array_priority__", 0) > Tensor.__array_priority__:
            return NotImplemented
        try:
            return operator(x, y)
        except (TypeError, ValueError):
            found = dispatched_operator(public, x, y) if public else NotImplemented
            if found is not NotImplemented:
                return found
            own = getattr(type(y), reflection, None)
            if isinstance(own, FunctionType) and not isinstance(y, Tensor):
                return NotImplemented
            raise

    guarded.__name__ = operator.__name__
    return guarded


def _guarded_reflected(operator: Operator, public: str) -> Operator:
    """The reflected operator, for operands that something is registered for too."""

    def guarded(y: Any, x: Any) -> Any:
        try:
            return operator(y, x)
        except (TypeError, ValueError):
            found = dispatched_operator(public, x, y)
            if found is NotImplemented:
                raise
            return found

    guarded.__name__ = operator.__name__
    return guarded


_PUBLIC: Final = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "truediv": "truediv",
    "floordiv": "math.floordiv",
    "mod": "math.floormod",
    "pow": "pow",
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
    "and": "logical_and",
    "or": "logical_or",
    "xor": "math.logical_xor",
    "matmul": "matmul",
}
"""Operator -> the public function that users register for."""

_MIRRORED: Final = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


def attach() -> None:
    """Attaches the operators to the tensor classes."""
    for name, (op, label) in _ARITHMETIC.items():
        forward, reflected = _division() if op == "RealDiv" else _arithmetic(op, label)
        guarded = _guarded(forward, f"__r{name}__", _PUBLIC[name])
        reflected = _guarded_reflected(reflected, _PUBLIC[name])
        fast = quick_operator(guarded, op)
        _set_both(f"__{name}__", guarded, fast)
        _set_both(f"__r{name}__", reflected, quick_reflected(reflected, fast))
    for name, op in _COMPARISONS.items():
        compare = _guarded(_comparison(op), f"__{_MIRRORED[name]}__", _PUBLIC[name])
        _set_both(f"__{name}__", compare, quick_operator(compare, op))
    for name, op, otherwise in (("eq", "Equal", False), ("ne", "NotEqual", True)):
        compare = _guarded(_equality(op, otherwise), f"__{name}__")
        fast = quick_operator(compare, op, _SHAPE_TOLERANT)
        _set_both(f"__{name}__", compare, fast)
    # a class that defines __eq__ loses __hash__ otherwise
    for kind in (EagerTensor, SymbolicTensor):
        own = kind.__dict__.get("__hash__") or Tensor.__hash__
        setattr(kind, "__hash__", own)  # noqa: B010
    _attach_others()


def _set_both(name: str, general: Operator, fast: Operator) -> None:
    setattr(SymbolicTensor, name, general)
    setattr(EagerTensor, name, fast)
    if name not in ("__eq__", "__ne__"):
        # for libraries whose classes take the operators of `tf.Tensor`
        setattr(Tensor, name, general)


def _truth(self: Any) -> bool:
    """The truth of what a tensor can be made of, by the operator of `tf.Tensor`."""
    return bool(convert_to_tensor(self))


def attach_general(kind: type[EagerTensor]) -> None:
    """Attaches operators without the fast path to a subclass of ``Tensor``."""
    for name in (*_ARITHMETIC, *(f"r{each}" for each in _ARITHMETIC), *_COMPARISONS):
        setattr(kind, f"__{name}__", vars(SymbolicTensor)[f"__{name}__"])
    for name in ("__eq__", "__ne__", "__hash__"):
        setattr(kind, name, vars(SymbolicTensor)[name])


def _attach_others() -> None:
    pairs = {
        "and": _bitwise("BitwiseAnd", "LogicalAnd", "and"),
        "or": _bitwise("BitwiseOr", "LogicalOr", "or"),
        "xor": _exclusive_or(),
        "matmul": (_multiply_matrices, _multiply_matrices_reflected),
    }
    for name, (forward, reflected) in pairs.items():
        setattr(Tensor, f"__{name}__", _guarded(forward, f"__r{name}__", _PUBLIC[name]))
        setattr(Tensor, f"__r{name}__", _guarded_reflected(reflected, _PUBLIC[name]))
    single: dict[str, Any] = {
        "__neg__": _negative,
        "__invert__": _invert,
        "__abs__": _absolute,
        "__getitem__": _get_item,
        "__setitem__": _set_item,
        "__bool__": _truth,
        "__nonzero__": _truth,
    }
    for name, function in single.items():
        setattr(Tensor, name, function)


__all__ = ["attach"]
