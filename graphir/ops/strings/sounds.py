"""WAV files: 16-bit samples as floats from -1 to 1.

The format is RIFF with a `fmt ` chunk and a `data` chunk, as in "Multimedia Programming
Interface and Data Specifications 1.0" (IBM and Microsoft, 1991).
"""

from __future__ import annotations

import struct
from typing import Any, Final, NamedTuple

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.ranks import text_of
from graphir.shapes import Shape

_PCM: Final = 1
_EXTENSIBLE: Final = 0xFFFE
_SCALE: Final = np.float32(1 << 15)


class _Format(NamedTuple):
    """The content of the `fmt ` chunk."""

    kind: int
    channels: int
    sample_rate: int
    bytes_per_second: int
    bytes_per_frame: int
    bits: int


class _Reader:
    """Goes through the bytes of a file."""

    def __init__(self, call: Op, data: bytes) -> None:
        self._call = call
        self._data = data
        self._place = 0

    def take(self, count: int) -> bytes:
        """The next bytes.

        Raises:
          InvalidArgumentError: if there are fewer.
        """
        end = self._place + count
        if end > len(self._data):
            raise self._call.invalid("Data too short when trying to read string")
        found = self._data[self._place : end]
        self._place = end
        return found

    def expect(self, text: bytes) -> None:
        """Reads this text.

        Raises:
          InvalidArgumentError: if another stands there.
        """
        found = self.take(len(text))
        if found != text:
            raise self._call.invalid(
                f"Header mismatch: Expected {text.decode()} but found "
                f"{found.decode('latin-1')}"
            )

    def number(self) -> int:
        """Four bytes as a number."""
        return int.from_bytes(self.take(4), "little")

    def is_done(self) -> bool:
        """Whether nothing is left."""
        return self._place >= len(self._data)


class DecodeWav(
    Op,
    signature="""
        DecodeWav(contents: string) -> (audio: float, sample_rate: int32)
        | desired_channels: int = -1; desired_samples: int = -1
    """,
):
    """The samples of a WAV file, [samples, channels], and how many there are a second.

    Missing channels repeat the last, missing samples are 0.
    """

    input_gradients = not_differentiable

    def infer_shape(self) -> tuple[Shape, Shape]:
        self.contents.shape.with_rank(0)
        sizes = (self.desired_samples, self.desired_channels)
        return Shape([None if size < 0 else size for size in sizes]), Shape([])

    def compute(self, contents: Any) -> Any:
        data = text_of(contents, "contents")
        about, samples = self._read(_Reader(self, data))
        audio = samples.reshape(-1, about.channels).astype(np.float32) / _SCALE
        return self._fitted(audio), np.int32(about.sample_rate)

    def _read(self, reader: _Reader) -> tuple[_Format, Any]:
        reader.expect(b"RIFF")
        reader.number()
        reader.expect(b"WAVE")
        name = reader.take(4)
        if name == b"JUNK":
            reader.take(reader.number())
            name = reader.take(4)
        if name != b"fmt ":
            raise self.invalid(f"Unexpected field {name.decode('latin-1')}")
        about = self._format(reader)
        while not reader.is_done():
            name = reader.take(4)
            data = reader.take(reader.number())
            if name == b"data":
                whole = len(data) // about.bytes_per_frame * about.bytes_per_frame
                return about, np.frombuffer(data[:whole], "<i2")
        raise self.invalid("No data chunk found in WAV")

    def _format(self, reader: _Reader) -> _Format:
        size = reader.number()
        if size not in (16, 18, 40):
            raise self.invalid(
                f"Bad format chunk size for WAV: Expected 16, 18, or 40, but got{size}"
            )
        data = reader.take(size)
        about = _Format(*struct.unpack("<HHIIHH", data[:16]))
        kind = about.kind
        if kind == _EXTENSIBLE and size == 40:
            kind = int.from_bytes(data[24:26], "little")
        if kind != _PCM:
            raise self.invalid(
                f"Bad audio format for WAV: Expected 1 (PCM), but got{kind}"
            )
        self._check(about)
        return about

    def _check(self, about: _Format) -> None:
        if about.channels < 1:
            raise self.invalid(
                f"Bad number of channels for WAV: Expected at least 1, but got "
                f"{about.channels}"
            )
        if about.bits != 16:
            raise self.invalid(
                f"Can only read 16-bit WAV files, but received {about.bits}"
            )
        frame = about.channels * 2
        if about.bytes_per_frame != frame:
            raise self.invalid(
                f"Bad bytes per sample in WAV header: Expected {frame} but got "
                f"{about.bytes_per_frame}"
            )
        if about.bytes_per_second != frame * about.sample_rate:
            raise self.invalid(
                f"Bad bytes per second in WAV header: Expected "
                f"{frame * about.sample_rate} but got {about.bytes_per_second} "
                f"(sample_rate={about.sample_rate}, bytes_per_sample={frame})"
            )

    def _fitted(self, audio: Any) -> Any:
        samples, channels = self.desired_samples, self.desired_channels
        if samples >= 0:
            missing = max(0, samples - len(audio))
            audio = np.pad(audio[:samples], [(0, missing), (0, 0)])
        if channels >= 0:
            missing = max(0, channels - audio.shape[1])
            audio = np.pad(audio[:, :channels], [(0, 0), (0, missing)], "edge")
        return audio


class EncodeWav(
    Op,
    signature="EncodeWav(audio: float, sample_rate: int32) -> (contents: string)",
):
    """A WAV file of samples, [samples, channels], which are clipped to -1 ... 1."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        self.audio.shape.with_rank(2)
        self.sample_rate.shape.with_rank(0)
        return Shape([])

    def compute(self, audio: Any, sample_rate: Any) -> Any:
        if np.ndim(audio) != 2:
            shape = ",".join(map(str, np.shape(audio)))
            raise self.invalid(f"audio must be 2-dimensional[{shape}]")
        if np.ndim(sample_rate):
            shape = ",".join(map(str, np.shape(sample_rate)))
            raise self.invalid(
                f"Input sample_rate should be a scalar tensor, got [{shape}] instead."
            )
        frame, rate = 2 * audio.shape[1], int(sample_rate)
        if not 0 < audio.shape[1] < 1 << 16:
            raise self.invalid(
                f"num_channels must be in (0, 2^16), got: {audio.shape[1]}"
            )
        if rate <= 0:
            raise self.invalid(f"sample_rate must be in (0, 2^32), got: {rate}")
        samples = _rounded(audio).tobytes()
        about = (_PCM, audio.shape[1], rate, rate * frame, frame, 16)
        head = b"WAVEfmt " + struct.pack("<IHHIIHH", 16, *about)
        body = head + b"data" + struct.pack("<I", len(samples)) + samples
        return b"RIFF" + struct.pack("<I", len(body)) + body


def _rounded(audio: Any) -> Any:
    """The nearest 16-bit numbers, halves away from zero; 0 for NaN."""
    scaled = np.nan_to_num(audio, nan=0.0) * _SCALE
    nearest = np.trunc(scaled + np.copysign(np.float32(0.5), scaled))
    return np.clip(nearest, -32768, 32767).astype("<i2")
