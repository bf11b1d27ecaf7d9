"""Files of every kind with bytes changed: read as before, or refused clearly.

A step is `[mutation, file, position, value]`; positions are shares of a file's length,
so that they mean something after other steps too. The last step may mend checksums,
so that what is behind them is reached.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from tests.fuzz.kinds import Kind, Steps
from tests.fuzz.outcomes import fault_of
from tests.fuzz.reading import READERS
from tests.fuzz.seeds import SEEDS, copy_of_seed, seed_files

TEXTS: Final = ("pbtxt", "json")
HOSTILE: Final = (
    *("-1", "9223372036854775807", "-9223372036854775808", "1e999", "nan", "{", "}"),
    *('"', "\\", "DT_STRING", "DT_VARIANT", "null", "[", "\\377", "[[[[[[[["),
)


def _flip(data: bytearray, at: int, value: int) -> None:
    if data:
        data[at % len(data)] ^= 1 << value % 8


def _put(data: bytearray, at: int, value: int) -> None:
    if data:
        data[at % len(data)] = value % 256


def _cut(data: bytearray, at: int, value: int) -> None:
    del data[at:]


def _drop(data: bytearray, at: int, value: int) -> None:
    del data[at : at + 1 + value % 16]


def _twice(data: bytearray, at: int, value: int) -> None:
    data[at:at] = data[at : at + 1 + value]


def _zero(data: bytearray, at: int, value: int) -> None:
    size = len(data[at : at + value % 32])
    data[at : at + size] = bytes(size)


def _large(data: bytearray, at: int, value: int) -> None:
    """A large number, as a varint or in bytes of fixed width."""
    large = (b"\xff" * 9 + b"\1", b"\xff\xff\xff\x7f", b"\x80" * 12, b"\xff" * 8)
    kind = large[value % len(large)]
    data[at : at + len(kind)] = kind


def _insert(data: bytearray, at: int, value: int) -> None:
    data[at:at] = bytes([value % 256]) * (1 + value % 7)


def _number(data: bytearray, at: int, value: int) -> None:
    """One of the numbers of a text becomes a hostile one."""
    found = list(re.finditer(rb"-?\d+", bytes(data)))
    if found:
        one = found[at % len(found)]
        data[one.start() : one.end()] = HOSTILE[value % len(HOSTILE)].encode()


def _word(data: bytearray, at: int, value: int) -> None:
    """One of the words of a text becomes another one of it."""
    found = list(re.finditer(rb"\w+", bytes(data)))
    if found:
        one, other = found[at % len(found)], found[value * 7 % len(found)]
        data[one.start() : one.end()] = other.group()


MUTATIONS: Final[dict[str, Callable[[bytearray, int, int], None]]] = {
    "flip": _flip,
    "put": _put,
    "cut": _cut,
    "drop": _drop,
    "twice": _twice,
    "zero": _zero,
    "large": _large,
    "insert": _insert,
    "number": _number,
    "word": _word,
}


TEXTUAL: Final = ("number", "word")
"""Mutations that mean something in texts alone."""


def make(number: int) -> Steps:
    """A kind of file, and what is done to its bytes."""
    random = Random(number)
    name = sorted(SEEDS)[number % len(SEEDS)]
    chosen = [each for each in MUTATIONS if name in TEXTS or each not in TEXTUAL]
    steps: Steps = [name]
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        place = random.choice((random.random(), random.random() ** 3))
        steps.append(
            [random.choice(chosen), random.randrange(100), place, random.randrange(256)]
        )
    if (
        name in ("records", "events", "images", "snapshot", "kept")
        and random.random() < 0.7
    ):
        steps.append(["mend"])
    return steps


def mended(data: bytes) -> bytes:
    """The file with checksums that are right, if its form is one that is known."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return _mended_png(data)
    from runtime.bundles.checksums import masked_crc32c

    made, at = b"", 0
    while at + 16 <= len(data):
        (size,) = struct.unpack_from("<Q", data, at)
        if size > len(data) - at - 16:
            break
        content = data[at + 12 : at + 12 + size]
        length = data[at : at + 8]
        sums = [struct.pack("<I", masked_crc32c(each)) for each in (length, content)]
        made += length + sums[0] + content + sums[1]
        at += 16 + size
    return made + data[at:]


def _mended_png(data: bytes) -> bytes:
    made, at = data[:8], 8
    while at + 12 <= len(data):
        (size,) = struct.unpack_from(">I", data, at)
        chunk = data[at + 4 : at + 8 + size]
        if len(chunk) < size + 4:
            break
        made += data[at : at + 4] + chunk + struct.pack(">I", zlib.crc32(chunk))
        at += 12 + size
    return made + data[at:]


def mutate(steps: Steps, folder: Path) -> None:
    """Writes the files of a case."""
    name, *changes = steps
    copy_of_seed(name, folder)
    files = seed_files(name)
    for each in changes:
        if each[0] == "mend":
            for path in files:
                whole = folder / path
                whole.write_bytes(mended(whole.read_bytes()))
            continue
        mutation, number, place, value = each
        path = folder / files[number % len(files)]
        data = bytearray(path.read_bytes())
        MUTATIONS[mutation](data, int(place * len(data)), value)
        path.write_bytes(data)


def run(steps: Steps, folder: Path) -> str | None:
    """What is wrong with how the files are read."""
    mutate(steps, folder)
    return fault_of(lambda: READERS[steps[0]](folder))


def prepare(folder: Path) -> None:
    """Makes the good files and reads each once: what that imports is no case's time."""
    for name in SEEDS:
        place = folder / f"good_{name}"
        copy_of_seed(name, place)
        READERS[name](place)


KIND: Final = Kind(make, run, least=1, prepare=prepare)
