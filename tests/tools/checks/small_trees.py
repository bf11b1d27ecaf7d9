"""A small tree of rooms, which the tests of checks change."""

from __future__ import annotations

HIGH = """"High things. Not here: low ones (`autograph.low`)."\n"""


TREE = {
    "tools/checks/rooms.txt": (
        "# lowest first\n\nautograph\n    low middle\n    high.one high\n\n"
        "graphir\n    a b\n    c node\n\nruntime\n    x executor native.far\n"
    ),
    "autograph/__init__.py": "",
    "autograph/low.py": "",
    "autograph/middle.py": "",
    "autograph/high/__init__.py": HIGH,
    "autograph/high/one.py": "",
    "autograph/high/two.py": "",
    "autograph/high/three.py": "",
    "graphir/__init__.py": "",
    "graphir/a.py": "",
    "graphir/b.py": "",
    "graphir/c.py": "",
    "graphir/node.py": "",
    "runtime/__init__.py": "",
    "runtime/x.py": "",
    "runtime/executor/__init__.py": HIGH,
    "runtime/executor/program.py": "",
    "runtime/native/far.py": "",
    "tools/__init__.py": "",
    "tools/inner.py": "",
}
