"""Fourier transforms."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import Term


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
    rank = x.rank - 1
    if call.version < 20:
        axis = call.attr("axis", 1)
    else:
        axis = call.ints(2, "the axis")[0] if call.maybe(2) is not None else -2
    axis = axis % x.rank
    onesided = bool(call.attr("onesided", 0))
    inverse = bool(call.attr("inverse", 0))
    order = [each for each in range(rank) if each != axis] + [axis]
    moved = call.transpose(_complex(call, x), order)
    if inverse and onesided:
        return _real_inverse(call, moved, order, length)
    if length is not None:
        moved = _of_length(call, moved, call.reshape(length, []))
    made = call.op.IFFT(moved) if inverse else call.op.FFT(moved)
    if onesided:
        count = call.size(moved, -1) // 2 + 1
        made = call.slice(made, {}, {rank - 1: count})
    return _parts(call, _back(call, made, order))


def _back(call: Call, x: Term, order: list[int]) -> Term:
    back = sorted(range(len(order)), key=lambda each: order[each])
    return call.transpose(x, back)


def _real_inverse(call: Call, x: Term, order: list[int], length: Any) -> Term:
    if length is None:
        count: Any = (call.size(x, -1) - 1) * 2
    else:
        count = call.reshape(length, [])
    kind = dtypes.float64 if x.dtype is dtypes.complex128 else dtypes.float32
    wanted = call.cast(call.vector([count]), dtypes.int32)
    made = call.op.IRFFT(x, wanted, Treal=kind)
    return call.expand(_back(call, made, order), [len(order)])


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
