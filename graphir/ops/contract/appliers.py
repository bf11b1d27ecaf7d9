"""Appliers: the interface by which gradient rules apply ops, eagerly or in a graph.

The runtime has an eager and a tracing applier, ``graphir.builder`` an applier that adds
nodes to a graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from graphir.dtypes import DType
from graphir.errors import NoSuchOpError
from graphir.ops.contract.registry import did_you_mean, is_op, op_names


class Applier(Protocol):
    """Applies ops to values."""

    def call(
        self, op: str, args: Sequence[Any], attrs: Mapping[str, Any], name: str | None
    ) -> Any:
        """The result of one op on arguments as declared, a tuple of several.

        Numbers and arrays among the arguments become constants; ``name`` is that of
        the node, where there is one.
        """

    def constant(
        self, value: Any, dtype: DType | None = None, name: str | None = None
    ) -> Any:
        """A Python or NumPy value as a value of this applier."""


class FlatApplier(Protocol):
    """Applies ops to values that are no numbers any more."""

    def apply(
        self, op: str, inputs: Sequence[Any], attrs: Mapping[str, Any]
    ) -> tuple[Any, ...]:
        """The results of one op on flat inputs; always a tuple."""

    def constant(self, value: Any, dtype: DType | None) -> Any:
        """A Python or NumPy value as a value of this applier."""


class AppliedOps:
    """``self.op`` of a rule: every op as a method.

    ``op.MatMul(a, b, transpose_b=True)``: arguments by position as declared (a list
    where the signature takes several tensors), attributes by keyword. Python numbers
    take the dtype of the tensors they meet; ``name`` names the node. One result is
    returned as it is, several as a tuple.
    """

    __slots__ = ("_applier",)

    def __init__(self, applier: Applier) -> None:
        self._applier = applier

    def constant(self, value: Any, dtype: DType | None = None, name: str = "") -> Any:
        """A value of the rule's own, ``Const`` unless it is named."""
        return self._applier.constant(value, dtype, name or None)

    def __dir__(self) -> list[str]:
        return ["constant", *op_names()]

    def __getattr__(self, op: str) -> Callable[..., Any]:
        if not op[:1].isupper() and not is_op(op):
            raise NoSuchOpError(f"There is no op {op!r}.{did_you_mean(op)}")
        apply = self._applier.call

        def applied(*args: Any, name: str | None = None, **attrs: Any) -> Any:
            return apply(op, args, attrs, name)

        return applied
