"""Complex numbers, which ONNX has as pairs, and Fourier transforms of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.node import Value
from graphir.onnx.contract.emission import (
    WRITING,
    Emitter,
    Out,
    writes_pairs,
)

_SINCE: Final = 17
"""The version of the op set that has the transform."""

_END: Final = 2**62


def give_pairs(out: Out, name: str) -> None:
    """Notes that the result of a rule is complex numbers as pairs."""
    out.emitter.pairs[out.node.output] = name


def joined_parts(out: Out, real: str, imaginary: str) -> str:
    """Pairs of two arrays."""
    last = out.const([-1])
    parts = [out.emit("Unsqueeze", [each, last]) for each in (real, imaginary)]
    made: str = out.emit("Concat", parts, axis=-1)
    return made


def part_of(out: Out, name: str, index: int) -> str:
    """The real parts of pairs, or the imaginary ones."""
    made: str = out.emit("Gather", [name, out.const(index)], axis=-1)
    return made


def pairs_of(out: Out, index: int) -> str:
    """An argument as pairs.

    Raises:
      UnsupportedOpError: if it is neither a constant nor the result of a rule.
    """
    return _pairs_of(out, out.value(index))


def _pairs_of(out: Out, value: Value) -> str:
    found = out.emitter.pair_of(value)
    if found is not None:
        return found
    known = value.constant_value()
    if known is None:
        raise out.refuse("complex numbers that come from outside.")
    array = np.stack([known.real, known.imag], -1)
    return out.const(array, _real(value.dtype.base_dtype))


def _real(dtype: DType) -> DType:
    return dtypes.float64 if dtype.name == "complex128" else dtypes.float32


# --- numbers


@writes_pairs("Complex")
def _complex(out: Out) -> Any:
    parts = [out[0], out[1]]
    if out.shape(0) != out.shape(1) or not out.shape(0).is_fully_defined():
        sizes = [out.emit("Shape", [each]) for each in parts]
        parts = [
            out.emit("Expand", list(each))
            for each in zip(parts, reversed(sizes), strict=True)
        ]
    give_pairs(out, joined_parts(out, *parts))


@writes_pairs("Cast")
def _cast(out: Out) -> Any:
    source, dtype = out.value(0).dtype.base_dtype, out.dtype
    if not dtype.is_complex:
        return out.emitter.cast(part_of(out, pairs_of(out, 0), 0), dtype)
    if source.is_complex:
        give_pairs(out, out.emitter.cast(pairs_of(out, 0), _real(dtype)))
        return None
    real = out.emitter.cast(out[0], _real(dtype))
    zeros = out.emitter.filled(out.emit("Shape", [real]), 0, _real(dtype))
    give_pairs(out, joined_parts(out, real, zeros))
    return None


@writes_pairs("Real")
def _real_part(out: Out) -> Any:
    return part_of(out, pairs_of(out, 0), 0)


@writes_pairs("Imag")
def _imaginary_part(out: Out) -> Any:
    return part_of(out, pairs_of(out, 0), 1)


@writes_pairs("ComplexAbs")
def _length(out: Out) -> Any:
    name = pairs_of(out, 0)
    if out.opset >= 18:
        return out.emit("ReduceL2", [name, out.const([-1])], keepdims=0)
    return out.emit("ReduceL2", [name], axes=[-1], keepdims=0)


@writes_pairs("Conj")
def _conjugate(out: Out) -> Any:
    give_pairs(out, _conjugated(out, pairs_of(out, 0)))


def _conjugated(out: Out, name: str) -> str:
    signs = out.const(np.array([1, -1]), _real(out.value(0).dtype.base_dtype))
    made: str = out.emit("Mul", [name, signs])
    return made


@writes_pairs("Mul")
def _product(out: Out) -> Any:
    (a, b), (c, d) = (
        [part_of(out, pairs_of(out, i), j) for j in range(2)] for i in range(2)
    )
    real = out.emit("Sub", [out.emit("Mul", [a, c]), out.emit("Mul", [b, d])])
    imaginary = out.emit("Add", [out.emit("Mul", [a, d]), out.emit("Mul", [b, c])])
    give_pairs(out, joined_parts(out, real, imaginary))


@writes_pairs("AddV2", "Sub", "Neg", "Identity", "Sum", "Mean")
@writes_pairs("Reshape", "Transpose", "ExpandDims", "Squeeze", "ConcatV2", "Pack")
@writes_pairs("Slice", "StridedSlice", "GatherV2", "ReverseV2", "Tile", "BroadcastTo")
@writes_pairs("Split", "SplitV", "Unpack", "Pad", "PadV2")
def _part_by_part(out: Out) -> Any:
    """What does the same to the real parts and to the imaginary ones."""
    rule = WRITING[out.node.op]
    found: list[Sequence[str]] = []
    for index in range(2):
        inner = Emitter(out.emitter.model, out.emitter)
        for value in out.node.inputs:
            if value.dtype.base_dtype.is_complex:
                name = _pairs_of(out, value)
                inner.names[value] = part_of(Out(inner, out.node), name, index)
        made = rule(Out(inner, out.node))
        if made is None:
            made = [inner.name_of(value) for value in out.node.outputs]
        out.emitter.nodes += inner.nodes
        found.append([made] if isinstance(made, str) else made)
    for value, real, imaginary in zip(out.node.outputs, *found, strict=True):
        out.emitter.pairs[value] = joined_parts(out, real, imaginary)


# --- transforms


def _transform(
    out: Out, name: str, axis: int, length: int | None = None, **flags: int
) -> str:
    """The transform of pairs, or of real numbers with a last axis of one."""
    if out.opset < _SINCE:
        raise out.refuse(f"transforms need opset {_SINCE}.")
    size = "" if length is None else out.const(length)
    if out.opset >= 20:
        made: str = out.emit("DFT", [name, size, out.const(axis)], **flags)
    else:
        made = out.emit("DFT", [name, size], axis=axis, **flags)
    return made


def _lengths(out: Out, count: int) -> list[int]:
    return [int(x) for x in out.known(1, "the length").reshape(count)]


def _axes(out: Out, count: int) -> list[int]:
    """The last axes of the numbers, the very last one first."""
    rank = out.rank(0)
    return list(range(rank - 1, rank - 1 - count, -1))


def _over_axes(count: int, inverse: int) -> Any:
    def rule(out: Out) -> Any:
        name = pairs_of(out, 0)
        for axis in _axes(out, count):
            name = _transform(out, name, axis, inverse=inverse)
        give_pairs(out, name)

    return rule


def _of_real_numbers(count: int) -> Any:
    def rule(out: Out) -> Any:
        lengths = _lengths(out, count)[::-1]
        last, *others = _axes(out, count)
        name = out.emit("Unsqueeze", [out[0], out.const([-1])])
        name = _of_length(out, name, last, lengths[0])
        name = _transform(out, name, last, onesided=1)
        for axis, length in zip(others, lengths[1:], strict=True):
            name = _transform(out, _of_length(out, name, axis, length), axis)
        give_pairs(out, name)

    return rule


def _to_real_numbers(count: int) -> Any:
    def rule(out: Out) -> Any:
        lengths = _lengths(out, count)[::-1]
        last, *others = _axes(out, count)
        name = pairs_of(out, 0)
        for axis, length in zip(others, lengths[1:], strict=True):
            name = _of_length(out, name, axis, length)
            name = _transform(out, name, axis, inverse=1)
        # the half that is left out mirrors the one that is there
        name = _of_length(out, name, last, lengths[0] // 2 + 1)
        mirrored = out.emit(
            "Slice",
            [
                _conjugated(out, name),
                out.const([(lengths[0] - 1) // 2]),
                out.const([0]),
                out.const([last]),
                out.const([-1]),
            ],
        )
        whole = out.emit("Concat", [name, mirrored], axis=last)
        return part_of(out, _transform(out, whole, last, inverse=1), 0)

    return rule


def _of_length(out: Out, name: str, axis: int, length: int) -> str:
    """An axis cut, or filled with zeros."""
    size = out.shape(0).as_list()[axis]
    if size == length:
        return name
    places = [out.const([each]) for each in (0, length, axis)]
    cut = out.emit("Slice", [name, *places])
    if size is not None and size > length:
        return str(cut)
    have = out.emit("Gather", [out.emit("Shape", [cut]), out.const([axis])], axis=0)
    missing = out.emit("Sub", [out.const([length]), have])
    rank = out.rank(0) + 1
    zeros = [
        out.const([0] * (rank + axis)),
        missing,
        out.const([0] * (rank - axis - 1)),
    ]
    pads = out.emit("Concat", zeros, axis=0)
    made: str = out.emit("Pad", [cut, pads])
    return made


for _count, _name in enumerate(("", "2D", "3D"), 1):
    writes_pairs(f"FFT{_name}")(_over_axes(_count, 0))
    writes_pairs(f"IFFT{_name}")(_over_axes(_count, 1))
    writes_pairs(f"RFFT{_name}")(_of_real_numbers(_count))
    writes_pairs(f"IRFFT{_name}")(_to_real_numbers(_count))
