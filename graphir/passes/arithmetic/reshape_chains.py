"""Rules for chains of reshapes, which keep the order of elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import numpy as np

from graphir import dtypes
from graphir.node import Node
from graphir.rewrite.rewriter import Rewriter
from graphir.rewrite.rule import Exactness, RuleSet

SAME_ORDER: Final = ("Reshape", "Squeeze", "ExpandDims")


class ReshapeChain:
    """Two of Reshape, Squeeze and ExpandDims are one Reshape, or none."""

    name: ClassVar[str] = "reshape_chain"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = SAME_ORDER
    equation: ClassVar[str] = (
        "Squeeze(ExpandDims(x, a)) = x; Squeeze(Reshape(x, s)) = Reshape(x, t), where "
        "the shape is known"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Reads the first tensor of the chain."""
        inner = node.inputs[0].node
        shape = node.output.shape
        if inner.op not in SAME_ORDER or not shape.is_fully_defined():
            return False
        source = inner.inputs[0]
        if source.shape.is_fully_defined() and source.shape == shape:
            return rewriter.replace(source, [inner])
        if node.op == "Reshape" and inner.op == "Reshape":
            return False  # a rule of its own, which needs no known shape
        sizes = rewriter.constant(np.array(shape.as_ints(), np.int32), dtypes.int32)
        (new,) = rewriter.apply("Reshape", [source, sizes], {})
        return rewriter.replace(new, [inner], has_same_shape=True)


CHAINS: Final = RuleSet(ReshapeChain())
