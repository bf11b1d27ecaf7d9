"""Scatter into a copy of a tensor, by index vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.ops.arrays.index_vectors import usable_vectors
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets
from graphir.shapes import Shape

_SIGNATURE = """(tensor: T, indices: Tindices, updates: T) -> (output: T)
    | T: type; Tindices: type in [int32,int64]; bad_indices_policy: string = ''
"""


class TensorScatter(Op):
    """Updates slices of ``tensor``, each selected by an index vector."""

    _combine: Callable[[Any, Any, Any], Any]

    def _taken(self, values: Any) -> Any:
        """The slices at the index vectors."""
        policy = self.bad_indices_policy
        return self.op.GatherNd(values, self.indices, bad_indices_policy=policy)

    def infer_shape(self) -> Shape:
        shape: Shape = self.tensor.shape
        return shape

    def compute(self, tensor: Any, indices: Any, updates: Any) -> Any:
        output, vectors = np.array(tensor), np.asarray(indices)
        if vectors.ndim < 1 or vectors.shape[-1] > output.ndim:
            raise self.invalid(
                f"The inner dimension of indices {in_brackets(vectors.shape)} must not "
                f"exceed the rank of the tensor {in_brackets(output.shape)}"
            )
        usable = usable_vectors(self, vectors, output.shape, "shape")
        expected = (*vectors.shape[:-1], *output.shape[vectors.shape[-1] :])
        if np.shape(updates) != expected:
            raise self.invalid(
                f"Dimensions [0,{vectors.ndim - 1}) of indices[shape="
                f"{in_brackets(vectors.shape)}] must match dimensions "
                f"[0,{vectors.ndim - 1}) of updates[shape="
                f"{in_brackets(np.shape(updates))}]"
            )
        if usable is not None:
            vectors, updates = vectors[usable], np.asarray(updates)[usable]
        index = (*np.moveaxis(vectors, -1, 0), Ellipsis)
        type(self)._combine(output, index, updates)
        return output


def _assign(output: Any, index: Any, updates: Any) -> None:
    output[index] = updates


class TensorScatterUpdate(
    TensorScatter,
    signature="TensorScatterUpdate"
    + _SIGNATURE.replace("[int32,int64]", "[int16,int32,int64,uint16]"),
):
    """The slices replaced; of several updates to one place the last counts."""

    _combine = staticmethod(_assign)

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        d_updates = self._taken(d_output)
        d_tensor = op.TensorScatterUpdate(
            d_output,
            self.indices,
            op.ZerosLike(d_updates),
            bad_indices_policy=self.bad_indices_policy,
        )
        return d_tensor, None, d_updates


class TensorScatterAdd(TensorScatter, signature="TensorScatterAdd" + _SIGNATURE):
    """Updates added to the slices."""

    _combine = staticmethod(np.add.at)

    def input_gradients(self, d_output: Any) -> Any:
        return d_output, None, self._taken(d_output)


class ScatterNdNonAliasingAdd(
    TensorScatterAdd,
    signature="""
        ScatterNdNonAliasingAdd(input: T, indices: Tindices, updates: T) -> (output: T)
        | T: type in [float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,
          qint32,bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64,bool];
          Tindices: type in [int32,int64]; bad_indices_policy: string = ''
    """,
):
    """TensorScatterAdd under its earlier name."""

    @property
    def tensor(self) -> Any:
        """The tensor to update, which this op calls ``input``."""
        return self.input


class TensorScatterSub(TensorScatter, signature="TensorScatterSub" + _SIGNATURE):
    """Updates subtracted from the slices."""

    _combine = staticmethod(np.subtract.at)

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        return d_output, None, op.Neg(self._taken(d_output))


class TensorScatterExtremum(TensorScatter):
    """The gradient goes to the extremum; ties share it."""

    def input_gradients(self, d_output: Any) -> Any:
        op, dtype = self.op, self.T
        kept = op.Cast(op.Equal(self.tensor, self.output), DstT=dtype)
        there = self._taken(self.output)
        taken = op.Cast(op.Equal(self.updates, there), DstT=dtype)
        shape = op.Shape(self.tensor, out_type=self.Tindices)
        policy, scattered = self.bad_indices_policy, (self.indices, taken, shape)
        winners = op.AddV2(kept, op.ScatterNd(*scattered, bad_indices_policy=policy))
        share = op.DivNoNan(d_output, winners)
        d_updates = op.Mul(self._taken(share), taken)
        return op.Mul(share, kept), None, d_updates


class TensorScatterMax(
    TensorScatterExtremum, signature="TensorScatterMax" + _SIGNATURE
):
    """The larger of slice and update, element by element."""

    _combine = staticmethod(np.maximum.at)


class TensorScatterMin(
    TensorScatterExtremum, signature="TensorScatterMin" + _SIGNATURE
):
    """The smaller of slice and update, element by element."""

    _combine = staticmethod(np.minimum.at)
