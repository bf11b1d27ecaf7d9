"""Choosing the callable, or the Python operator, that executes a node."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, wraps
from importlib import import_module
from typing import Any, Final, cast

import numpy as np

from graphir.attributes import Attr, FunctionRef, Placeheld
from graphir.dtypes import DType, string, variant
from graphir.errors import InvalidArgumentError, MissingKernelError
from graphir.function import Function, FunctionLibrary
from graphir.node import Node, Value
from graphir.ops.contract.registry import find, signature_of
from runtime.executor.kernels.direct_kernels import direct_kernel
from runtime.executor.kernels.variants import VARIANT_KERNELS

Kernel = Callable[..., Any]
Bind = Callable[[Node, Mapping[str, Attr]], Kernel]
"""Chooses the kernel of a node, as `bind_kernel` does."""


class LinkedFunction:
    """A function that an op calls, with the library that holds it."""

    __slots__ = ("functions", "reference")

    def __init__(self, reference: FunctionRef, functions: FunctionLibrary) -> None:
        self.reference = reference
        self.functions = functions

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LinkedFunction):
            return NotImplemented
        same_library = self.functions is other.functions
        return same_library and self.reference == other.reference

    def __hash__(self) -> int:
        return hash((self.reference, id(self.functions)))

    @property
    def function(self) -> Function:
        """The function itself.

        Raises:
          InvalidGraphError: if the library has none of that name.
        """
        return self.functions[self.reference.name]


_ARITHMETIC: Final = {
    "AddV2": "{} + {}",
    "Add": "{} + {}",
    "Sub": "{} - {}",
    "Mul": "{} * {}",
    "Less": "{} < {}",
    "LessEqual": "{} <= {}",
    "Greater": "{} > {}",
    "GreaterEqual": "{} >= {}",
    "Equal": "{} == {}",
    "NotEqual": "{} != {}",
    "Neg": "-{}",
    "Square": "{0} * {0}",
}
_DIVISION: Final = {"FloorDiv": "{} // {}", "FloorMod": "{} % {}"}
_FLOATING: Final = {"RealDiv": "{} / {}"}
_LOGICAL: Final = {"LogicalAnd": "{} & {}", "LogicalOr": "{} | {}"}


def operator_template(node: Node) -> str | None:
    """The node as a Python expression over NumPy scalars, or None.

    Operators on NumPy scalars take a tenth of the time of a ufunc call. They wrap
    around and follow IEEE exactly as the kernels do, as long as warnings are off.
    """
    for templates, fits in _OPERATORS:
        template = templates.get(node.op)
        if template is not None:
            return template if all(map(fits, node.inputs)) else None
    if node.op in _DIVISION and _divides_by_constant(node):
        return _DIVISION[node.op]
    return None


def is_scalar_number(value: Value) -> bool:
    """Whether the value is statically one number that NumPy has a scalar for."""
    dtype = value.dtype
    return _has_native_scalar(dtype) and value.shape.rank == 0


def _is_scalar_float(value: Value) -> bool:
    return value.dtype.is_floating and is_scalar_number(value)


def _is_scalar_bool(value: Value) -> bool:
    return value.dtype.is_bool and value.shape.rank == 0


def _divides_by_constant(node: Node) -> bool:
    divisor = node.inputs[1].node
    if not all(map(is_scalar_number, node.inputs)) or divisor.op != "Const":
        return False
    # kernels refuse to divide by zero, operators would not
    return node.output.dtype.is_integer and bool(divisor.attrs["value"].array)


_OPERATORS: Final = (
    (_ARITHMETIC, is_scalar_number),
    (_FLOATING, _is_scalar_float),
    (_LOGICAL, _is_scalar_bool),
)


@cache
def _has_native_scalar(dtype: DType) -> bool:
    real = dtype.is_integer or dtype.is_floating
    return real and not dtype.is_ref and dtype.numpy_dtype.kind in "iuf"


@cache
def returns_sequence(op: str, outputs: int) -> bool:
    """Whether the kernel returns a sequence of results rather than one result."""
    signature = signature_of(op)
    if outputs != 1 or signature is None:
        return True
    return signature.outputs[0].is_list


def bind_kernel(node: Node, attrs: Mapping[str, Attr]) -> Kernel:
    """The kernel of a node, its attributes bound.

    Raises:
      MissingKernelError: if the op cannot be run here; names the node.
    """
    return _with_whole_strings(node, _bound_kernel(node, attrs))


class KeptKernels:
    """Kernels that hold the state of their nodes, for all programs of a session.

    A node of random numbers goes on where another program of the session has left it.
    """

    def __init__(self) -> None:
        self._by_node: dict[tuple[str, str, str], Kernel] = {}

    def bind(self, node: Node, attrs: Mapping[str, Attr]) -> Kernel:
        """The kernel of a node; that of a stateful one is the same every time.

        Raises:
          MissingKernelError: if the op cannot be run here; names the node.
        """
        # the same function may be called with several types
        if not node.is_stateful or attrs is not node.attrs:
            return bind_kernel(node, attrs)
        graph = "" if node.graph is None else node.graph.name
        key = graph, node.name, node.op
        found = self._by_node.get(key)
        if found is None:
            found = self._by_node.setdefault(key, bind_kernel(node, attrs))
        return found


def _with_whole_strings(node: Node, kernel: Kernel) -> Kernel:
    """A kernel whose strings without axes are arrays, and not bytes.

    Indexing an array of strings gives bytes, and NumPy takes bytes for a text of fixed
    width: it drops the zeros at the end.
    """
    if not any(map(_may_be_one_string, node.outputs)):
        return kernel

    def as_array(result: Any) -> Any:
        return np.array(result, object) if isinstance(result, bytes) else result

    @wraps(kernel)
    def call(*arrays: Any) -> Any:
        return as_array(kernel(*arrays))

    @wraps(kernel)
    def call_for_several(*arrays: Any) -> Any:
        return [*map(as_array, kernel(*arrays))]

    several = returns_sequence(node.op, len(node.outputs))
    return call_for_several if several else call


def _may_be_one_string(value: Value) -> bool:
    return value.dtype is string and value.shape.rank in (0, None)


def _bound_kernel(node: Node, attrs: Mapping[str, Attr]) -> Kernel:
    if node.op == "Placeholder":
        return refusing(lambda: _not_fed(node))
    if node.op in ("NativeRegion", "NativeReplacement"):
        return cast(Kernel, attrs["kernel"])
    declaration = find(node.op)
    special = _variant_kernel(node) or direct_kernel(node, attrs)
    if special is not None and declaration is not None:
        return declaration.checking_handles(special, attrs)
    if declaration is not None and not declaration.has_kernel():
        import_module(declaration.kernel_package)  # attaches it
    if declaration is None or not declaration.has_kernel():
        known = "known, but not run" if signature_of(node.op) else "unknown"
        raise MissingKernelError(
            f"Op {node.op!r} of node {node.name!r} is {known} here."
        )
    if not attrs.get("shared_name") and node.has_trait("shared_by_name"):
        # its state is found by name: the node's, unless an attribute says it
        attrs = {**attrs, "shared_name": node.name.encode()}
    return declaration.bind(_linked(node, attrs))


def _linked(node: Node, attrs: Mapping[str, Attr]) -> Mapping[str, Attr]:
    """The attributes, functions with the library that holds them."""
    if node.graph is None or not any(map(_is_function, attrs.values())):
        return attrs
    library = node.graph.functions

    def linked(value: Attr) -> Attr:
        if isinstance(value, FunctionRef):
            return LinkedFunction(value, library)
        return [linked(each) for each in value] if _is_function(value) else value

    return {name: linked(value) for name, value in attrs.items()}


def _is_function(value: Attr) -> bool:
    """Whether an attribute is a function, or a list of functions."""
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, FunctionRef)


def _variant_kernel(node: Node) -> Kernel | None:
    if node.inputs and node.inputs[0].dtype is variant:
        return VARIANT_KERNELS.get(node.op)
    return None


def instantiated(attrs: Mapping[str, Attr], given: Mapping[str, Attr]) -> Any:
    """Attributes of a node in a function's body, with the call's filled in.

    Raises:
      InvalidArgumentError: if the call lacks an attribute.
    """
    if not any(isinstance(value, Placeheld) for value in attrs.values()):
        return attrs
    filled = {}
    for name, value in attrs.items():
        if isinstance(value, Placeheld):
            if value.name not in given:
                raise InvalidArgumentError(
                    f"Attribute {value.name!r} of a function is missing in its call."
                )
            value = given[value.name]
        filled[name] = value
    return filled


def refusing(make_error: Callable[[], Exception]) -> Kernel:
    """A kernel that raises an error if the program reaches a node that cannot run."""

    def refuse(*_: Any) -> Any:
        raise make_error()

    return refuse


def _not_fed(node: Node) -> InvalidArgumentError:
    value = node.output
    return InvalidArgumentError(
        None,
        None,
        f"You must feed a value for placeholder tensor '{node.name}' with dtype "
        f"{value.dtype.signature_name} and shape {_shape_text(value)}",
    )


def _shape_text(value: Value) -> str:
    if value.shape.rank is None:
        return "<unknown>"
    sizes = ("?" if size is None else str(size) for size in value.shape)
    return f"[{','.join(sizes)}]"
