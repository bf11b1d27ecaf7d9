"""Programs in which one name is free to choose: as what, is each program's question."""

from __future__ import annotations

import builtins
import importlib.util
import keyword
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Final

PROGRAMS: Final = {
    "parameter": """
def {function}({name}):
    i = tf.constant(0)
    while i < 3:
        {name} = {name} + i * 2
        i += 1
    if {name} > 5:
        {name} = {name} - 1
    else:
        {name} = {name} + 1
    return {name}
""",
    "variable": """
def {function}(x):
    {name} = x
    for j in tf.range(6):
        if j == 2:
            continue
        if {name} > 20:
            break
        {name} = {name} + j
    return {name}
""",
    "early_return": """
def {function}(x):
    {name} = x * 2
    if x > 2:
        return {name}
    for {name} in tf.range(3):
        if {name} + x > 3:
            return {name} * 10
    return x
""",
    "function": """
def {function}(x):
    def {name}(y):
        if y > 10:
            return y - 1
        return y * 2
    while x < 20:
        x = {name}(x)
    return x
""",
    "attribute": """
def {function}(x):
    box = Box()
    box.{name} = x
    while box.{name} < 20:
        box.{name} = box.{name} * 3 + 1
    return box.{name}
""",
    "keyword": """
def {function}(x):
    def inner(**given):
        return given["{name}"] + 1
    if x > 1:
        x = inner({name}=x)
    return x
""",
    "node": """
def {function}(x):
    i = tf.constant(1, name={node})
    x = tf.add(x, 1, name={node})
    while i < 4:
        x = tf.multiply(x, i, name={node})
        i = tf.add(i, 1, name={node})
    return tf.identity(x, name={node})
""",
}
"""Functions of one integer, with places for a name."""

MIXED: Final = """
def {function}(x, y):
    total = tf.zeros([4])
    for k in tf.range(x):
        row = tf.fill([4], tf.cast(k, tf.float32))
        part = tf.switch_case(k % 3, [lambda: row, lambda: row + y, lambda: row * y])
        total = tf.where(part > 2.0, total + part, total - tf.sqrt(tf.abs(part)))
        if tf.reduce_sum(total) > 100.0:
            break
    return total, tf.reduce_max(total), tf.shape(total)[0] // 3
"""
"""A function whose texts have much of what writers write."""

HEAD: Final = '''import runtime as tf


class Box:
    """Holds attributes."""

'''


def module_of(path: Path, text: str) -> ModuleType:
    """A module of this text, with a file that its source can be read from."""
    path.write_text(HEAD + text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def words_of(texts: Sequence[str]) -> set[str]:
    """The identifiers in texts."""
    return {word for text in texts for word in re.findall(r"[A-Za-z_]\w*", text)}


def names_to_try(texts: Sequence[str]) -> list[str]:
    """Every builtin, every word of the texts, and words that are special."""
    special = {"self", "super", "cls", "_", "__class__", "__name__", "match", "type"}
    words = {*dir(builtins), *words_of(texts), *special, "__sites__", "ag__", "np"}
    words -= {*keyword.kwlist, "__debug__"}
    return sorted(words)


def is_free(kind: str, name: str) -> bool:
    """Whether a program has the name for nothing else."""
    if (kind, name) == ("attribute", "__class__"):
        return False
    return name not in words_of([PROGRAMS[kind]])


def written(kind: str, number: int, name: str) -> str:
    """The program of a kind with the name in its places, as ``kind_number``."""
    node = repr(name if name[0] != "_" else f"a{name}")
    return PROGRAMS[kind].format(function=f"{kind}_{number}", name=name, node=node)
