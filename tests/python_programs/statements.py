"""Random statements, but for definitions."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.python_programs.definitions import DEFINITIONS
from tests.python_programs.writer import LISTS, NUMBERS, TEXTS, Writer

__all__ = ["STATEMENTS"]

Statement = Callable[[Writer, int], list[str]]


def _typed(w: Writer, indent: int) -> list[str]:
    """Assignments that keep the kind of a variable."""
    n, xs, s = w.choice(*NUMBERS), w.choice(*LISTS), w.choice(*TEXTS)
    line = w.choice(
        f"{n} = {w.number()}",
        f"{n} {w.choice('+=', '-=', '*=', '|=', '//=')} {w.number(1)} or 1",
        f"{n}: int = {w.number()}",
        f"{xs} = {w.list()}",
        f"{xs} += {w.list(1)}",
        f"{xs}.append({w.value(1)})",
        f"{xs}[:] = {w.list(1)}",
        f"{xs}[1:2] = {w.list(1)}",
        f"{s} = {w.text()}",
        f"{s} += {w.text(1)}",
        f"{n}, {s} = {w.number(1)}, {w.text(1)}",
        f"{w.choice('i', 'j')}, {w.choice('j', 'k')} = {w.number(1)}, {w.number(1)}",
        f"{n}, *{xs} = {w.number(1)}, *{w.list(1)}",
        f"*{xs}, {n} = [{w.value(1)}, {w.number(1)}]",
        f"({n}, [{s}, *{xs}]) = {w.number(1)}, ({w.text(1)}, {w.value(1)})",
        f"print({w.value(1)}, *{w.list(1)}, sep={w.text(0)})",
    )
    return ["    " * indent + line]


def _assignment(w: Writer, indent: int) -> list[str]:
    x = w.name()
    line = w.choice(
        f"{x} = {w.value()}",
        f"{x} += {w.value(1)}",
        f"{x}, *{w.name()} = [{w.value(1)}, {w.value(1)}, 3]",
        f"items.append({w.value(1)})",
        f"items[0] = {w.value(1)}",
        f"items[{w.number(0)} % 2] += {w.number(1)}",
        f"{x}: 'list[int]' = {w.value(1)}",
        f"noted({w.value()})",
        f"assert {w.test()}, {w.value(0)}",
        f"{x} = {w.name()} = {w.value(1)}",
        f"thing.value = {w.value(1)}",
        f"thing.value, thing.other = {w.value(1)}, {w.value(0)}",
        "thing.other = thing.value",
        f"thing += {w.value(1)}" if w.scope.kind != "class" else "pass",
        f"table[{w.text(0)}] = {w.value(1)}",
        f"table[{w.text(0)}]: int = {w.value(1)}",
        f"{w.value(1)}",
        f"(items[0], thing.value), {x} = ({w.value(1)}, {w.value(0)}), 1",
        f"import math as {x}, os.path",
        f"from operator import add as {x}",
        f"{x} = {x}",
        "exec('log.append(1)')",
        "log.append(sorted(k for k in locals() if len(k) == 1))",
    )
    return ["    " * indent + line]


def _delete(w: Writer, indent: int) -> list[str]:
    pad, x = "    " * indent, w.name()
    return [
        f"{pad}{w.choice(f'del {x}', 'del items[:1], table[s]', 'del thing.other')}",
        f"{pad}{x} = {w.value(1)}",
    ]


def _jump(w: Writer, indent: int) -> list[str]:
    pad = "    " * indent
    kinds = [f"raise {w.error()}({w.value(1)})", f"raise {w.error()}"]
    if w.scope.in_handler:
        kinds += ["raise", f"raise {w.error()}({w.text(1)}) from None"]
    kinds.append(f"raise {w.error()}({w.number(0)}) from Wrong({w.value(0)})")
    if not w.scope.in_group:
        if w.scope.kind == "asynchronous generator":
            kinds.append("return")
        elif w.scope.kind != "class":
            kinds += [f"return {w.value()}"] * 3
            kinds.append(f"return {w.value(1)}, *{w.list(0)}")
        if w.scope.in_loop:
            kinds += ["break", "continue"] * 3
    kind = w.random.choice(kinds)
    if w.chance(0.7):
        return [f"{pad}if {w.test()}:", f"{pad}    {kind}"]
    return [pad + kind]


def _if(w: Writer, indent: int) -> list[str]:
    lines = w.nested(f"if {w.test()}:", indent)
    if w.chance(0.3):
        lines += w.nested(f"elif {w.test()}:", indent)
    if w.chance(0.5):
        lines += w.nested("else:", indent)
    return lines


def _while(w: Writer, indent: int) -> list[str]:
    pad, count = "    " * indent, w.fresh("count")
    test = w.choice(
        f"{w.test()} or {count} < 2", f"{count} < 3 and {w.test()}", "True", "1"
    )
    first = [f"{count} += 1", f"if {count} > 3: break"]
    lines = [f"{pad}{count} = 0", f"{pad}while {test}:"]
    lines += w.loop(indent + 1, first)
    if w.chance(0.4):
        lines += w.nested("else:", indent)
    return lines


def _for(w: Writer, indent: int) -> list[str]:
    pad = "    " * indent
    target, source = w.random.choice(
        (
            (w.name(), f"range({w.number(1)} % 4)"),
            (w.choice(*NUMBERS), "range(3)"),
            (w.name(), f"{w.list(1)}[:3]"),
            (f"{w.choice(*NUMBERS)}, {w.name()}", f"enumerate({w.text(1)}[:3])"),
            (f"{w.name()}, *{w.choice(*LISTS)}", "[(1, 2), 'abc']"),
            (w.name(), f"{w.value(1)}, *{w.list(0)}[:2]"),
            (w.name(), f"(x for x in {w.list(1)}[:3] if {w.test()})"),
            (w.name(), "table"),
            (f"({w.name()}, ({w.name()}, {w.name()}))", "[(1, (2, 3))]"),
            ("thing.value", "range(2)"),
            (w.name(), "Truth(1)"),
            (w.name(), f"zip({w.list(0)}, 'ab')"),
            (w.name(), f"iter({w.list(1)}[:3])"),
        )
    )
    head = f"{pad}for {target} in {source}:"
    if w.scope.is_asynchronous and w.chance(0.6):
        head = f"{pad}async for {w.name()} in Later({w.value(1)}, {w.value(0)}):"
    lines = [head, *w.loop(indent + 1)]
    if w.chance(0.4):
        lines += w.nested("else:", indent)
    return lines


def _handler(w: Writer, head: str, indent: int) -> list[str]:
    outer, w.scope.in_handler = w.scope.in_handler, True
    lines = w.nested(head, indent, 2)
    w.scope.in_handler = outer
    return lines


def _try(w: Writer, indent: int) -> list[str]:
    lines = w.nested("try:", indent)
    has_handler = w.chance(0.75)
    if has_handler:
        as_name = w.choice("", " as error", f" as {w.name()}")
        lines += _handler(w, f"except {w.error()}{as_name}:", indent)
        pad = "    " * (indent + 1)
        if as_name and w.chance(0.5):
            lines.append(f"{pad}noted(str({as_name[4:]}))")
        elif w.chance(0.3):
            lines.append(
                pad + w.choice("raise", f"raise KeyError({w.value(0)}) from None")
            )
        if w.chance(0.3):
            kinds = "(TypeError, IndexError, AttributeError)"
            lines += _handler(w, f"except {kinds} as error:", indent)
        if w.chance(0.2):
            lines += _handler(w, "except Exception:", indent)
        if w.chance(0.5):
            lines += w.nested("else:", indent)
    if not has_handler or w.chance(0.5):
        lines += w.nested("finally:", indent, 2)
    return lines


def _groups(w: Writer, indent: int) -> list[str]:
    if sys.version_info < (3, 11):
        return _try(w, indent)
    pad = "    " * indent
    inner = f"ExceptionGroup('inner', [Wrong({w.value(0)})])"
    lines = [f"{pad}try:"]
    members = f"ValueError({w.value(0)}), KeyError(1), {inner}"
    lines.append(
        f"{pad}    raise ExceptionGroup('g', [{members}])"
        if w.chance(0.7)
        else f"{pad}    noted(fails({w.value(1)}))"
    )
    outer = w.scope.in_group, w.scope.in_loop
    w.scope.in_group = True
    lines += _handler(w, "except* ValueError as group:", indent)
    if w.chance(0.5):
        lines += _handler(w, "except* (Wrong, TypeError):", indent)
    w.scope.in_group, w.scope.in_loop = outer
    lines += [f"{pad}except* KeyError:", f"{pad}    log.append('group')"]
    if w.chance(0.3):
        lines += w.nested("else:", indent, 2)
    if w.chance(0.3):
        lines += w.nested("finally:", indent, 2)
    return lines


def _with(w: Writer, indent: int) -> list[str]:
    swallowed = w.choice("", ", ValueError", ", (KeyError, TypeError)", ", Exception")
    first = f"Context({w.value(0)}{swallowed}) as {w.name()}"
    if w.scope.is_asynchronous and w.chance(0.6):
        other = w.choice(first, f"entered_later({w.value(0)}) as {w.name()}")
        return w.nested(f"async with {other}:", indent)
    head = w.choice(
        f"with {first}:",
        f"with {first}, contextlib.suppress(ZeroDivisionError):",
        f"with ({first}, entered({w.value(0)}) as {w.name()},):",
        f"with entered({w.value(1)}):",
        f"with Context((1, {w.value(0)})) as ({w.name()}, {w.name()}):",
    )
    return w.nested(head, indent)


def _match(w: Writer, indent: int) -> list[str]:
    pad = "    " * indent
    subject = w.choice(
        w.value(1), f"({w.value(1)}, {w.value(0)})", f"Truth({w.value(0)})"
    )
    lines = [f"{pad}match {subject}:"]
    for pattern in (
        "1 | 2",
        f"[{w.name()}, *_] if {w.test()}",
        "{'k': b, **d}",
        "str() as c",
        "Truth(value=a)",
        "Truth(1 | 2, other=None)",
        "Truth(int() as i, j)",
        "(0 | 1 as a, _)",
        "-1 | 0.5 | 'x' | b'y'",
        "None | True",
        "contextlib.suppress | [[], [*_]]",
        f"int(i) if {w.test()}",
        "[1 | 2 as c, *xs, 3]",
        "{'k': [*ys]} | {'x': ys}",
    ):
        if w.chance(0.3):
            lines += w.nested(f"case {pattern}:", indent + 1, 2)
    if w.chance(0.7) or len(lines) == 1:
        lines += w.nested(f"case {w.choice('_', 'a')}:", indent + 1, 2)
    return lines


def _yield(w: Writer, indent: int) -> list[str]:
    pad = "    " * indent
    if not w.scope.yields:
        return _assignment(w, indent)
    if w.scope.kind == "generator" and w.chance(0.3):
        return [f"{pad}{w.name()} = yield from {w.list(1)}"]
    return [
        pad
        + w.choice(f"{w.name()} = yield {w.value(1)}", f"yield {w.value(1)}", "yield")
    ]


STATEMENTS: tuple[Statement, ...] = (
    *(_typed,) * 6,
    *(_assignment,) * 4,
    *(_jump,) * 3,
    *(_if,) * 4,
    *(_while,) * 2,
    *(_for,) * 3,
    *(_try,) * 3,
    *(_with,) * 2,
    *(_match,) * 2,
    *(_yield,) * 2,
    *(_delete, _groups),
    *DEFINITIONS,
)
