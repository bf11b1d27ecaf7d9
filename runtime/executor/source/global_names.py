"""GlobalNames: the objects that a program's text refers to, by their names there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir.attributes import Attr, attr_key
from graphir.dtypes import DType
from graphir.errors import MissingKernelError
from graphir.node import Node
from runtime.executor.kernels.direct_kernels import direct_kernel, is_large_product
from runtime.executor.kernels.kernels import (
    Bind,
    bind_kernel,
    instantiated,
    refusing,
)
from runtime.executor.planning.names import NameTable


class GlobalNames:
    """The namespace of a program under construction; equal objects have one name."""

    def __init__(self, bind: Bind = bind_kernel) -> None:
        self._bind = bind
        self.names = NameTable()
        """All names in use, the locals' too."""
        self.namespace: dict[str, Any] = {}
        self.constants: dict[str, Any] = {}
        """Constants of one number, by their names."""
        self.has_large_products = False
        """Whether it pays to keep BLAS libraries to one thread for a whole call."""
        self._scalar_names: dict[Any, str] = {}
        self._fixed_names: dict[Any, str] = {}
        self._kernel_names: dict[Any, str] = {}

    def constant(self, node: Node) -> str:
        """The global name of a Const node's array."""
        name = self.names.unique(f"const_{node.name}")
        array = node.attrs["value"].array
        self.namespace[name] = array
        if array.ndim == 0 and array.dtype.kind in "iufb":
            self.constants[name] = array
        return name

    def scalar(self, expression: str) -> str:
        """The constant as a NumPy scalar; other expressions unchanged."""
        array = self.constants.get(expression)
        if array is None:
            return expression
        key = array.dtype, array.tobytes()
        name = self._scalar_names.get(key)
        if name is None:
            text = str(array).replace("-", "minus_")
            name = self.names.unique(f"{array.dtype}_{text}")
            self._scalar_names[key] = name
            self.namespace[name] = array[()]
        return name

    def fixed_name(self, function: Any) -> str:
        """The global name of a function of ours or NumPy's, the same every time."""
        name = self._fixed_names.get(function)
        if name is None:
            name = self.add(function.__name__, function)
            self._fixed_names[function] = name
        return name

    def dtype_name(self, dtype: DType) -> str:
        """The global name of a NumPy dtype."""
        name = self._fixed_names.get(dtype)
        if name is None:
            name = self.add(f"{dtype.name}_dtype", dtype.numpy_dtype)
            self._fixed_names[dtype] = name
        return name

    def add(self, base: str, value: Any) -> str:
        """A global name for any object."""
        name = self.names.unique(base)
        self.namespace[name] = value
        return name

    def kernel(self, node: Node, attrs: Mapping[str, Attr], must_run: bool) -> str:
        """The global name of the node's kernel; equal calls share one.

        Raises:
          MissingKernelError: if the op has no kernel, and ``must_run`` is True.
        """
        attrs = instantiated(node.attrs, attrs)
        key = _kernel_key(node, attrs)
        name = self._kernel_names.get(key)
        if name is None:
            name = self.names.unique(f"op_{node.op}")
            self._kernel_names[key] = name
            self.namespace[name] = self._bind_or_refuse(node, attrs, must_run)
        self.has_large_products |= is_large_product(node)
        return name

    def _bind_or_refuse(
        self, node: Node, attrs: Mapping[str, Attr], must_run: bool
    ) -> Any:
        try:
            return self._bind(node, attrs)
        except MissingKernelError as error:
            if must_run:
                raise
            message = str(error)
            return refusing(lambda: MissingKernelError(message))


def _kernel_key(node: Node, attrs: Mapping[str, Attr]) -> Any:
    if node.is_stateful or not node.inputs:
        # a kernel may hold the state of its node
        return node
    if direct_kernel(node, attrs) is not None:
        return node.op, direct_kernel(node, attrs)
    first = node.inputs[0].dtype.number
    return node.op, first, frozenset([_attr_item(*item) for item in attrs.items()])


def _attr_item(name: str, value: Attr) -> Any:
    if type(value) is float or type(value) is list:
        return name, attr_key(value)
    return name, type(value), value


__all__ = ["GlobalNames"]
