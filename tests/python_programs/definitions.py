"""Random functions, generators, coroutines and classes, each defined and used."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.python_programs.writer import ANY, LISTS, NUMBERS, TEXTS, Writer

__all__ = ["DEFINITIONS", "starting_values"]

_DEEPEST = 3


def starting_values(w: Writer) -> list[str]:
    """Assignments that give each variable a value."""
    numbers = ", ".join(w.choice("0", "1", "2") for _ in NUMBERS)
    values = [f"i, j, k = {numbers}", "xs, ys = [1], ['y', 0]", "s, t = 's', ''"]
    return [*values, "c, d = 1, 'd'", "thing, table = Truth(1), {'x': 1}"]


def _parameters(w: Writer) -> tuple[str, list[str]]:
    """Parameters with defaults, and the lines that declare what is assigned outside."""
    names = [*NUMBERS, *LISTS, *TEXTS, *ANY]
    w.random.shuffle(names)
    own, outer = names[:4], names[4 : 4 + w.random.randint(0, 4)]
    if w.chance(0.3):
        outer.append("thing")
    parts = [f"{each}={each}" for each in own]
    if w.chance(0.3):
        parts.insert(2, w.choice("/", "*", "*rest"))
    if w.chance(0.2):
        parts.append("**options")
    if w.chance(0.3):
        parts[0] = parts[0].replace("=", ": 'int' = ")
    lines = [f"nonlocal {', '.join(outer)}"] if outer else []
    if w.chance(0.1) and "shared" not in outer:
        lines += ["global shared", f"shared = {w.number(1)}"]
    return ", ".join(parts), lines


def _decorators(w: Writer, pad: str) -> list[str]:
    if w.chance(0.7):
        return []
    found = [f"{pad}@{w.choice('twice', f'named({w.value(1)})', '(lambda f: f)')}"]
    return found * w.random.randint(1, 2)


def _body(w: Writer, kind: str, indent: int, first: list[str]) -> list[str]:
    pad = "    " * indent
    lines = [pad + "'''What it does.'''"] if w.chance(0.2) else []
    lines += [pad + each for each in first]
    return lines + w.within(kind, indent)


def _too_deep(w: Writer) -> bool:
    return w.scope.depth >= _DEEPEST


def _nothing(w: Writer, indent: int) -> list[str]:
    return ["    " * indent + f"noted({w.value(1)})"]


def _function(w: Writer, indent: int) -> list[str]:
    if _too_deep(w):
        return _nothing(w, indent)
    pad, name = "    " * indent, w.fresh("inner")
    parameters, first = _parameters(w)
    lines = _decorators(w, pad)
    result = w.choice("", " -> 'list[int]'")
    generic = "[T]" if sys.version_info >= (3, 12) and w.chance(0.2) else ""
    lines += [f"{pad}def {name}{generic}({parameters}){result}:"]
    lines += [f"{pad}    tick()", *_body(w, "function", indent + 1, first)]
    call = w.choice(f"{name}()", f"{name}()", f"noted({name}())", f"[{name}(), 1][0]")
    lines.append(f"{pad}{w.name()} = {call}")
    return lines


def _recursive(w: Writer, indent: int) -> list[str]:
    if _too_deep(w):
        return _nothing(w, indent)
    pad, name = "    " * indent, w.fresh("again")
    return [
        f"{pad}def {name}(n, *rest, last={w.value(0)}, **more):",
        f"{pad}    tick()",
        f"{pad}    if n <= 0:",
        f"{pad}        return last, rest, more",
        *w.within("function", indent + 1, 2),
        f"{pad}    return {name}(n - 1, n, *rest[:1], last=last, **more)",
        f"{pad}{w.name()} = {name}({w.number(0)} % 4, k={w.value(0)})",
    ]


def _counter(w: Writer, indent: int) -> list[str]:
    if _too_deep(w):
        return _nothing(w, indent)
    pad, name = "    " * indent, w.fresh("counter")
    return [
        f"{pad}def {name}(start):",
        f"{pad}    def step(by={w.number(0)}):",
        f"{pad}        nonlocal start",
        f"{pad}        if {w.test()}:",
        f"{pad}            start += by",
        f"{pad}        return start",
        f"{pad}    return step",
        f"{pad}{w.name()} = [f() for f in ({name}({w.number(1)}),) * 2]",
    ]


def _generator(w: Writer, indent: int) -> list[str]:
    if _too_deep(w):
        return _nothing(w, indent)
    pad, name = "    " * indent, w.fresh("items_of")
    parameters, first = _parameters(w)
    lines = [*_decorators(w, pad), f"{pad}def {name}({parameters}):"]
    first.append(f"log.append((yield {w.value(1)}))")
    lines += _body(w, "generator", indent + 1, first)
    use = w.choice(
        f"list({name}())",
        f"drained({name}(), 1, {w.value(0)}, {w.error()})",
        f"[*{name}()]",
        f"[x for x in {name}() if x]",
    )
    return [*lines, f"{pad}{w.name()} = {use}"]


def _coroutine(w: Writer, indent: int) -> list[str]:
    if _too_deep(w):
        return _nothing(w, indent)
    pad, name = "    " * indent, w.fresh("later")
    parameters, first = _parameters(w)
    lines = [*_decorators(w, pad), f"{pad}async def {name}({parameters}):"]
    lines += _body(w, "coroutine", indent + 1, first)
    call = f"run({name}())"
    if w.scope.is_asynchronous:
        call = f"await {name}()"
    return [*lines, f"{pad}{w.name()} = {call}"]


def _asynchronous_generator(w: Writer, indent: int) -> list[str]:
    if _too_deep(w):
        return _nothing(w, indent)
    pad, name = "    " * indent, w.fresh("flow")
    parameters, first = _parameters(w)
    lines = [f"{pad}async def {name}({parameters}):"]
    first.append(f"yield {w.value(1)}")
    lines += _body(w, "asynchronous generator", indent + 1, first)
    lines += [
        f"{pad}async def {name}_all():",
        f"{pad}    return [x async for x in {name}() if {w.test()}]",
        f"{pad}{w.name()} = run({name}_all())",
    ]
    return lines


def _class(w: Writer, indent: int) -> list[str]:
    if _too_deep(w):
        return _nothing(w, indent)
    pad, name = "    " * indent, w.fresh("Local")
    bases = w.choice("", "(Truth)", "(metaclass=Meta, x=1)", "(Context, Truth)")
    body = pad + "    "
    lines = [each for each in _decorators(w, pad) if "twice" not in each]
    lines += [f"{pad}class {name}{bases}:"]
    lines += [f"{body}x = {w.value(1)}", f"{body}y = x and {w.value(0)}"]
    lines += w.within("class", indent + 1, 3)
    lines += [
        f"{body}__hidden = {w.value(0)}",
        f"{body}def __init__(self, value={w.value(0)}, *rest, **more):",
        f"{body}    self.value, self.name, self.swallows = value, rest, ()",
        f"{body}    self.__seen = more",
        *w.within("function", indent + 2, 2),
        f"{body}def get(self, x={w.value(0)}):",
        f"{body}    if {w.test()}:",
        f"{body}        return self.__hidden, __class__.__name__",
        f"{body}    return x if self.y else (self.x, self.__seen)",
        f"{body}@property",
        f"{body}def part(self):",
        *w.within("function", indent + 2, 2),
        f"{body}    return self.get({w.value(0)})",
        f"{body}@staticmethod",
        f"{body}def plain(x):",
        f"{body}    return [x, {w.value(1)}]",
        f"{body}@classmethod",
        f"{body}def made(cls, *args):",
        f"{body}    return cls(*args)",
        f"{body}def __getattr__(self, key):",
        f"{body}    return key if {w.test()} else super().__getattribute__(key)",
    ]
    holder = w.choice(f"{name}({w.value(0)}, k=1)", f"{name}.made({w.value(0)})")
    use = w.choice(
        "get({})", "part", "plain({})", "missing", "get()", "y", "plain({})[0]"
    )
    return [*lines, f"{pad}{w.name()} = {holder}.{use.format(w.value(0))}"]


DEFINITIONS: tuple[Callable[[Writer, int], list[str]], ...] = (
    _function,
    _function,
    _recursive,
    _counter,
    _generator,
    _coroutine,
    _asynchronous_generator,
    _class,
)
