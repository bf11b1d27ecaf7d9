"""Rules that turn division by a constant into multiplication."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np

from graphir import dtypes
from graphir.node import Node
from graphir.rewrite.rewriter import Rewriter
from graphir.rewrite.rule import Exactness, RuleSet


class DivisionByPowerOfTwo:
    """The reciprocal of a power of two is exact, and a product is faster."""

    name: ClassVar[str] = "division_by_power_of_two"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("RealDiv", "Div")
    equation: ClassVar[str] = "x / 2^n = x * 2^-n for floats"

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Multiplies by the reciprocal."""
        value, divisor = node.inputs
        dtype = node.output.dtype
        if divisor.node.op != "Const" or dtype not in (dtypes.float32, dtypes.float64):
            return False
        array = divisor.constant_value()
        if array is None or not array.size or divisor.node.control_inputs:
            return False
        mantissa, exponent = np.frexp(array)
        # two further from the ends of the range, where reciprocals lose bits
        limit = np.finfo(array.dtype).maxexp - 2
        if not ((np.abs(mantissa) == 0.5) & (np.abs(exponent) < limit)).all():
            return False
        reciprocal = rewriter.constant((1 / array).astype(array.dtype), dtype)
        (new,) = rewriter.apply("Mul", [value, reciprocal], {})
        return rewriter.replace(new)


DIVISIONS: Final = RuleSet(DivisionByPowerOfTwo())
