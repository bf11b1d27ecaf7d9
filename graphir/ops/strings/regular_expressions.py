"""Regular expressions in RE2's syntax, matched in linear time by RE2 itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.ranks import text_of
from graphir.ops.strings.strings import StringUnary, for_each


@lru_cache(maxsize=256)
def compiled(pattern: bytes, captures: bool = True) -> Any:
    """The compiled pattern; without ``captures``, it is faster but has no groups.

    >>> bool(compiled(b"a+b").fullmatch(b"aab"))
    True

    Raises:
      InvalidArgumentError: if RE2 refuses the pattern (syntax, or too large).
    """
    # 9 ms to import, so only for those who match
    import re2

    options = re2.Options()
    options.log_errors = False
    options.never_capture = not captures
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        text = pattern.decode("utf-8", "replace")
        raise InvalidArgumentError(
            None, None, f"Invalid pattern: {text}, error: {error}"
        ) from None


def _matches(input: Any, pattern: bytes) -> Any:
    expression = compiled(pattern, captures=False)
    return for_each(
        lambda each: expression.fullmatch(each) is not None, input, np.bool_
    )


def _replaced(input: Any, pattern: bytes, rewrite: bytes, is_global: bool) -> Any:
    parts, is_whole = _rewrite_parts(rewrite)
    needed = max((part for part in parts if isinstance(part, int)), default=0)
    expression = compiled(pattern, captures=needed > 0)
    if needed > expression.groups or (not is_whole and not is_global):
        return for_each(lambda each: each, input)  # such a rewrite is left alone
    replace = _replace_all if is_global else _replace_first
    return for_each(lambda each: replace(expression, parts, each), input)


def _rewrite_parts(rewrite: bytes) -> tuple[list[bytes | int], bool]:
    r"""Text, and numbers of groups for ``\1``; whether all of it could be read.

    >>> _rewrite_parts(rb"ab\1cd")
    ([b'ab', 1, b'cd'], True)
    """
    parts: list[bytes | int] = []
    position = 0
    while position < len(rewrite):
        end = rewrite.find(b"\\", position)
        if end != position:  # as one: it is joined once for each match
            end = len(rewrite) if end < 0 else end
            parts.append(rewrite[position:end])
            position = end
            continue
        following = rewrite[position + 1 : position + 2]
        if following.isdigit():
            parts.append(int(following))
        elif following == b"\\":
            parts.append(b"\\")
        else:
            return parts, False
        position += 2
    return parts, True


def _expanded(parts: list[bytes | int], match: Any) -> bytes:
    return b"".join(
        part if isinstance(part, bytes) else match.group(part) or b"" for part in parts
    )


def _replace_first(expression: Any, parts: list[bytes | int], text: bytes) -> bytes:
    match = expression.search(text)
    if match is None:
        return text
    return text[: match.start()] + _expanded(parts, match) + text[match.end() :]


def _replace_all(expression: Any, parts: list[bytes | int], text: bytes) -> bytes:
    """Every match replaced; an empty one right after another match does not count."""
    found: list[bytes] = []
    position, last_end = 0, -1
    while position <= len(text):
        match = expression.search(text, position)
        if match is None:
            break
        start, end = match.span()
        found.append(text[position:start])
        if start == end == last_end:
            width = _character_width(text, start)
            found.append(text[start : start + width])
            position = start + width
            continue
        found.append(_expanded(parts, match))
        position = last_end = end
    return b"".join(found) + text[position:]


def _character_width(text: bytes, start: int) -> int:
    """The bytes of the character there, at least one."""
    end = start + 1
    while end < len(text) and text[end] & 0xC0 == 0x80:
        end += 1
    return end - start


def _scalar(value: Any) -> bytes:
    return text_of(value, "pattern and rewrite")


class RegexFullMatch(
    StringUnary,
    signature="RegexFullMatch(input: string, pattern: string) -> (output: bool)",
):
    """Whether the whole string matches."""

    def compute(self, input: Any, pattern: Any) -> Any:
        if np.ndim(pattern):
            raise self.invalid(
                f"Pattern must be scalar, but received shape {list(np.shape(pattern))}"
            )
        return _matches(input, _scalar(pattern))


class StaticRegexFullMatch(
    StringUnary,
    signature="StaticRegexFullMatch(input: string) -> (output: bool) | pattern: string",
):
    """RegexFullMatch with the pattern as an attribute."""

    def compute(self, input: Any) -> Any:
        return _matches(input, self.pattern)


class RegexReplace(
    StringUnary,
    signature="""
        RegexReplace(input: string, pattern: string, rewrite: string)
        -> (output: string) | replace_global: bool = True
    """,
):
    """Matches replaced: all of them, or the first."""

    def compute(self, input: Any, pattern: Any, rewrite: Any) -> Any:
        for name, each in (("Pattern", pattern), ("Rewrite", rewrite)):
            if np.ndim(each):
                raise self.invalid(f"{name} must be scalar, got {list(np.shape(each))}")
        text, new = _scalar(pattern), _scalar(rewrite)
        return _replaced(input, text, new, self.replace_global)


class StaticRegexReplace(
    StringUnary,
    signature="""
        StaticRegexReplace(input: string) -> (output: string)
        | pattern: string; rewrite: string; replace_global: bool = True
    """,
):
    """RegexReplace with pattern and rewrite as attributes."""

    def compute(self, input: Any) -> Any:
        return _replaced(input, self.pattern, self.rewrite, self.replace_global)
