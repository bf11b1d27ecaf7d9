"""Character boundaries and invalid bytes of encoded text.

Text that breaks the rules of its encoding is never refused here: each stretch that
is no character is marked, as long as Unicode recommends, and the caller decides.
"""

from __future__ import annotations

import codecs
from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

_MARK: Final = "graphir.marked"
_MARKS: Final = range(0xDC01, 0xDC10)
_MARKED_ORDER: Final = {
    "utf-16": (codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE),
    "utf-32": (codecs.BOM_UTF32_BE, codecs.BOM_UTF32_LE),
}
_LAST: Final = 0x10FFFF


def _mark(error: UnicodeError) -> tuple[str, int]:
    """A surrogate, which text cannot hold, that says how many bytes are wrong."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return chr(_MARKS.start - 1 + error.end - error.start), error.end


codecs.register_error(_MARK, _mark)


class Character(NamedTuple):
    """A code point, or None for invalid bytes, and its offset in bytes."""

    code_point: int | None
    start: int


def characters(text: bytes, encoding: str) -> list[Character]:
    """The characters of encoded text.

    >>> characters(b"a\\xffb", "utf-8")
    [Character(code_point=97, start=0), Character(code_point=None, start=1), \
Character(code_point=98, start=2)]

    Raises:
      LookupError: for an encoding that is not known.
    """
    codec = codecs.lookup(encoding)
    if codec.name in _MARKED_ORDER and not text.startswith(_MARKED_ORDER[codec.name]):
        # without a mark of the byte order, the big end comes first
        codec = codecs.lookup(f"{codec.name}-be")
    if not getattr(codec, "_is_text_encoding", True):
        raise LookupError(f"{encoding!r} encodes no text.")
    decoded, _ = codec.decode(text, _MARK)
    widths = _widths(codec.name)
    found = []
    start = 0
    for each in decoded:
        code_point = ord(each)
        if code_point in _MARKS:
            found.append(Character(None, start))
            start += code_point - _MARKS.start + 1
        else:
            found.append(Character(code_point, start))
            start += widths(each) if widths else len(codec.encode(each)[0])
    return found


def _widths(name: str) -> Callable[[str], int] | None:
    return {"utf-8": _width_in_utf8, "iso8859-1": _one, "ascii": _one}.get(name)


def _one(character: str) -> int:
    return 1


def _width_in_utf8(character: str) -> int:
    code_point = ord(character)
    if code_point < 0x800:
        return 1 if code_point < 0x80 else 2
    return 3 if code_point < 0x10000 else 4


def is_code_point(number: int) -> bool:
    """Whether the number is the code point of a character; surrogates are not.

    >>> is_code_point(97), is_code_point(0xD800), is_code_point(0x110000)
    (True, False, False)
    """
    return 0 <= number <= _LAST and not 0xD800 <= number <= 0xDFFF


def script_of(code_point: int) -> int:
    """The number of a code point's script, as ISO 15924 lists and ICU count them.

    >>> script_of(ord("a")), script_of(0x430), script_of(-1)
    (25, 8, -1)
    """
    if not 0 <= code_point <= _LAST:
        return -1
    starts, scripts = _scripts()
    return scripts[bisect_right(starts, code_point) - 1]


@cache
def _scripts() -> tuple[list[int], list[int]]:
    """Where each run of one script starts, and which it is."""
    table = resources.files("graphir.text").joinpath("unicode_scripts.txt").read_text()
    rows = [line.split() for line in table.splitlines()]
    return [int(row[0], 16) for row in rows], [int(row[1]) for row in rows]
