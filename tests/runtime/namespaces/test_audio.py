"""Sound files as tensors; the texts of the errors are TensorFlow's."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest

import runtime as tf

SAMPLES = np.array([[0, 1], [-1, 0.5], [2, -2], [0.25, -0.3]], np.float32)
FILE = bytes.fromhex(
    "524946463400000057415645666d7420100000000100020044ac000010b10200040010006461746110"
    "0000000000ff7f00800040ff7f008000209ad9"
)
"""The samples as TensorFlow 2.21 writes them, 44,100 a second."""


def changed(place: int, data: bytes) -> bytes:
    return FILE[:place] + data + FILE[place + len(data) :]


def test_file_of_samples() -> None:
    assert tf.audio.encode_wav(SAMPLES, 44100).numpy() == FILE


def test_halves_are_rounded_away_from_zero() -> None:
    values = np.array([[0.5], [1.5], [-0.5], [-1.5], [np.nan]], np.float32) / 32768
    data = tf.audio.encode_wav(values, 1).numpy()[44:]
    assert struct.unpack("<5h", data) == (1, 2, -1, -2, 0)


@pytest.mark.parametrize("channels", [-1, 1, 2, 3])
@pytest.mark.parametrize("samples", [-1, 2, 6])
def test_samples_of_a_file(channels: int, samples: int) -> None:
    audio, rate = tf.audio.decode_wav(FILE, channels, samples)
    expected = np.clip(np.round(SAMPLES * 32768), -32768, 32767) / 32768
    if samples == 6:
        expected = np.concatenate([expected, np.zeros([2, 2])])
    elif samples == 2:
        expected = expected[:2]
    if channels == 3:
        expected = expected[:, [0, 1, 1]]
    elif channels == 1:
        expected = expected[:, :1]
    assert int(rate) == 44100
    np.testing.assert_array_equal(audio.numpy(), expected.astype(np.float32))


def test_other_chunks_are_skipped() -> None:
    junk = b"JUNK" + struct.pack("<I", 4) + b"abcd"
    for data in (FILE[:12] + junk + FILE[12:], FILE[:36] + junk + FILE[36:]):
        assert tf.audio.decode_wav(data).audio.shape == [4, 2]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "Data too short when trying to read string"),
        (FILE[:-3], "Data too short when trying to read string"),
        (changed(0, b"RIFX"), "Expected RIFF but found RIFX"),
        (changed(8, b"WAVX"), "Expected WAVE but found WAVX"),
        (changed(12, b"abcd"), "Unexpected field abcd"),
        (changed(16, b"\x11"), "Expected 16, 18, or 40, but got17"),
        (changed(20, b"\x03"), "Expected 1 .PCM., but got3"),
        (changed(22, b"\0"), "Expected at least 1, but got 0"),
        (changed(34, b"\x08"), "Can only read 16-bit WAV files, but received 8"),
        (changed(32, b"\x03"), "Expected 4 but got 3"),
        (changed(28, b"\x00"), "Bad bytes per second"),
        (FILE[:36], "No data chunk found in WAV"),
        ([FILE, FILE], r"contents must be scalar, got shape \[2\]"),
    ],
)
def test_files_that_are_refused(data: Any, message: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        tf.audio.decode_wav(data)


@pytest.mark.parametrize(
    ("samples", "rate", "message"),
    [
        ([1.0], 1, r"audio must be 2-dimensional\[1\]"),
        ([[1.0]], [1], "sample_rate should be a scalar tensor"),
        ([[1.0]], 0, "sample_rate must be in"),
        ([[]], 1, "num_channels must be in"),
    ],
)
def test_samples_that_are_refused(samples: Any, rate: Any, message: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        tf.audio.encode_wav(samples, rate)
