"""Stateful random ops; the runtime has their kernels."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import (
    Op,
    needs_runtime,
    no_gradient,
    not_differentiable,
)
from graphir.ops.random.random_choices import classes_shape
from graphir.ops.random.random_variates import alpha_gradient
from graphir.shapes import Shape

_SEEDS = "seed: int = 0; seed2: int = 0"
_FLOATS = "dtype: type in [half,bfloat16,float,double]; T: type in [int32,int64]"


class Stateful(Op):
    """A generator belongs to the op; its first input is the shape of the result."""

    compute = needs_runtime
    input_gradients: Any = not_differentiable

    def infer_shape(self) -> Shape | list[Shape]:
        return self.constant_as_shape("shape")


class RandomUniform(
    Stateful,
    signature=f"""
        RandomUniform(shape: T) -> (output: dtype) | {_SEEDS}; {_FLOATS} | stateful
    """,
    traits="unordered",
):
    """Numbers in [0, 1)."""


class RandomUniformInt(
    Stateful,
    signature=f"""
        RandomUniformInt(shape: T, minval: Tout, maxval: Tout) -> (output: Tout)
        | {_SEEDS}; Tout: type in [int32,int64]; T: type in [int32,int64]
        | stateful
    """,
    traits="unordered",
):
    """Integers in [minval, maxval)."""


class RandomStandardNormal(
    Stateful,
    signature=f"""
        RandomStandardNormal(shape: T) -> (output: dtype)
        | {_SEEDS}; {_FLOATS} | stateful
    """,
    traits="unordered",
):
    """Numbers of mean 0 and deviation 1."""


class TruncatedNormal(
    Stateful,
    signature=f"""
        TruncatedNormal(shape: T) -> (output: dtype) | {_SEEDS}; {_FLOATS} | stateful
    """,
    traits="unordered",
):
    """Normal numbers between -2 and 2."""


class ParameterizedTruncatedNormal(
    Stateful,
    signature=f"""
        ParameterizedTruncatedNormal(shape: T, means: dtype, stdevs: dtype,
        minvals: dtype, maxvals: dtype) -> (output: dtype)
        | {_SEEDS}; {_FLOATS} | stateful
    """,
    traits="unordered",
):
    """Truncated normal numbers, with parameters for each entry of the first axis."""


class RandomGamma(
    Stateful,
    signature=f"""
        RandomGamma(shape: S, alpha: T) -> (output: T)
        | {_SEEDS}; S: type in [int32,int64]; T: type in [half,float,double]
        | stateful
    """,
    traits="unordered",
):
    """Gamma variates of scale 1, an array of shape ``shape`` for each alpha."""

    def input_gradients(self, d_output: Any) -> Any:
        return None, alpha_gradient(self, d_output)

    def infer_shape(self) -> Shape:
        shape: Shape = self.alpha.shape
        return self.constant_as_shape("shape").concatenate(shape)


class RandomPoissonV2(
    Stateful,
    signature=f"""
        RandomPoissonV2(shape: S, rate: R) -> (output: dtype)
        | {_SEEDS}; S: type in [int32,int64];
          R: type in [half,float,double,int32,int64] = double;
          dtype: type in [half,float,double,int32,int64] = int64
        | stateful
    """,
    traits="unordered",
    earlier_name="RandomPoisson",
):
    """Poisson variates, an array of shape ``shape`` for each rate."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.rate.shape
        return self.constant_as_shape("shape").concatenate(shape)


class Multinomial(
    Stateful,
    signature=f"""
        Multinomial(logits: T, num_samples: int32) -> (output: output_dtype)
        | {_SEEDS}; T: type in real; output_dtype: type in [int32,int64] = int64
        | stateful
    """,
    traits="unordered",
):
    """Class numbers drawn by their unnormalized log-probabilities."""

    def infer_shape(self) -> Shape:
        return classes_shape(self)


class RandomShuffle(
    Stateful,
    signature=f"RandomShuffle(value: T) -> (output: T) | {_SEEDS}; T: type | stateful",
    traits="unordered",
):
    """The slices along the first axis in random order."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.value.shape
        return shape


class RngReadAndSkip(
    Stateful,
    signature="""
        RngReadAndSkip(resource: resource, alg: int32, delta: uint64) -> (value: int64)
        | stateful
    """,
    handles="variable",
):
    """Reads the state of a generator in a variable, and advances the generator."""

    def infer_shape(self) -> Shape:
        return Shape([3])


class RngSkip(
    Stateful,
    signature="""
        RngSkip(resource: resource, algorithm: int64, delta: int64) -> () | stateful
    """,
    handles="variable",
):
    """Advances a generator in a variable."""

    def infer_shape(self) -> list[Shape]:
        return []


class NonDeterministicInts(
    Stateful,
    signature="""
        NonDeterministicInts(shape: shape_dtype) -> (output: dtype)
        | dtype: type = int64; shape_dtype: type = int64
        | stateful
    """,
):
    """Random integers without a seed: different in each run."""


class StatefulRandomBinomial(
    Stateful,
    signature="""
        StatefulRandomBinomial(
            resource: resource, algorithm: int64, shape: S, counts: T, probs: T)
        -> (output: dtype)
        | S: type in [int32,int64]; T: type in [half,float,double,int32,int64] = double;
          dtype: type in [half,float,double,int32,int64] = int64
        | stateful
    """,
    handles="variable",
):
    """How many of ``counts`` trials succeed, by a generator in a variable."""

    input_gradients = no_gradient


class StatefulStandardNormalV2(
    Stateful,
    signature="""
        StatefulStandardNormalV2(resource: resource, algorithm: int64,
        shape: shape_dtype) -> (output: dtype)
        | dtype: type = float; shape_dtype: type = int64 | stateful
    """,
    handles="variable",
):
    """Numbers of mean 0 and deviation 1, by a generator in a variable."""


class StatefulTruncatedNormal(
    Stateful,
    signature="""
        StatefulTruncatedNormal(resource: resource, algorithm: int64,
        shape: shape_dtype) -> (output: dtype)
        | dtype: type = float; shape_dtype: type = int64 | stateful
    """,
    handles="variable",
):
    """Normal numbers within two deviations, by a generator in a variable."""


class StatefulUniform(
    Stateful,
    signature="""
        StatefulUniform(resource: resource, algorithm: int64,
        shape: shape_dtype) -> (output: dtype)
        | dtype: type = float; shape_dtype: type = int64 | stateful
    """,
    handles="variable",
):
    """Numbers in [0, 1), by a generator in a variable."""


class StatefulUniformFullInt(
    Stateful,
    signature="""
        StatefulUniformFullInt(resource: resource, algorithm: int64,
        shape: shape_dtype) -> (output: dtype)
        | dtype: type = uint64; shape_dtype: type = int64 | stateful
    """,
    handles="variable",
):
    """Integers over the whole range, by a generator in a variable."""


class StatefulUniformInt(
    Stateful,
    signature="""
        StatefulUniformInt(resource: resource, algorithm: int64,
        shape: shape_dtype, minval: dtype, maxval: dtype) -> (output: dtype)
        | dtype: type = int64; shape_dtype: type = int64 | stateful
    """,
    handles="variable",
):
    """Integers in [minval, maxval), by a generator in a variable."""
