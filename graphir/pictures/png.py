"""PNG files: lossless reading of all color types and depths, and writing.

https://www.w3.org/TR/png/ describes the format.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.pictures.channels import check_size

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"

_SAMPLES: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Samples of a pixel, by kind of color."""

_DEPTHS: Final = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16)}
_PALETTE: Final = 3

# Adam7: first row and column of each pass, and the steps between them
_PASSES: Final = (
    ((0, 0), (8, 8)),
    ((0, 4), (8, 8)),
    ((4, 0), (8, 4)),
    ((0, 2), (4, 4)),
    ((2, 0), (4, 2)),
    ((0, 1), (2, 2)),
    ((1, 0), (2, 1)),
)


@dataclass(frozen=True, slots=True)
class Header:
    """The content of the first chunk."""

    width: int
    height: int
    depth: int
    kind: int
    is_interlaced: bool

    @property
    def samples(self) -> int:
        """Samples of a pixel in the file."""
        return _SAMPLES[self.kind]

    def row_bytes(self, width: int) -> int:
        """Bytes of a row that is so many pixels wide."""
        return (width * self.samples * self.depth + 7) // 8


def _invalid(what: str) -> InvalidArgumentError:
    return InvalidArgumentError(f"Invalid PNG. {what}")


def read_png(data: bytes) -> Any:
    """The image, [height, width, samples] of uint8 or uint16; palettes resolved.

    Raises:
      InvalidArgumentError: for data that is no whole PNG file.
    """
    chunks = list(_chunks(data))
    if not chunks or chunks[0][0] != b"IHDR":
        raise _invalid("Failed to initialize decoder.")
    header = _header(chunks[0][1])
    packed = b"".join(content for name, content in chunks if name == b"IDAT")
    samples = _image(header, _inflated(header, packed))
    return _resolved(header, samples, dict(reversed(chunks)))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    position = len(SIGNATURE)
    while position + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, position)
        end = position + 8 + length
        content = data[position + 8 : end]
        if len(content) < length or end + 4 > len(data):
            return  # cut off: what is missing is missed later
        if zlib.crc32(data[position + 4 : end]) != int.from_bytes(
            data[end : end + 4], "big"
        ):
            raise _invalid(f"Checksum of chunk {name!r} is wrong.")
        yield name, content
        position = end + 4


def _header(content: bytes) -> Header:
    if len(content) != 13:
        raise _invalid("Failed to initialize decoder.")
    width, height, depth, kind, *methods = struct.unpack(">IIBBBBB", content)
    if depth not in _DEPTHS.get(4 if kind == 6 else kind, ()):
        raise _invalid(f"There is no color type {kind} of {depth} bits.")
    if methods[0] or methods[1] or methods[2] > 1:
        raise _invalid("Compression, filter or interlacing is unknown.")
    check_size(height, width, _SAMPLES[kind])
    return Header(width, height, depth, kind, bool(methods[2]))


