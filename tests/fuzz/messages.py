"""Messages with fields changed: graphs and models that are well-formed, and wrong.

A step is `[place, mutation, value]`: the place counts the fields of the message, of all
depths, so that each step means something after others too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

from graphir.wire import messages
from tests.fuzz.kinds import Kind, Steps
from tests.fuzz.outcomes import fault_of
from tests.fuzz.reading import READERS, run_message
from tests.fuzz.seeds import copy_of_seed, graph_defs, seed_folder

NUMBERS: Final = (
    *(-1, 0, 1, 2, 3, 7, 20, 21, 101, 1000, 1 << 20, 1 << 31, (1 << 31) - 1),
    *(-(1 << 31), 1 << 40, 1 << 62, (1 << 63) - 1, -(1 << 63)),
)
TEXTS: Final = (
    *("", "x", "x:1", "^x", "^", ":", "x:y:0", "x:-1", "no such", "é", "a" * 10_000),
    *(
        "Const",
        "If",
        "While",
        "StatefulPartitionedCall",
        "Placeholder",
        "Identity",
        "{}",
    ),
    *("T", "dtype", "value", "shape", "_output_shapes", "/", "a/b", '"', "\n", "\0"),
)
SOURCES: Final = ("dense", "loop", "model")


@cache
def _model_bytes() -> bytes:
    return (seed_folder("saved_model") / "saved_model.pb").read_bytes()


def source(name: str) -> Any:
    """A fresh message to change."""
    if name == "model":
        return messages.parse("SavedModel", _model_bytes())
    graph = graph_defs()[SOURCES.index(name)]
    made = type(graph)()
    made.CopyFrom(graph)
    return made


Place = tuple[Any, Any]
"""A message, and one of its fields that is set."""


def places(message: Any) -> Iterator[Place]:
    """The fields that are set, at all depths."""
    for field, value in message.ListFields():
        yield message, field
        if field.message_type is None:
            continue
        if _is_map(field):
            for key in sorted(value):
                if hasattr(value[key], "ListFields"):
                    yield from places(value[key])
        elif _is_repeated(field):
            for each in value:
                yield from places(each)
        else:
            yield from places(value)


def _is_repeated(field: Any) -> bool:
    repeated = getattr(field, "is_repeated", None)
    return field.label == field.LABEL_REPEATED if repeated is None else bool(repeated)


def _is_map(field: Any) -> bool:
    kind = field.message_type
    return kind is not None and bool(kind.GetOptions().map_entry)


def _clear(message: Any, field: Any, value: int) -> None:
    message.ClearField(field.name)


def _change(message: Any, field: Any, value: int) -> None:
    """A number or text becomes a hostile one; of several, one does."""
    if field.message_type is not None:
        return
    made = _hostile(field, value)
    if _is_repeated(field):
        held = getattr(message, field.name)
        held[value % len(held)] = made
    else:
        setattr(message, field.name, made)


def _hostile(field: Any, value: int) -> Any:
    kind = field.cpp_type
    number = NUMBERS[value % len(NUMBERS)]
    if kind == field.CPPTYPE_STRING:
        text = TEXTS[value % len(TEXTS)]
        return text.encode() if field.type == field.TYPE_BYTES else text
    if kind == field.CPPTYPE_BOOL:
        return bool(value % 2)
    if kind in (field.CPPTYPE_FLOAT, field.CPPTYPE_DOUBLE):
        return (float("nan"), float("inf"), -1.0, 0.0)[value % 4]
    if kind == field.CPPTYPE_ENUM:
        return value % 140
    bits = 64 if kind in (field.CPPTYPE_INT64, field.CPPTYPE_UINT64) else 32
    number %= 1 << bits
    is_signed = kind in (field.CPPTYPE_INT64, field.CPPTYPE_INT32)
    return number - (1 << bits) if is_signed and number >> (bits - 1) else number


def _repeat(message: Any, field: Any, value: int) -> None:
    if not _is_repeated(field) or _is_map(field):
        return
    held = getattr(message, field.name)
    one = held[value % len(held)]
    if field.message_type is None:
        held.append(one)
    else:
        held.add().CopyFrom(one)


def _remove(message: Any, field: Any, value: int) -> None:
    if not _is_repeated(field):
        message.ClearField(field.name)
        return
    held = getattr(message, field.name)
    if _is_map(field):
        del held[sorted(held)[value % len(held)]]
    else:
        del held[value % len(held)]


def _swap(message: Any, field: Any, value: int) -> None:
    """Two of several change places: of a map, what two keys have."""
    held = getattr(message, field.name)
    if not _is_repeated(field) or len(held) < 2:
        return
    keys = sorted(held) if _is_map(field) else range(len(held))
    a, b = keys[value % len(held)], keys[(value * 7 + 1) % len(held)]
    if field.message_type is None:
        held[a], held[b] = held[b], held[a]
        return
    if _is_map(field) and not hasattr(held[a], "CopyFrom"):
        held[a], held[b] = held[b], held[a]
        return
    kept = type(held[a])()
    kept.CopyFrom(held[a])
    held[a].CopyFrom(held[b])
    held[b].CopyFrom(kept)


MUTATIONS: Final[dict[str, Callable[[Any, Any, int], None]]] = {
    "clear": _clear,
    "change": _change,
    "repeat": _repeat,
    "remove": _remove,
    "swap": _swap,
}
CHOSEN: Final = ("change", "change", "change", "clear", "repeat", "remove", "swap")


def make(number: int) -> Steps:
    """A message, and what is done to its fields."""
    random = Random(number)
    steps: Steps = [SOURCES[number % 3]]
    for _ in range(random.choice((1, 1, 2, 2, 4, 8))):
        steps.append(
            [
                random.randrange(1 << 16),
                random.choice(CHOSEN),
                random.randrange(1 << 16),
            ]
        )
    return steps


def changed(steps: Steps) -> Any:
    """The message of a case."""
    message = source(steps[0])
    for place, mutation, value in steps[1:]:
        found = list(places(message))
        if found:
            at, field = found[place % len(found)]
            MUTATIONS[mutation](at, field, value)
    return message


def run(steps: Steps, folder: Path) -> str | None:
    """What is wrong with how the message is read and run."""
    message = changed(steps)
    if steps[0] == "model":
        copy_of_seed("saved_model", folder)
        (folder / "saved_model.pb").write_bytes(message.SerializeToString())
        return fault_of(lambda: READERS["saved_model"](folder))
    return fault_of(lambda: run_message(message))


def prepare(folder: Path) -> None:
    """Makes each message and runs it once: what that imports is no case's time."""
    for name in SOURCES:
        place = folder / name
        place.mkdir()
        run([name], place)


KIND: Final = Kind(make, run, least=1, prepare=prepare)
