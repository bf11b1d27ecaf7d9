"""Patterns of `match`: separates the structure from the values it compares."""

from __future__ import annotations

from typing import Any

import gast

from autograph.syntax.names import NameGenerator
from autograph.syntax.nodes import Node, OwnName, copy_tree, walk
from autograph.syntax.templates import Template

__all__ = ["Pattern"]

_SINGLETON = Template("ag__.is_(__value__, __wanted__)")


class Pattern:
    """One pattern, split into structure and comparisons.

    `structure` is a pattern without values to compare; it binds generated names, and
    `captures` maps the user's names to them.
    """

    def __init__(self, pattern: Node, names: NameGenerator) -> None:
        self._names = names
        self._tests: list[tuple[str, Node]] = []
        self.captures: dict[str, str] = {}
        self.needs_python = False
        """Alternatives that are taken apart, say: no test says the same."""
        self._whole: Node = None
        self.takes_apart = not _is_whole(pattern)
        self.alternatives: list[Pattern] = []
        """Each with a structure of its own."""
        if self.takes_apart and isinstance(pattern, gast.MatchOr):
            self.alternatives = [Pattern(each, names) for each in pattern.patterns]
            self.needs_python = any(
                each.needs_python or each.captures for each in self.alternatives
            )
        elif self.takes_apart:
            self.structure = self._part(pattern)
        else:
            self._whole = _without_name(pattern)
            name = _name_of_whole(pattern)
            if name:
                self.captures[name] = ""

    @property
    def has_values(self) -> bool:
        """Whether something is compared."""
        inner = any(each.has_values for each in self.alternatives)
        return inner or bool(self._tests) or self._whole is not None

    def test(self, subject: str) -> Any:
        """The condition under which the pattern matches; None if it always does."""
        if not self.takes_apart:
            return None if self._whole is None else _test(self._whole, subject)
        tests = [_test(pattern, name) for name, pattern in self._tests]
        if len(tests) > 1:
            return gast.BoolOp(gast.And(), tests)
        return tests[0] if tests else None

    def with_parts(self, guard: Node, subject: str = "") -> Any:
        """The guard with our names in place of the captured names."""
        if guard is None:
            return None
        renamed = copy_tree(guard)
        for found in walk(renamed):
            if isinstance(found, gast.Name) and found.id in self.captures:
                found.id = self.captures[found.id] or subject
        return renamed

    def _part(self, pattern: Node) -> Node:
        """The structure of a part."""
        kind = type(pattern)
        if _is_compared(pattern):
            return self._compared(pattern)
        if kind is gast.MatchOr:
            self.needs_python = self.needs_python or _binds_or_compares(pattern)
            return pattern
        if kind is gast.MatchAs and pattern.pattern is None:
            return self._capture(pattern, pattern.name)
        made = copy_tree(pattern)
        if kind is gast.MatchAs:
            if _is_compared(pattern.pattern):
                part = self._compared(pattern.pattern)
                self.captures[pattern.name] = part.name
                return part
            made.pattern = self._part(pattern.pattern)
            made.name = self._bound(pattern.name)
        elif kind is gast.MatchStar:
            return self._capture(made, pattern.name)
        else:
            self._parts_of(made)
        return made

    def _parts_of(self, made: Node) -> None:
        for field in ("patterns", "kwd_patterns"):
            parts = getattr(made, field, None)
            if parts:
                setattr(made, field, [self._part(each) for each in parts])
        if isinstance(made, gast.MatchMapping) and made.rest:
            made.rest = self._bound(made.rest)

    def _capture(self, pattern: Node, name: str | None) -> Node:
        if name is None:
            return pattern
        made = copy_tree(pattern)
        made.name = self._bound(name)
        return made

    def _bound(self, name: str) -> str:
        part = self.captures[name] = self._names.new("part")
        return part

    def _compared(self, pattern: Node) -> Node:
        name = self._names.new("part")
        self._tests.append((name, pattern))
        return gast.copy_location(gast.MatchAs(None, name), pattern)


def _is_compared(pattern: Node) -> bool:
    """Whether a stage may own the result of comparing a value with the pattern."""
    if isinstance(pattern, gast.MatchOr):
        return all(map(_is_compared, pattern.patterns))
    if isinstance(pattern, gast.MatchSingleton):
        return pattern.value is not None
    return isinstance(pattern, gast.MatchValue)


def _is_whole(pattern: Node) -> bool:
    """Whether the pattern looks at the subject as a whole."""
    if isinstance(pattern, gast.MatchAs):
        return pattern.pattern is None or _is_whole(pattern.pattern)
    if isinstance(pattern, gast.MatchOr):
        return all(
            _is_whole(each) and not _name_of_whole(each) for each in pattern.patterns
        )
    return isinstance(pattern, (gast.MatchValue, gast.MatchSingleton))


def _name_of_whole(pattern: Node) -> str:
    return (pattern.name or "") if isinstance(pattern, gast.MatchAs) else ""


def _without_name(pattern: Node) -> Any:
    """The compared value; None for a pattern that always matches."""
    if isinstance(pattern, gast.MatchAs):
        return None if pattern.pattern is None else _without_name(pattern.pattern)
    is_any = isinstance(pattern, gast.MatchOr) and any(
        _without_name(each) is None for each in pattern.patterns
    )
    return None if is_any else pattern


def _binds_or_compares(pattern: Node) -> bool:
    return any(
        _is_compared(found) or getattr(found, "name", None) for found in walk(pattern)
    )


def _test(pattern: Node, name: str) -> Node:
    """The test whether the value of that name matches the pattern."""
    value = OwnName(name)
    if isinstance(pattern, gast.MatchOr):
        return gast.BoolOp(gast.Or(), [_test(each, name) for each in pattern.patterns])
    if isinstance(pattern, gast.MatchValue):
        return gast.Compare(value, [gast.Eq()], [pattern.value])
    wanted = gast.Constant(pattern.value, None)
    if pattern.value is None:
        return gast.Compare(value, [gast.Is()], [wanted])
    return _SINGLETON.expand_expression(value=value, wanted=wanted)
