"""Random expressions, by the kind of what they give."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.python_programs.writer import Writer

__all__ = ["LIST", "NUMBER", "TEST", "TEXT", "VALUE"]

Expression = Callable[[Writer, int], str]


def _awaited(w: Writer, depth: int) -> str:
    value = w.value(depth)
    if not w.scope.is_asynchronous:
        return f"noted({value})"
    return w.choice(
        f"(await Pause({value}))",
        f"[x async for x in Later({value}, {w.number(0)})]",
        "{x: await Pause(x) for x in range(2)}",
        f"[x async for x in Later(0, {w.number(0)}) if x and await Pause(x)]",
        f"[x async for x in (y async for y in Later(1, {w.value(0)}))]",
    )


def _yielded(w: Writer, depth: int) -> str:
    value = w.value(depth)
    return f"(yield {value})" if w.scope.yields else f"Truth({value}, 2)"


def _walrus(w: Writer, value: str, name: str) -> str:
    # PEP 572: `:=` is refused by comprehensions in a class body
    return value if w.scope.kind == "class" else f"({name} := {value})"


NUMBER: tuple[Expression, ...] = (
    lambda w, d: f"({w.number(d)} {w.choice('+', '-', '*')} {w.number(d)})",
    lambda w, d: f"({w.number(d)} {w.choice('//', '%')} ({w.number(0)} or 1))",
    lambda w, d: f"({w.number(d)} {w.choice('&', '|', '^')} {w.number(d)})",
    lambda w, d: f"({w.choice('-', '~', '+')}{w.number(d)})",
    lambda w, d: f"({w.number(d)} if {w.test()} else {w.number(d)})",
    lambda w, d: f"({w.number(d)} and {w.number(d)} or {w.number(0)})",
    lambda w, d: f"({w.number(0)} % 3 << 1 >> {w.number(0)} % 4)",
    lambda w, d: f"({w.number(0)} % 4) ** 2",
    lambda w, d: f"len({w.list(d)})",
    lambda w, d: f"number({w.value(d)})",
    lambda w, d: f"sum(number(x) for x in {w.list(d)})",
    lambda w, d: f"max([{w.number(d)}, 2], key=lambda x: (x % 3, {w.number(0)}))",
    lambda w, d: f"(lambda x, /, y=1, *z, k={w.number(0)}: x + y + k)({w.number(d)})",
    lambda w, d: f"noted({w.number(d)})",
    lambda w, d: f"int({w.test()})",
    lambda w, d: _walrus(w, w.number(d), w.choice("i", "j", "k")),
    lambda w, d: f"min({w.number(d)}, *({w.number(0)}, 1))",
    lambda w, d: f"[*range({w.number(0)} % 4), {w.number(d)}][-1]",
    lambda w, d: f"abs({w.number(d)}) % 7",
    lambda w, d: f"sum(map(lambda x: x + {w.number(0)}, range(3)))",
    lambda w, d: f"sum([x * y for x in range(2) for y in range(x, {w.number(0)} % 4)])",
)
LIST: tuple[Expression, ...] = (
    lambda w, d: f"[{w.value(d)}, *{w.list(d)}]",
    lambda w, d: f"[x for x in {w.list(d)} if x]",
    lambda w, d: f"[({w.name()}, x) for x in {w.list(d)} if {w.test()}]",
    lambda w, d: f"{w.list(d)}[{w.choice(':', ':2', '::-1', '1:', '-2:', '::2')}]",
    lambda w, d: f"({w.list(d)} + {w.list(0)})",
    lambda w, d: f"list(map(noted, {w.list(d)}))",
    lambda w, d: f"sorted({w.list(d)}, key=lambda x: (str(x), {w.number(0)}))",
    lambda w, d: f"({w.list(d)} or [{w.number(0)}])",
    lambda w, d: f"list(filter(None, {w.list(d)}))",
    lambda w, d: f"list(zip({w.list(d)}, range({w.number(0)} % 4)))",
    lambda w, d: f"[y for x in {w.list(0)} for y in (x, {w.value(0)}) if x if y]",
    lambda w, d: "[f() for f in [lambda: x for x in range(2)]]",
    lambda w, d: f"[f() for f in [lambda x=x: (x, {w.name()}) for x in range(2)]]",
    lambda w, d: f"[{w.choice('x', 'i', 'a')} for {w.choice('x', 'i, a')} in []]",
    lambda w, d: f"[[x, *y] for x, *y in [(1, 2), (3, 4, {w.value(0)})]]",
    lambda w, d: (
        f"[last := x for x in {w.list(0)}]" if w.scope.kind != "class" else "[]"
    ),
    lambda w, d: f"list(dict.fromkeys(str(x) for x in {w.list(d)}))",
    lambda w, d: f"[*{{*map(number, {w.list(0)})}} , {w.number(d)}]",
    lambda w, d: f"list(enumerate({w.list(d)}, {w.number(0)}))",
    lambda w, d: f"({w.list(d)} if {w.test()} else {w.list(0)})",
)
TEXT: tuple[Expression, ...] = (
    lambda w, d: f"f'{{{w.choice(*'abcdi')}!r}}-{{{w.choice(*'abcd')}}}'",
    lambda w, d: f'f"{{{w.number(0)}:{{{w.choice(*"ijk")} % 4 + 1}}d}}"',
    lambda w, d: f'f"{{{w.choice(*"ij")}=}}{{{w.choice(*"st")}!s:>3}}"',
    lambda w, d: f"'%s.%r' % ({w.value(d)}, {w.text(0)})",
    lambda w, d: f"'{{0}}{{x}}'.format({w.value(d)}, x={w.text(0)})",
    lambda w, d: f"str({w.value(d)}).upper()",
    lambda w, d: f"({w.text(d)} + {w.text(d)})",
    lambda w, d: f"{w.text(d)} * ({w.number(0)} % 3)",
    lambda w, d: f"'-'.join(str(x) for x in {w.list(0)})",
    lambda w, d: f"({w.text(d)} or {w.text(0)})",
    lambda w, d: f"repr({w.value(d)})",
    lambda w, d: f"({w.text(d)} if {w.test()} else {w.text(0)})",
    lambda w, d: f"type({w.value(d)}).__name__",
)
VALUE: tuple[Expression, ...] = (
    lambda w, d: f"noted({w.value(d)})",
    lambda w, d: f"({w.value(d)} if {w.test()} else {w.value(d)})",
    lambda w, d: f"({w.value(d)} and {w.value(d)})",
    lambda w, d: f"({w.value(d)} or {w.value(d)})",
    lambda w, d: f"(not {w.value(d)})",
    lambda w, d: f"(lambda x, y=1: [x, y, {w.value(0)}])({w.value(d)})",
    lambda w, d: (
        f"(lambda *x, **y: (x, y))({w.value(d)}, *{w.list(0)}, k={w.value(0)})"
    ),
    lambda w, d: f"fails({w.value(d)})",
    lambda w, d: f"{{'k': {w.value(d)}, **{{'x': {w.value(0)}}}}}",
    lambda w, d: f"{{str(x): {w.value(0)} for x in {w.list(d)}}}",
    lambda w, d: f"{w.list(d)}[{w.choice('0', '-1', '5', 'i')}]",
    lambda w, d: f"Truth({w.value(0)})({w.value(d)})",
    lambda w, d: f"Truth({w.value(d)})",
    lambda w, d: f"(Truth({w.value(0)}) + {w.value(d)})",
    lambda w, d: f"Truth({w.value(d)})[{w.number(0)}]",
    lambda w, d: _walrus(w, w.value(d), w.name()),
    lambda w, d: f"noted(*[{w.value(d)}], **{{'name': 'star'}})",
    lambda w, d: f"Wrong({w.value(d)}, code={w.number(0)}).code",
    lambda w, d: f"next(iter({w.list(d)}), {w.value(0)})",
    lambda w, d: f"({w.value(d)}, *{w.list(0)})",
    lambda w, d: f"dict(k={w.value(d)}).get('k')",
    lambda w, d: f"getattr(Truth({w.value(d)}), 'value', None)",
    lambda w, d: f"any({w.value(0)} for x in {w.list(0)} if {w.test()})",
    lambda w, d: f"({w.test()})",
    lambda w, d: f"{w.number(d)} / ({w.number(0)} or 4)",
    lambda w, d: f"(lambda: (yield {w.value(0)}))().send({w.choice('None', '1')})",
    lambda w, d: "eval('[x for x in (1, 2)]')",
    _awaited,
    _yielded,
    *(
        (lambda w, d: f"Truth(0)[*{w.list(0)}, 1]",)
        if sys.version_info >= (3, 11)
        else ()
    ),
)
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
TEST: tuple[Expression, ...] = (
    lambda w, d: f"{w.number(d)} {w.choice(*_COMPARISONS)} {w.number(d)}",
    lambda w, d: f"{w.value(d)} {w.choice('==', '!=')} {w.value(d)}",
    lambda w, d: f"{w.name()} is {w.choice('', 'not ')}{w.name()}",
    lambda w, d: f"noted({w.value(d)})",
    lambda w, d: f"not {w.value(d)}",
    lambda w, d: f"{w.value(d)} and {w.value(d)}",
    lambda w, d: f"{w.value(d)} or {w.value(d)}",
    lambda w, d: f"Truth({w.value(d)})",
    lambda w, d: _walrus(w, w.value(d), w.name()),
    lambda w, d: f"{w.value(d)} {w.choice('', 'not ')}in ({w.value(0)}, 1)",
    lambda w, d: f"{w.value(d)} in {w.list(d)}",
    lambda w, d: f"{w.name()} in Truth({w.name()})",
    lambda w, d: f"0 <= {w.number(d)} < 3 != {w.number(0)}",
    lambda w, d: f"noted(0) < noted({w.number(d)}) <= noted(2)",
    lambda w, d: f"isinstance({w.value(d)}, (int, list))",
    lambda w, d: f"not ({w.number(d)} > 1 or {w.value(d)})",
    lambda w, d: f"Truth({w.number(0)}) < {w.number(d)} < {w.number(0)}",
    lambda w, d: "True",
    lambda w, d: f"all(noted(x) for x in {w.list(d)})",
)
