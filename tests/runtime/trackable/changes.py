"""Changes of lists, dicts and tuples in attributes: what is saved after each.

TensorFlow's answers are in `cases/changes.json`, made by

    AUTOGRAPH_TENSORFLOW_PYTHON=... python -m tests.runtime.trackable.changes --record
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, Final

import runtime as tf
from runtime.checkpoints.object_graph import ObjectGraphView, serialized
from tests.tensorflow_process import TensorFlowProcess

ANSWERS: Final = Path(__file__).parent / "cases" / "changes.json"

LISTS: Final = ["[]", "[V(1), V(2)]", "[3, 1, 2]", "[1, V(1)]", "[V(1), 5]", "[[V(1)]]"]
DICTS: Final = [
    "{}",
    "{'a': V(1), 'b': V(2)}",
    "{'a': 1}",
    "{1: V(1)}",
    "{'a': [V(1)], 2: 4}",
    "OrderedDict([('b', V(1)), ('a', V(2))])",
]
TUPLES: Final = ["(V(1), 2)", "([1], V(1))", "Pair([1], {'a': 2})"]

OF_LISTS: Final = """
c.append(V(9))                     c.append([V(9)])              c.extend([V(9), 1])
c.insert(0, V(9))                  c.insert(0, 7)                c.insert(len(c), V(9))
c.pop()                            c.pop(0)                      c.pop(10)
c.remove(c[0])                     c.remove(99)                  c.clear()
c.reverse()                        c.sort()                      m.c.__imul__(2)
c[0] = V(9)                        c[0] = 7                      c[0] = c[0]
c[-1] = V(9)                       c[-1] = 4                     c[10] = 1
c[0:1] = [V(9)]                    c[0:1] = [8]                  c[:] = []
c[:] = list(c)                     c[::-1] = c[:]                c[0:0] = [5]
del c[0]                           del c[10]                     del c[0:0]
del c[:]                           c += [V(9)]                   c *= 0
c.append(V(3)); c.pop()            c.append(3); c[-1] = V(2)     c.pop(); c.append(V(1))
raw.append(5)                      raw.append(V(3))              raw[0] = 5
raw.pop()                          raw.clear()                   m.c = m.c + [V(5)]
m.d = c                            m.c = raw                     del m.c
"""
OF_DICTS: Final = """
c['z'] = V(9)                      c['a'] = V(9)                 c['a'] = 7
c['a'] = c['a']                    c[5] = V(9)                   c[5] = 1
c[5] = [1]                         c['z'] = [V(1)]               del c['a']
del c['zz']                        del c[1]                      c.pop('a')
c.pop('zz')                        c.pop('zz', 3)                c.popitem()
c.clear()                          c.update({'z': V(9)})         c.update(a=V(9))
c.update([('z', 1)])               c.update({5: V(9)})           c.setdefault('z', V(9))
c.setdefault('a', V(9))            c.setdefault('q')             c |= {'z': V(9)}
c |= {}                            raw['y'] = 5                  raw['y'] = V(5)
raw['a'] = 5                       raw.pop('a')                  raw.clear()
c['y'] = 1; c.pop('y')             c['y'] = V(1); del c['y']     c[5] = V(9); del c[5]
c.pop('a'); c['a'] = V(4)          m.d = c                       m.c = raw
c.move_to_end('b')                 c.popitem(last=False)         m.c = c | {'z': V(9)}
"""
OF_TUPLES: Final = """
c[0] = 1                           del c[0]                      c[0].append(V(2))
c[0].append(2)                     c[0].pop()                    c[1].pop('a')
c += (V(4),)                       m.c = m.c + (V(3),)           m.c = m.c * 2
m.c = c._replace(x=V(5))           m.d = c                       m.c = (V(8),)
"""

RUN: Final = """
import os, tempfile
from collections import OrderedDict, namedtuple

Pair = namedtuple("Pair", "x y")


def V(number):
    return tf.Variable(float(number))


class Owner(tf.Module):
    pass


def values(found):
    if isinstance(found, dict):
        pairs = ["%r: %s" % (key, values(each)) for key, each in found.items()]
        return "{" + ", ".join(pairs) + "}"
    if isinstance(found, (list, tuple)):
        return "[" + ", ".join(map(values, found)) + "]"
    return "V(%g)" % found.numpy() if hasattr(found, "numpy") else repr(found)


def written(m, path):
    tf.train.Checkpoint(m=m).write(path)
    return [name for name, _ in tf.train.list_variables(path)]


def answer(make, change, path):
    m = Owner()
    names = {"m": m, "V": V, "OrderedDict": OrderedDict, "Pair": Pair}
    names["raw"] = m.c = eval(make, names)
    names["c"] = m.c
    try:
        exec(change, names)
        told = ""
    except Exception as error:
        told = type(error).__name__
    now = [values(each) for each in (getattr(m, "c", None), names["raw"])]
    try:
        saved = sorted(names_of(m, path))
    except ValueError as error:
        reasons = "replaced", "non-string key", "outside the wrapper"
        saved = next(each for each in reasons if each in str(error))
    else:
        saved = [name.partition("/.ATT")[0] for name in saved if "ATT" in name]
    return told, *now, saved


names_of = globals().get("names_of", written)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "c")
    result = [answer(make, change, path) for make, change in cases]
"""


def rows(text: str) -> list[str]:
    """The changes of a table."""
    lines = text.strip().splitlines()
    cells = [line[start:end] for line in lines for start, end in _COLUMNS]
    return [each.strip() for each in cells if each.strip()]


_COLUMNS: Final = ((0, 35), (35, 65), (65, None))
CASES: Final = [
    (make, change)
    for makes, changes in ((LISTS, OF_LISTS), (DICTS, OF_DICTS), (TUPLES, OF_TUPLES))
    for make in makes
    for change in rows(changes)
]


def answered() -> list[Any]:
    """The answers of this runtime, without a file for each."""
    names: dict[str, Any] = {"tf": tf, "cases": CASES, "names_of": _names_of}
    exec(RUN, names)
    return [list(each) for each in names["result"]]


def _names_of(owner: Any, _: str) -> list[str]:
    view = ObjectGraphView(tf.train.Checkpoint(m=owner))
    return list(serialized(view).tensors)


def record() -> None:
    """Writes TensorFlow's answers."""
    process = TensorFlowProcess(os.environ["AUTOGRAPH_TENSORFLOW_PYTHON"])
    found = process.run(RUN, cases=CASES)
    lines = [
        json.dumps([*case, answer], ensure_ascii=False)
        for case, answer in zip(CASES, found)
    ]
    ANSWERS.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__" and "--record" in sys.argv:
    record()
