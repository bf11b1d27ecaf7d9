"""Hash functions of byte strings, with the values that TensorFlow's ops specify.

FarmHash's Fingerprint64 (Pike and Alakuijala, 2014), SipHash-2-4 (Aumasson and
Bernstein, 2012) and MurmurHash64A (Appleby, 2008), each from its description.
"""

from __future__ import annotations

from typing import Final

_MASK: Final = (1 << 64) - 1
_K0: Final = 0xC3A5C85C97CB3127
_K1: Final = 0xB492B66FBE98F273
_K2: Final = 0x9AE16A3B2F90404F


def _word(data: bytes, start: int, size: int = 8) -> int:
    return int.from_bytes(data[start : start + size], "little")


def _rotate_right(value: int, count: int) -> int:
    value &= _MASK
    return (value >> count | value << (64 - count)) & _MASK


def _shift_mix(value: int) -> int:
    value &= _MASK
    return value ^ value >> 47


def _mix(u: int, v: int, factor: int) -> int:
    a = _shift_mix((u ^ v) * factor)
    b = _shift_mix(((v & _MASK) ^ a) * factor)
    return b * factor & _MASK


def fingerprint64(data: bytes) -> int:
    """FarmHash's Fingerprint64.

    >>> hex(fingerprint64(b""))
    '0x9ae16a3b2f90404f'
    """
    size = len(data)
    if size <= 16:
        return _up_to_16(data, size)
    if size <= 32:
        return _up_to_32(data, size)
    if size <= 64:
        return _up_to_64(data, size)
    return _longer(data, size)


def _up_to_16(data: bytes, size: int) -> int:
    factor = _K2 + size * 2
    if size >= 8:
        a, b = _word(data, 0) + _K2, _word(data, size - 8)
        c = _rotate_right(b, 37) * factor + a
        return _mix(c & _MASK, (_rotate_right(a, 25) + b) * factor & _MASK, factor)
    if size >= 4:
        return _mix(size + (_word(data, 0, 4) << 3), _word(data, size - 4, 4), factor)
    if not size:
        return _K2
    y = data[0] + (data[size >> 1] << 8)
    z = size + (data[-1] << 2)
    return _shift_mix(y * _K2 & _MASK ^ z * _K0 & _MASK) * _K2 & _MASK


def _up_to_32(data: bytes, size: int) -> int:
    factor = _K2 + size * 2
    a, b = _word(data, 0) * _K1 & _MASK, _word(data, 8)
    c, d = _word(data, size - 8) * factor & _MASK, _word(data, size - 16) * _K2
    first = _rotate_right(a + b, 43) + _rotate_right(c, 30) + d
    return _mix(first & _MASK, (a + _rotate_right(b + _K2, 18) + c) & _MASK, factor)


def _up_to_64(data: bytes, size: int) -> int:
    factor = _K2 + size * 2
    a, b = _word(data, 0) * _K2 & _MASK, _word(data, 8)
    c, d = _word(data, size - 8) * factor & _MASK, _word(data, size - 16) * _K2
    y = (_rotate_right(a + b, 43) + _rotate_right(c, 30) + d) & _MASK
    z = _mix(y, (a + _rotate_right(b + _K2, 18) + c) & _MASK, factor)
    e, f = _word(data, 16) * factor & _MASK, _word(data, 24)
    g = (y + _word(data, size - 32)) * factor & _MASK
    h = (z + _word(data, size - 24)) * factor & _MASK
    first = _rotate_right(e + f, 43) + _rotate_right(g, 30) + h
    return _mix(first & _MASK, (e + _rotate_right(f + a, 18) + g) & _MASK, factor)


def _weak(data: bytes, start: int, a: int, b: int) -> tuple[int, int]:
    w, x, y, z = (_word(data, start + offset) for offset in (0, 8, 16, 24))
    a += w
    b = _rotate_right(b + a + z, 21)
    c = a
    a += x + y
    b += _rotate_right(a, 44)
    return (a + z) & _MASK, (b + c) & _MASK


