"""Fourier transforms."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import Term
from graphir.shapes import Shape


def _complex(call: Call, x: Term) -> Term:
    """The last axis holds real numbers, or real and imaginary parts."""
    real = call.op.GatherV2(x, call.const(0), call.const(-1))
    if x.dims[-1] == 1:
        imaginary = call.op.ZerosLike(real)
    else:
        imaginary = call.op.GatherV2(x, call.const(1), call.const(-1))
    kind = dtypes.complex128 if x.dtype is dtypes.float64 else dtypes.complex64
    found: Term = call.op.Complex(real, imaginary, Tout=kind)
    return found


def _parts(call: Call, x: Term) -> Term:
    kind = dtypes.float64 if x.dtype is dtypes.complex128 else dtypes.float32
    found: Term = call.op.Pack(
        [call.op.Real(x, Tout=kind), call.op.Imag(x, Tout=kind)], axis=x.rank
    )
    return found


@reads("DFT")
def _dft(call: Call) -> Any:
    x, length = call[0], call.maybe(1)
    onesided = bool(call.attr("onesided", 0))
    inverse = bool(call.attr("inverse", 0))
    order = _order(call, x)
    moved = call.op.Transpose(_complex(call, x), order)
    back = call.op.InvertPermutation(order)
    if inverse and onesided:
        made = call.op.Transpose(_real_inverse(call, moved, length), back)
        return call.expand(made, [made.rank])
    if length is not None:
        moved = _of_length(call, moved, call.reshape(length, []))
    made = call.op.IFFT(moved) if inverse else call.op.FFT(moved)
    if onesided:
        count = call.size(moved, -1) // 2 + 1
        made = call.slice(made, {}, {moved.rank - 1: count})
    return _parts(call, call.op.Transpose(made, back))


def _order(call: Call, x: Term) -> Term:
    """The axes with the one of the transform last."""
    rank = x.rank - 1
    if call.version < 20:
        axis = call.const(call.attr("axis", 1))
    elif call.maybe(2) is None:
        axis = call.const(-2)
    else:
        axis = call.cast(call.reshape(call[2], []), dtypes.int64)
    known = axis.static
    if known is not None:
        last = int(known) % x.rank
        order = [each for each in range(rank) if each != last] + [last]
        return call.const(np.array(order, np.int64))
    last_axis = call.vector([(axis + x.rank) % x.rank])
    others = call.op.ListDiff(call.range(rank), last_axis, out_idx=dtypes.int64)[0]
    order_term = call.concat([others, last_axis], 0)
    order_term.value.shape = Shape([rank])
    return order_term


def _real_inverse(call: Call, x: Term, length: Any) -> Term:
    if length is None:
        count: Any = (call.size(x, -1) - 1) * 2
    else:
        count = call.reshape(length, [])
    kind = dtypes.float64 if x.dtype is dtypes.complex128 else dtypes.float32
    wanted = call.cast(call.vector([count]), dtypes.int32)
    found: Term = call.op.IRFFT(x, wanted, Treal=kind)
    return found


def _of_length(call: Call, x: Term, length: Term) -> Term:
    """The last axis cut, or filled with zeros."""
    size = call.cast(call.size(x, -1), dtypes.int64)
    kept = call.op.Minimum(size, call.cast(length, dtypes.int64))
    cut = call.slice(x, {}, {x.rank - 1: kept})
    missing = call.cast(length, dtypes.int64) - kept
    zero = call.const(0)
    rows = [call.op.Pack([zero, zero]) for _ in range(x.rank - 1)]
    table = call.op.Pack([*rows, call.op.Pack([zero, missing])])
    found: Term = call.op.PadV2(cut, table, call.const(0, x.dtype))
    return found


@reads("STFT")
def _stft(call: Call) -> Any:
    signal, window = call[0], call.maybe(2)
    step = call.reshape(call[1], [])
    step = call.cast(step, dtypes.int64)
    if call.maybe(3) is not None:
        length = call.cast(call.reshape(call[3], []), dtypes.int64)
    elif window is not None:
        length = call.reshape(call.vector([call.size(window, 0)]), [])
    else:
        raise call.refuse("neither a window nor the length of a frame.")
    size = call.cast(call.size(signal, 1), dtypes.int64)
    count = (size - length) // step + 1
    starts = call.expand(call.range(count) * step, [1])
    places = starts + call.expand(call.range(length), [0])
    frames = call.op.GatherV2(signal, places, call.const(1))
    made = _complex(call, frames)
    if window is not None:
        shifted = call.op.Complex(window, call.op.ZerosLike(window), Tout=made.dtype)
        made = made * shifted
    made = call.op.FFT(made)
    if call.attr("onesided", 1):
        made = call.slice(made, {}, {2: length // 2 + 1})
    return _parts(call, made)
