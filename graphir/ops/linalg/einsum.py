"""Einstein summation."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.linalg.contractions import contraction_of
from graphir.shapes import UNKNOWN, Dimension, Shape, broadcast_shapes

_ELLIPSIS = "..."


def parse_equation(equation: str) -> tuple[list[str], str]:
    """The subscripts of the operands, and of the result.

    >>> parse_equation("ij,jk->ik")
    (['ij', 'jk'], 'ik')

    Raises:
      ValueError: without one arrow.
    """
    parts = equation.replace(" ", "").split("->")
    if len(parts) != 2:
        raise ValueError(f"Expecting exactly one '->' in einsum equation: {equation}")
    return parts[0].split(","), parts[1]


def _split(subscripts: str) -> tuple[str, str | None]:
    """Labels before and after the ellipsis; None without one."""
    before, dots, after = subscripts.partition(_ELLIPSIS)
    return before, after if dots else None


class Einsum(
    Op,
    signature="""
        Einsum(inputs: N*T) -> (output: T) | equation: string; N: int >= 1; T: type
    """,
    traits="precision_narrow",
):
    """The sum of products that the equation describes."""

    def _parsed(self) -> tuple[list[str], str]:
        operands, result = parse_equation(self.equation.decode())
        if len(operands) != self.N:
            raise self.invalid(
                f"Expected {len(operands)} inputs for equation "
                f"{self.equation.decode()} but got: {self.N}"
            )
        return operands, result

    def infer_shape(self) -> Shape:
        operands, result = self._parsed()
        sizes: dict[str, Dimension] = {}
        batch: Shape = Shape([])
        for subscripts, value in zip(operands, self.inputs, strict=True):
            shape = value.shape
            if shape.rank is None:
                if _split(subscripts)[1] is not None:
                    batch = UNKNOWN
                continue
            found = self._note_sizes(subscripts, shape, sizes)
            if batch.rank is not None:
                batch = broadcast_shapes(batch, found)
        before, after = _split(result)
        first = Shape([sizes.get(label) for label in before])
        if after is None:
            return first
        last = Shape([sizes.get(label) for label in after])
        return first.concatenate(batch).concatenate(last)

    def _note_sizes(self, subscripts: str, shape: Any, sizes: dict[str, Any]) -> Any:
        """Records the size of each label; the shape under the ellipsis."""
        before, after = _split(subscripts)
        rank = len(shape)
        named = len(before) + len(after or "")
        least = "" if after is None else "at least "
        if (after is None and rank != named) or rank < named:
            raise self.invalid(
                f"Expected input to have rank {least}{named} but got: {rank}"
            )
        dims = list(shape)
        end = rank - len(after or "")
        pairs = [*zip(before, dims), *zip(after or "", dims[end:])]
        for place, (label, size) in enumerate(pairs):
            known = sizes.setdefault(label, size)
            if known is None:
                sizes[label] = size
            elif size is not None and known != size:
                raise self.invalid(
                    f"Expected dimension {known} at axis {place} of the input shaped "
                    f"[{','.join(map(str, dims))}] but got dimension {size}"
                )
        return shape[len(before) : end]

    def compute(self, inputs: Any) -> Any:
        operands, result = self._parsed()
        sizes: dict[str, Any] = {}
        for subscripts, array in zip(operands, inputs, strict=True):
            self._note_sizes(subscripts, np.shape(array), sizes)
        dtype = inputs[0].dtype
        is_narrow = dtype.itemsize <= 2 and dtype.kind in "fV"
        arrays = [each.astype(np.float32) if is_narrow else each for each in inputs]
        products = contraction_of(*operands, result) if len(operands) == 2 else None
        if products is not None:
            first, second = arrays
            return products(first, second, sizes).astype(dtype, copy=False)
        unique = "".join(dict.fromkeys(result.replace(_ELLIPSIS, ".")))
        equation = f"{','.join(operands)}->{unique.replace('.', _ELLIPSIS)}"
        try:
            found = np.asarray(np.einsum(equation, *arrays, optimize=len(arrays) > 1))
        except ValueError as error:
            raise self.invalid(str(error)) from None
        if len(unique) < len(result.replace(_ELLIPSIS, ".")):
            found = _on_diagonals(found, unique, result)
        return found.astype(dtype)

    def input_gradients(self, d_output: Any) -> Any:
        operands, result = self._parsed()
        if len(operands) == 1:
            return ([self._gradient(0, d_output, operands, result)],)
        if len(operands) > 2:
            raise LookupError("Einsum has a gradient for one or two inputs.")
        return (
            [self._gradient(index, d_output, operands, result) for index in (0, 1)],
        )

    def _gradient(
        self, index: int, d_output: Any, operands: list[str], result: str
    ) -> Any:
        """The result's gradient times the other operand, summed to this operand."""
        op, operand = self.op, self.inputs[index]
        own = operands[index]
        others = [
            (subscripts, value)
            for place, (subscripts, value) in enumerate(zip(operands, self.inputs))
            if place != index
        ]
        seen = set(result).union(*(set(each) for each, _ in others))
        # a label of this operand alone was summed away: its gradient is spread again
        alone = [label for label in dict.fromkeys(own) if label not in seen]
        kept = "".join(label for label in own if label not in alone)
        if _ELLIPSIS in own and _ELLIPSIS not in kept:
            raise LookupError(
                "Einsum has no gradient where an ellipsis is summed away."
            )
        factors = [op.Conj(v) if v.dtype.is_complex else v for _, v in others]
        left = ",".join([result, *(each for each, _ in others)])
        if _ELLIPSIS in left and _ELLIPSIS not in kept:
            return self._without_ellipsis(left, kept, own, (d_output, factors), index)
        found = op.Einsum([d_output, *factors], equation=f"{left}->{kept}".encode())
        return self._spread(found, kept, own, operand)

    def _without_ellipsis(
        self, left: str, kept: str, own: str, values: tuple[Any, Any], index: int
    ) -> Any:
        """The ellipsis of the others is summed over."""
        d_output, factors = values
        equation = f"{left}->{_ELLIPSIS}{kept}".encode()
        found = self.op.Einsum([d_output, *factors], equation=equation)
        extra = (found.shape.rank or 0) - len(kept)
        summed = self.op.Sum(found, np.arange(extra, dtype=np.int32))
        return self._spread(summed, kept, own, self.inputs[index])

    def _spread(self, found: Any, kept: str, own: str, operand: Any) -> Any:
        op = self.op
        if kept != own:
            # put the lost labels back as axes of size 1, then repeat
            rank = operand.shape.rank
            if rank is None:
                raise LookupError("The gradient of Einsum needs known ranks.")
            before, after = _split(own)
            labels = [*before, *[None] * (rank - len(before) - len(after or ""))]
            labels += list(after or "")
            lost = [i for i, each in enumerate(labels) if each and each not in kept]
            if len(set(before + (after or ""))) < len(before + (after or "")):
                return self._spread_diagonal(found, kept, own, operand)
            for axis in lost:
                found = op.ExpandDims(found, axis)
            return op.BroadcastTo(found, op.Shape(operand))
        return _summed(op, found, operand)

    def _spread_diagonal(self, found: Any, kept: str, own: str, operand: Any) -> Any:
        """A summed label that stands twice: ones on its diagonals."""
        op, shape = self.op, operand.shape
        lost = [label for label in dict.fromkeys(own) if label not in kept]
        sizes = {label: shape[own.index(label)] for label in lost}
        if None in sizes.values() or _ELLIPSIS in own:
            raise LookupError("The gradient of Einsum needs known sizes here.")
        dtype = operand.dtype.numpy_dtype
        ones = [np.ones(sizes[label], dtype) for label in lost]
        for label, one in zip(lost, ones):
            found = op.Einsum(
                [found, one], equation=f"{kept},{label}->{kept}{label}".encode()
            )
            kept += label
        return op.Einsum([found], equation=f"{kept}->{own}".encode())


def _summed(op: Any, gradient: Any, operand: Any) -> Any:
    """Summed over what the ellipsis broadcast."""
    if operand.shape.is_fully_defined() and gradient.shape == operand.shape:
        return gradient
    whole = op.Shape(operand)
    axes, _ = op.BroadcastGradientArgs(whole, op.Shape(gradient))
    return op.Reshape(op.Sum(gradient, axes), whole)


def _on_diagonals(found: Any, unique: str, result: str) -> Any:
    """Puts an array on the diagonals that repeated labels of the result name."""
    if _ELLIPSIS in result:
        raise ValueError("Repeated labels beside an ellipsis in the result.")
    sizes = dict(zip(unique, found.shape))
    whole = np.zeros([sizes[label] for label in result], found.dtype)
    grids = dict(zip(unique, np.ogrid[tuple(slice(each) for each in found.shape)]))
    index = tuple(grids[label] for label in result)
    whole[index] = found
    return whole
