"""Tokenizer of the text form, and the spelling of names and strings."""

from __future__ import annotations

import re
from typing import Final

from graphir.errors import ParseError

_TOKEN: Final = re.compile(
    r"""
      (?:[ \t\r\n]+|\#[^\n]*)*
      (?:
        (?P<name>[%@$](?:\w+|"(?:[^"\\]|\\.)*"))
      | (?P<number>-?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|inf\b|nan\b))
      | (?P<string>"(?:[^"\\]|\\.)*")
      | (?P<word>[A-Za-z_][\w>]*)
      | (?P<mark>->|[(){}\[\]<>,:=?*])
      | (?P<end>\Z)
      | (?P<other>.)
      )
    """,
    re.VERBOSE,
)
_PLAIN_NAME: Final = re.compile(r"\w+", re.ASCII)
_PLAIN_OP: Final = re.compile(r"[A-Za-z_][\w>]*", re.ASCII)
_ESCAPE: Final = re.compile(r"\\(x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_SPECIAL: Final = {
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    '"': '\\"',
    "\\": "\\\\",
}


def quote(text: str) -> str:
    r"""The text in double quotes, on one line.

    >>> print(quote('a "b"\n'))
    "a \"b\"\n"
    """
    return '"' + "".join(map(_escaped, text)) + '"'


def quote_bytes(data: bytes) -> str:
    r"""Bytes in double quotes: ASCII as it is, every other byte as ``\xNN``."""
    return quote(data.decode("latin-1"))


def _escaped(character: str) -> str:
    if character in _SPECIAL:
        return _SPECIAL[character]
    if " " <= character <= "~":
        return character
    if ord(character) < 256:
        return f"\\x{ord(character):02x}"
    return character


def unquote(token: str) -> str:
    """The text of a quoted token."""
    inner = token[1:-1]
    return _ESCAPE.sub(_unescaped, inner) if "\\" in inner else inner


def _unescaped(match: re.Match[str]) -> str:
    code = match.group(1)
    if len(code) == 3:
        return chr(int(code[1:], 16))
    return _ESCAPES.get(code, code)


def spell_name(name: str) -> str:
    """A node's or function's name, quoted unless it is an identifier."""
    return name if _PLAIN_NAME.fullmatch(name) else quote(name)


def spell_op(op: str) -> str:
    """An op's name, quoted unless it is spelled as ops are."""
    return op if _PLAIN_OP.fullmatch(op) else quote(op)


class Tokens:
    """A text cut into tokens; a reader looks at the current token, then consumes it.

    >>> tokens = Tokens("%x = Neg")
    >>> tokens.take("name"), tokens.accept("="), tokens.take("word")
    ('%x', True, 'Neg')
    """

    def __init__(self, text: str, filename: str = "<text>") -> None:
        self._text = text
        self._filename = filename
        self._next = 0
        self.position = 0
        """Where the current token starts."""
        self.kind = ""
        self.token = ""
        self._advance()

    def _advance(self) -> None:
        match = _TOKEN.match(self._text, self._next)
        assert match is not None, "the pattern has a group for any character"
        self.kind = match.lastgroup or ""
        self.token = match.group(self.kind)
        self.position = match.start(self.kind)
        self._next = match.end()

    def take(self, kind: str) -> str:
        """The current token, which must be a ``kind``; moves to the next one.

        Raises:
          ParseError: if it is of another kind.
        """
        if self.kind != kind:
            raise self.error(f"is no {kind}")
        token = self.token
        self._advance()
        return token

    def accept(self, token: str) -> bool:
        """Whether the current token is ``token``; consumes it if so."""
        if self.token != token or self.kind not in ("mark", "word"):
            return False
        self._advance()
        return True

    def expect(self, token: str) -> None:
        """Moves past ``token``, which must be the current one.

        Raises:
          ParseError: if the current token is another.
        """
        if not self.accept(token):
            raise self.error(f"stands where {token!r} is needed")

    def take_name(self, sigil: str) -> str:
        """A name after ``%``, ``@`` or ``$``, without quotes.

        Raises:
          ParseError: if the current token is no name with the sigil.
        """
        if self.kind != "name" or self.token[0] != sigil:
            raise self.error(f"stands where a {sigil}name is needed")
        spelled = self.take("name")[1:]
        return unquote(spelled) if spelled.startswith('"') else spelled

    def take_match(self, pattern: re.Pattern[str], needed: str) -> re.Match[str]:
        """The text that matches the pattern at the current token, across tokens.

        Raises:
          ParseError: if it does not match.
        """
        match = pattern.match(self._text, self.position)
        if match is None:
            raise self.error(f"stands where {needed} is needed")
        self._next = match.end()
        self._advance()
        return match

    def error(self, problem: str, position: int | None = None) -> ParseError:
        """The error about the token at a position; raise it."""
        place = self.position if position is None else position
        line = self._text.count("\n", 0, place) + 1
        column = place - (self._text.rfind("\n", 0, place) + 1) + 1
        shown = self._text[place : place + 20].partition("\n")[0] or "the end"
        return ParseError(f"{self._filename}:{line}:{column}: {shown!r} {problem}.")