def _sizes(header: Header) -> list[tuple[int, int]]:
    """Height and width of each pass."""
    if not header.is_interlaced:
        return [(header.height, header.width)]
    return [
        (-(-(header.height - row) // down), -(-(header.width - column) // right))
        for (row, column), (down, right) in _PASSES
    ]


def _inflated(header: Header, packed: bytes) -> bytes:
    expected = sum(
        height * (1 + header.row_bytes(width))
        for height, width in _sizes(header)
        if height > 0 and width > 0
    )
    try:
        # never more than the header announces, whatever the data would become
        content = zlib.decompressobj().decompress(packed, expected)
    except zlib.error as error:
        raise _invalid(f"Failed to read the pixels: {error}.") from None
    if len(content) < expected:
        raise _invalid("Failed to read all pixels: the data is cut off.")
    return content


def _image(header: Header, content: bytes) -> Any:
    if not header.is_interlaced:
        return _pass(header, content, header.height, header.width)
    whole: Any = None
    position = 0
    for (height, width), (first, steps) in zip(_sizes(header), _PASSES):
        if height <= 0 or width <= 0:
            continue
        size = height * (1 + header.row_bytes(width))
        part = _pass(header, content[position : position + size], height, width)
        position += size
        if whole is None:
            whole = np.zeros((header.height, header.width, header.samples), part.dtype)
        whole[first[0] :: steps[0], first[1] :: steps[1]] = part
    return whole


def _pass(header: Header, content: bytes, height: int, width: int) -> Any:
    row_bytes = header.row_bytes(width)
    rows = np.frombuffer(content, np.uint8).reshape(height, 1 + row_bytes)
    pixel = max(1, header.samples * header.depth // 8)
    plain = unfiltered(rows[:, 0], rows[:, 1:], pixel)
    if header.depth == 16:
        samples: Any = plain.reshape(-1).view(">u2").astype(np.uint16)
    elif header.depth == 8:
        samples = plain
    else:
        samples = _unpacked(plain, header.depth)[:, : width * header.samples]
    return samples.reshape(height, width, header.samples)


def _unpacked(rows: Any, depth: int) -> Any:
    bits = np.unpackbits(rows, axis=1).reshape(len(rows), -1, depth)
    weights = 1 << np.arange(depth - 1, -1, -1)
    return (bits * weights).sum(2).astype(np.uint8)


_TOGETHER: Final = 512
"""Rows done together: enough for long diagonals, and little memory."""


def unfiltered(kinds: Any, rows: Any, pixel: int) -> Any:
    """The bytes of the rows, from their differences to left, upper and both.

    Raises:
      InvalidArgumentError: for an unknown kind of filter.
    """
    if kinds.size and kinds.max() > 4:
        raise _invalid(f"There is no filter {int(kinds.max())}.")
    if not kinds.any():
        return rows.copy()
    plain = np.empty_like(rows)
    above = np.zeros((rows.shape[1] // pixel, pixel), np.int16)
    for start in range(0, len(rows), _TOGETHER):
        part = slice(start, start + _TOGETHER)
        given = rows[part].reshape(len(kinds[part]), -1, pixel)
        found = _without_filters(kinds[part, None], given, above)
        plain[part] = found.reshape(plain[part].shape)
        above = found[-1]
    return plain


def _without_filters(kinds: Any, rows: Any, above_all: Any) -> Any:
    """The same for some rows [height, width, bytes of a pixel] under another one.

    A pixel needs its left, upper and upper left neighbors. Those of an anti-diagonal
    do not need each other, so each diagonal is one step.
    """
    height, width, pixel = rows.shape
    # pixel (row, column) stands at (column + row + 1, row + 1): diagonals become rows
    skewed = np.zeros((width + height + 1, height + 1, pixel), np.int16)
    given = np.zeros((width + height, height, pixel), np.int16)
    row, column = np.indices((height, width), sparse=True)
    given[row + column, row] = rows
    skewed[:width, 0] = above_all
    nothing = np.zeros((1, pixel), np.int16)
    for step in range(width + height - 1):
        low, high = max(0, step - width + 1), min(height, step + 1)
        left, above = skewed[step, low + 1 : high + 1], skewed[step, low:high]
        corner = skewed[step - 1, low:high] if step else nothing
        predicted = _predicted(kinds[low:high], left, above, corner)
        found = (given[step, low:high] + predicted) & 255
        skewed[step + 1, low + 1 : high + 1] = found
    return skewed[row + column + 1, row + 1]


def _predicted(kind: Any, left: Any, above: Any, corner: Any) -> Any:
    guess = left + above - corner
    from_left, from_above = np.abs(guess - left), np.abs(guess - above)
    from_corner = np.abs(guess - corner)
    nearest = np.where(
        (from_left <= from_above) & (from_left <= from_corner),
        left,
        np.where(from_above <= from_corner, above, corner),
    )
    choices = [left, above, (left + above) >> 1, nearest]
    return np.select([kind == each for each in (1, 2, 3, 4)], choices, 0)


def _resolved(header: Header, samples: Any, chunks: dict[bytes, bytes]) -> Any:
    if header.kind == _PALETTE:
        return _from_palette(samples[..., 0], chunks)
    if header.depth < 8:
        samples = samples * np.uint8(255 // (2**header.depth - 1))
    return samples


def _from_palette(indices: Any, chunks: dict[bytes, bytes]) -> Any:
    colors = np.frombuffer(chunks.get(b"PLTE", b""), np.uint8)
    if not colors.size or colors.size % 3:
        raise _invalid("The palette is missing.")
    palette = np.zeros((256, 3), np.uint8)
    palette[: colors.size // 3] = colors.reshape(-1, 3)[:256]
    given = chunks.get(b"tRNS")
    if given is None:
        return palette[indices]
    alpha = np.full((256, 1), 255, np.uint8)
    alpha[: len(given), 0] = np.frombuffer(given, np.uint8)[:256]
    return np.concatenate([palette, alpha], 1)[indices]


_KINDS: Final = {1: 0, 2: 4, 3: 2, 4: 6}
"""The kind of color for a number of channels."""


def write_png(image: Any, compression: int = -1) -> bytes:
    """The file of an image [height, width, 1 to 4] of uint8 or uint16."""
    height, width, channels = image.shape
    depth = image.dtype.itemsize * 8
    header = struct.pack(">IIBBBBB", width, height, depth, _KINDS[channels], 0, 0, 0)
    big = image.astype(image.dtype.newbyteorder(">"))
    rows = np.ascontiguousarray(big).view(np.uint8).reshape(height, -1)
    filtered = np.full((height, rows.shape[1] + 1), 2, np.uint8)
    filtered[0, 1:] = rows[0]
    filtered[1:, 1:] = rows[1:] - rows[:-1]  # differences to the row above
    packed = zlib.compress(filtered.tobytes(), compression)
    parts = ((b"IHDR", header), (b"IDAT", packed), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(*each) for each in parts)


def _chunk(name: bytes, content: bytes) -> bytes:
    checked = name + content
    size = struct.pack(">I", len(content))
    return size + checked + struct.pack(">I", zlib.crc32(checked))
