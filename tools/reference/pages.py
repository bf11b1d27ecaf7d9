"""The reference's pages: one for each public namespace, and one that lists them.

Pages are generated for the documentation site and are no files of the project. Their
examples come from the docstrings, which the tests execute.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator
from typing import Any, Final

from .docstrings import first_line, markdown
from .entries import Entry, homes, members, module_text, namespaces

FOLDER: Final = "reference"
WIDTH: Final = 84


def pages() -> dict[str, str]:
    """Each page's path in the site, and its text."""
    found = namespaces()
    home = homes(found)
    made = {
        _path(space): _page(space, entries, home) for space, entries in found.items()
    }
    made[f"{FOLDER}/index.md"] = _index(found)
    return made


def _path(space: str) -> str:
    return f"{FOLDER}/{space}.md"


def _index(found: dict[str, list[Entry]]) -> str:
    cells = [
        (f"[`{space}`]({space}.md)", str(len(entries)), _what_is_in(space, entries))
        for space, entries in found.items()
        if entries
    ]
    rows = [f"| {' | '.join(row)} |" for row in cells]
    head = [
        "# Reference",
        "",
        "Made of the docstrings; their examples are executed as tests. Beside these",
        "there are the [raw ops](../ops.md), `tf.compat.v1` (names of TensorFlow 1),",
        "and `tf.keras`, which is [Keras' own](../coming_from_tensorflow.md#keras).",
        "",
        "| namespace | names | what is in it |",
        "| --- | --- | --- |",
    ]
    return "\n".join([*head, *rows]) + "\n"


def _what_is_in(space: str, entries: list[Entry]) -> str:
    """The first line of a namespace's docstring, or its first names."""
    names = ", ".join(f"`{entry.name}`" for entry in entries[:3])
    more = ", ..." if len(entries) > 3 else ""
    return first_line(module_text(space)) or f"{names}{more}"


def _page(space: str, entries: list[Entry], home: dict[int, str]) -> str:
    head = [f"# {space}", "", markdown(module_text(space)), ""]
    table = ["| name | |", "| --- | --- |"]
    sections: list[str] = []
    for entry in entries:
        place = home.get(id(entry.value))
        table.append(f"| {_link(entry, place)} | {_told(entry)} |")
        if place == entry.path:
            sections += _section(entry)
    return "\n".join([*head, *table, "", *sections]) + "\n"


def _link(entry: Entry, place: str | None) -> str:
    if place is None:
        return f"`{entry.name}`"
    space, _, name = place.rpartition(".")
    page = "" if place == entry.path else f"{space}.md"
    return f"[`{entry.name}`]({page}#{_anchor(name)})"


def _anchor(name: str) -> str:
    return f"name-{name}"


def _told(entry: Entry) -> str:
    if entry.is_documented:
        return first_line(inspect.getdoc(entry.value) or "")
    text = repr(entry.value).replace("|", "\\|").replace("`", "'")
    return f"`{textwrap.shorten(text, 80)}`"


def _section(entry: Entry) -> Iterator[str]:
    yield f"## {entry.path} {{: #{_anchor(entry.name)} }}\n"
    yield _signature(entry.path, entry.value)
    yield markdown(inspect.getdoc(entry.value) or "") + "\n"
    if inspect.isclass(entry.value):
        for member in members(entry.value):
            yield from _member(entry, member)


def _member(owner: Entry, member: Entry) -> Iterator[str]:
    value = getattr(owner.value, member.name, member.value)
    text = inspect.getdoc(value) or ""
    if isinstance(member.value, property) or not callable(value):
        yield f"### {owner.name}.{member.name}\n"
    else:
        yield f"### {owner.name}.{member.name}()\n"
        yield _signature(member.name, value)
    yield markdown(text) + "\n"


def _signature(shown: str, value: Any) -> str:
    """How it is called, in a fence; nothing for what does not say."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    whole = f"{shown}({', '.join(_parameters(found))}){_result(found)}"
    if len(whole) > WIDTH:
        inner = "".join(f"    {each},\n" for each in _parameters(found))
        whole = f"{shown}(\n{inner}){_result(found)}"
    return f"```python\n{whole}\n```\n"


def _parameters(found: inspect.Signature) -> list[str]:
    """As they are written: annotations are text in our modules."""
    shown = []
    told = False
    for each in found.parameters.values():
        if each.kind is each.VAR_POSITIONAL:
            told = True
        if each.kind is each.KEYWORD_ONLY and not told:
            shown.append("*")
            told = True
        shown.append(_parameter(each))
    return shown


def _parameter(each: inspect.Parameter) -> str:
    is_any = each.kind is each.VAR_KEYWORD
    stars = "**" if is_any else "*" * (each.kind is each.VAR_POSITIONAL)
    text = f"{stars}{each.name}"
    has_type = each.annotation is not each.empty
    if has_type:
        text += f": {_annotation(each.annotation)}"
    if each.default is each.empty:
        return text
    return f"{text}{' = ' if has_type else '='}{_default(each.default)}"


def _default(value: Any) -> str:
    text = repr(value)
    is_address = " at 0x" in text
    return getattr(value, "__name__", "...") if is_address else text


def _annotation(value: Any) -> str:
    return value if isinstance(value, str) else inspect.formatannotation(value)


def _result(found: inspect.Signature) -> str:
    empty = found.return_annotation is found.empty
    return "" if empty else f" -> {_annotation(found.return_annotation)}"