def _longer(data: bytes, size: int) -> int:
    seed = 81
    y = seed * _K1 + 113 & _MASK
    z = _shift_mix(y * _K2 + 113) * _K2 & _MASK
    x = seed * _K2 + _word(data, 0) & _MASK
    v = w = (0, 0)
    end = (size - 1) // 64 * 64
    for start in range(0, end, 64):
        x, y, z, v, w = _round(data, start, (x, y, z, v, w), _K1, (1, 1))
    factor = _K1 + ((z & 0xFF) << 1)
    start = end + ((size - 1) & 63) - 63
    w0 = w[0] + ((size - 1) & 63)
    v0 = v[0] + w0 & _MASK
    w0 = w0 + v0 & _MASK
    state = (x, y, z, (v0, v[1]), (w0, w[1]))
    x, y, z, v, w = _round(data, start, state, factor, (9, 9))
    first = _mix(v[0], w[0], factor) + _shift_mix(y) * _K0 + z
    second = _mix(v[1], w[1], factor) + x
    return _mix(first & _MASK, second & _MASK, factor)


_State = tuple[int, int, int, tuple[int, int], tuple[int, int]]


def _round(
    data: bytes, start: int, state: _State, factor: int, weights: tuple[int, int]
) -> _State:
    x, y, z, v, w = state
    x = _rotate_right(x + y + v[0] + _word(data, start + 8), 37) * factor & _MASK
    y = _rotate_right(y + v[1] + _word(data, start + 48), 42) * factor & _MASK
    x ^= w[1] * weights[0] & _MASK
    y = y + v[0] * weights[1] + _word(data, start + 40) & _MASK
    z = _rotate_right(z + w[0], 33) * factor & _MASK
    v = _weak(data, start, v[1] * factor, x + w[0])
    w = _weak(data, start + 32, z + w[1], y + _word(data, start + 16))
    return z, y, x, v, w


def siphash24(data: bytes, key: tuple[int, int]) -> int:
    """SipHash-2-4 with a key of two 64-bit numbers.

    >>> key = (0x0706050403020100, 0x0F0E0D0C0B0A0908)
    >>> hex(siphash24(bytes(range(15)), key))  # the example of the paper
    '0xa129ca6149be45e5'
    """
    v = [
        key[0] ^ 0x736F6D6570736575,
        key[1] ^ 0x646F72616E646F6D,
        key[0] ^ 0x6C7967656E657261,
        key[1] ^ 0x7465646279746573,
    ]
    whole = len(data) // 8 * 8
    words = [_word(data, start) for start in range(0, whole, 8)]
    words.append(_word(data, whole) | (len(data) & 0xFF) << 56)
    for word in words:
        v[3] ^= word
        _sip_round(v)
        _sip_round(v)
        v[0] ^= word
    v[2] ^= 0xFF
    for _ in range(4):
        _sip_round(v)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def _sip_round(v: list[int]) -> None:
    def rotate_left(value: int, count: int) -> int:
        return _rotate_right(value, 64 - count)

    v[0] = v[0] + v[1] & _MASK
    v[1] = rotate_left(v[1], 13) ^ v[0]
    v[0] = rotate_left(v[0], 32)
    v[2] = v[2] + v[3] & _MASK
    v[3] = rotate_left(v[3], 16) ^ v[2]
    v[0] = v[0] + v[3] & _MASK
    v[3] = rotate_left(v[3], 21) ^ v[0]
    v[2] = v[2] + v[1] & _MASK
    v[1] = rotate_left(v[1], 17) ^ v[2]
    v[2] = rotate_left(v[2], 32)


def murmur64a(data: bytes, seed: int = 0xDECAFCAFFE) -> int:
    """MurmurHash64A; the default seed is TensorFlow's.

    >>> murmur64a(b"a") == murmur64a(b"a", 0xDECAFCAFFE)
    True
    """
    factor = 0xC6A4A7935BD1E995
    value = (seed ^ len(data) * factor) & _MASK
    whole = len(data) // 8 * 8
    for start in range(0, whole, 8):
        word = _word(data, start) * factor & _MASK
        word = (word ^ word >> 47) * factor & _MASK
        value = (value ^ word) * factor & _MASK
    if whole < len(data):
        value = (value ^ _word(data, whole)) * factor & _MASK
    value = (value ^ value >> 47) * factor & _MASK
    return value ^ value >> 47
