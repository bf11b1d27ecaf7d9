"""Graphs of one op, over every op with a kernel: hostile constants and attributes.

A step after the op's call is `["input", which, number]` or `["attr", which, number]`.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

import runtime as tf
from graphir import dtypes
from graphir.errors import InvalidGraphError
from graphir.ops.contract.registry import lookup
from graphir.wire import messages
from graphir.wire.graphdef import from_graph_def
from tests.fuzz.kinds import Kind, Steps
from tests.fuzz.outcomes import fault_of
from tests.graphir.ops.calls import Call, all_calls, attrs_of

INTEGERS: Final = (
    *(0, -1, 1, 2, 3, 7, 127, 255, 1 << 15, 1 << 20, (1 << 31) - 1, -(1 << 31)),
    *(1 << 31, 1 << 40, 1 << 62, (1 << 63) - 1, -(1 << 63)),
)
FLOATS: Final = (0.0, -0.0, np.nan, np.inf, -np.inf, 1e38, -1e38, 1e-45, 0.5, 1e300)
BYTES: Final = (
    b"",
    b"\0",
    b"%s{}",
    b"\xff\xfe",
    b"a" * 10_000,
    b"0x",
    "é".encode(),
    b"-1",
)
SHAPES: Final = (
    (),
    (0,),
    (1,),
    (2,),
    (3,),
    (0, 3),
    (2, 3),
    (1, 1, 1),
    (2, 2, 2),
    (5, 1, 1, 1),
)
KINDS: Final = (
    *(dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.uint8),
    *(dtypes.bool_, dtypes.string, dtypes.complex64, dtypes.float16, dtypes.bfloat16),
)
WAITING: Final = frozenset(("Barrier", "Stage"))


@cache
def calls() -> tuple[tuple[str, Call], ...]:
    """A call of each op, and all there are of some."""
    return tuple(each.values for each in all_calls())


def hostile_array(number: int, like: Any) -> Any:
    """An array of hostile elements; every second one has the dtype of `like`."""
    random = Random(number)
    dtype = random.choice(KINDS) if number % 4 == 3 else dtypes.of_array(like)
    shape = like.shape if number % 3 == 0 else random.choice(SHAPES)
    count = int(np.prod(shape, dtype=np.int64))
    if dtype is dtypes.string:
        texts = np.empty(shape, object)
        texts.ravel()[:] = [random.choice(BYTES) for _ in range(count)]
        return texts
    if dtype.is_integer or dtype.is_bool or dtype.is_quantized:
        chosen = [random.choice(INTEGERS) for _ in range(count)]
        wrapped = np.array([each % (1 << 64) for each in chosen], np.uint64)
        return wrapped.astype(dtype.numpy_dtype).reshape(shape)
    values = np.array([random.choice(FLOATS) for _ in range(count)])
    return values.astype(dtype.numpy_dtype).reshape(shape)


def hostile_attr(value: Any, number: int) -> Any:
    """An attribute's value of the same kind, or of another one."""
    random = Random(number)
    if number % 7 == 6:
        return random.choice((1, "text", 0.5, True, [1], tf.float32))
    if isinstance(value, list):
        one = value[0] if value else 1
        return [hostile_attr(one, random.randrange(1 << 16)) for _ in range(number % 4)]
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, np.integer)):
        return random.choice(INTEGERS)
    if isinstance(value, float):
        return random.choice(FLOATS)
    if isinstance(value, (bytes, str)):
        return random.choice(BYTES)
    if isinstance(value, dtypes.DType):
        return random.choice(KINDS)
    return value


def make(number: int) -> Steps:
    """A call of an op, and what of it is made hostile."""
    random = Random(number)
    steps: Steps = [number % len(calls())]
    for _ in range(random.choice((1, 1, 2, 3))):
        kind = random.choice(("input", "input", "attr"))
        steps.append([kind, random.randrange(8), random.randrange(1 << 16)])
    return steps


def hostile_call(steps: Steps) -> tuple[str, list[Any], dict[str, Any]]:
    """The op, its flat arrays and attributes."""
    name, call = calls()[steps[0] % len(calls())]
    arrays = call.flat()
    attrs = dict(attrs_of(name, call))
    for kind, which, number in steps[1:]:
        if kind == "input" and arrays:
            at = which % len(arrays)
            arrays[at] = hostile_array(number, arrays[at])
        elif kind == "attr":
            keys = sorted(lookup(name).declared().attrs)
            if keys:
                key = keys[which % len(keys)]
                attrs[key] = hostile_attr(attrs.get(key, _default(name, key)), number)
    return name, arrays, attrs


def _default(name: str, key: str) -> Any:
    kind = lookup(name).declared().attrs[key].kind
    return {
        "int": 1,
        "float": 1.0,
        "bool": True,
        "string": b"",
        "type": dtypes.float32,
    }.get(kind, 1)


def graph_of(steps: Steps) -> tuple[Any, str]:
    """A message with the op and its constants, unchecked; and the op's name."""
    from graphir.wire.attributes import to_attr_value

    name, arrays, attrs = hostile_call(steps)
    made = messages.get("GraphDef")()
    node = made.node.add(name="op", op=name)
    for number, array in enumerate(arrays):
        constant = made.node.add(name=f"c{number}", op="Const")
        constant.attr["dtype"].type = dtypes.of_array(array).as_datatype_enum
        constant.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(array))
        node.input.append(f"c{number}")
    specs = lookup(name).declared().attrs
    for key, value in attrs.items():
        with suppress(InvalidGraphError):  # has no wire form
            node.attr[key].CopyFrom(to_attr_value(value, specs[key].kind))
    return made, name


def run(steps: Steps, folder: Path) -> str | None:
    """What is wrong with how the op is read and run."""
    message, name = graph_of(steps)

    def act() -> None:
        graph = from_graph_def(message)
        fetches = [f"op:{index}" for index in range(len(graph.node("op").outputs))]
        tf.run_graph(message, {}, fetches or ["op"])

    found = fault_of(act)
    return found and f"{found} ({name})"


def prepare(folder: Path) -> None:
    """Imports the kernels: that is no case's time."""
    run(make(0), folder)


KIND: Final = Kind(make, run, least=1, prepare=prepare)
