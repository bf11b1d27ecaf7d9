"""Docstrings as Markdown: examples in fences, sections with their lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

_SECTION: Final = re.compile(
    r"^(Args|Arguments|Attributes|Keyword Args|Raises|Returns|Yields|Note):\s*$"
)
_ITEM: Final = re.compile(r"^  (\*{0,2}[\w., `()*\[\]]+?): (.*)$|^  (\S.*)$")
_MARKUP: Final = re.compile(r"([*<_])(?=\S)")


def markdown(text: str) -> str:
    """The docstring as Markdown.

    >>> markdown("A sum of ``x``.\\n\\n>>> 1 + 1\\n2").splitlines()
    ['A sum of `x`.', '', '```pycon', '>>> 1 + 1', '2', '```']
    """
    blocks = [_block(each) for each in _paragraphs(text)]
    return "\n\n".join(each for each in blocks if each)


def first_line(text: str) -> str:
    """The first paragraph of a docstring, as the text of a table's cell."""
    paragraph = next(_paragraphs(text), [""])
    return _words(" ".join(paragraph)).replace("|", "\\|")


def _paragraphs(text: str) -> Iterator[list[str]]:
    for is_text, lines in groupby(
        text.splitlines(), key=lambda line: bool(line.strip())
    ):
        if is_text:
            yield list(lines)


def _block(lines: list[str]) -> str:
    if lines[0].lstrip().startswith(">>>"):
        return "\n".join(["```pycon", *_dedented(lines), "```"])
    section = _SECTION.match(lines[0])
    if section is not None:
        return f"**{section[1]}**\n\n" + "\n".join(_items(lines[1:]))
    if all(line.startswith("    ") for line in lines):
        return "\n".join(["```text", *_dedented(lines), "```"])
    if lines[0].startswith(("* ", "- ")):
        return "\n".join(map(_words, lines))
    # an example that follows its sentence without an empty line
    for at, line in enumerate(lines):
        if line.lstrip().startswith(">>>"):
            return f"{_block(lines[:at])}\n\n{_block(lines[at:])}"
    return _words("\n".join(line.strip() for line in lines))


def _dedented(lines: list[str]) -> list[str]:
    width = min(len(line) - len(line.lstrip()) for line in lines)
    return [line[width:] for line in lines]


def _items(lines: list[str]) -> Iterator[str]:
    """A list: a line that is indented further goes on with the one before."""
    for line in lines:
        found = _ITEM.match(line)
        if found is None or line.startswith("   "):
            yield f"  {_words(line.strip())}"
        elif found[1] is not None:
            yield f"* `{found[1].strip('`')}`: {_words(found[2])}"
        else:
            yield f"* {_words(found[3])}"


def _words(text: str) -> str:
    """Words with code marks of one kind, and nothing else that is markup."""
    parts = re.split(r"(``.+?``|`[^`\n]+`)", text, flags=re.DOTALL)
    return "".join(
        f"`{part.strip('`')}`" if part.startswith("`") else _MARKUP.sub(r"\\\1", part)
        for part in parts
    )
