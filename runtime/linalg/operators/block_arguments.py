"""Arguments of block operators: one part per block."""

from __future__ import annotations

from typing import Any

from runtime.arrays.joining import concat, split
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class BlockOperator(LinearOperator):
    """A block operator, which accepts a list of blocks instead of a tensor."""

    def _block_sizes(self, by_rows: bool) -> list[int | None]:
        """How many rows, or columns, the blocks have."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define _block_sizes."
        )

    def matmul(
        self,
        x: TensorLike,
        adjoint: bool = False,
        adjoint_arg: bool = False,
        name: str = "matmul",
    ) -> Any:
        """The product with a matrix, a list of its blocks, or another operator.

        The matrix is [..., columns, k]; the result for a list is a list.

        Raises:
          ValueError: if the inner sizes differ, or for a tensor of another dtype.
        """
        sizes = self._block_sizes(adjoint)
        parts = _parts_of(x, sizes, -1 if adjoint_arg else -2)
        if parts is None:
            return super().matmul(x, adjoint, adjoint_arg, name)
        joined = concat(parts, -1 if adjoint_arg else -2)
        product = super().matmul(joined, adjoint, adjoint_arg, name)
        return split(product, self._block_sizes(not adjoint), axis=-2)

    def matvec(self, x: TensorLike, adjoint: bool = False, name: str = "matvec") -> Any:
        """The product with a vector [..., columns], or a list of its blocks.

        Raises:
          ValueError: if the inner sizes differ.
        """
        parts = _parts_of(x, self._block_sizes(adjoint), -1)
        if parts is None:
            return super().matvec(x, adjoint, name)
        product = super().matvec(concat(parts, -1), adjoint, name)
        return split(product, self._block_sizes(not adjoint), axis=-1)

    def solve(
        self,
        rhs: TensorLike,
        adjoint: bool = False,
        adjoint_arg: bool = False,
        name: str = "solve",
    ) -> Any:
        """Solves A x = rhs; rhs is a matrix, a list of its blocks, or an operator.

        The matrix is [..., rows, k]; the result for a list is a list.

        Raises:
          NotImplementedError: if the operator is known to be singular, or not square.
          ValueError: if the sizes differ.
        """
        sizes = self._block_sizes(not adjoint)
        parts = _parts_of(rhs, sizes, -1 if adjoint_arg else -2)
        if parts is None:
            return super().solve(rhs, adjoint, adjoint_arg, name)
        joined = concat(parts, -1 if adjoint_arg else -2)
        found = super().solve(joined, adjoint, adjoint_arg, name)
        return split(found, self._block_sizes(adjoint), axis=-2)

    def solvevec(self, rhs: Any, adjoint: bool = False, name: str = "solve") -> Any:
        """Solves A x = rhs for a vector rhs [..., rows], or a list of its blocks.

        Raises:
          NotImplementedError: if the operator is known to be singular, or not square.
          ValueError: if the sizes differ.
        """
        parts = _parts_of(rhs, self._block_sizes(not adjoint), -1)
        if parts is None:
            return super().solvevec(rhs, adjoint, name)
        found = super().solvevec(concat(parts, -1), adjoint, name)
        return split(found, self._block_sizes(adjoint), axis=-1)


def _parts_of(x: Any, sizes: list[int | None], axis: int) -> list[Tensor] | None:
    """The blocks, if a list of them is given; else None."""
    if not isinstance(x, (list, tuple)) or len(x) != len(sizes):
        return None
    parts = [convert_to_tensor(each) for each in x]
    if any(part.shape.rank is None or part.shape.rank < -axis for part in parts):
        return None
    for part, size in zip(parts, sizes):
        if None not in (size, part.shape[axis]) and size != part.shape[axis]:
            return None
    return parts
