"""Each forbidden import is found, each allowed one is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograph_tools.checks.layers import violations

WriteTree = Callable[[dict[str, str]], Path]
ROOT = Path(__file__).parents[3]

TREE = {
    "autograph/__init__.py": '"""A.\n\nLayers: low, middle,\nhigh, then the rest.\n"""',
    "autograph/low.py": "",
    "autograph/middle.py": "",
    "autograph/high/__init__.py": '"""H.\n\nLayers: one, two\n"""',
    "autograph/high/one.py": "",
    "autograph/high/two.py": "",
    "autograph/other.py": "",
    "graphir/__init__.py": (
        '"""G.\n\nLayers; upwards:\n\n    a, b   one\n    c  c\n    node  n\n"""'
    ),
    "graphir/a.py": "",
    "graphir/b.py": "",
    "graphir/c.py": "",
    "graphir/node.py": "",
    "graphir/ops/__init__.py": "",
    "runtime/__init__.py": "",
    "tools/__init__.py": "",
    "tools/inner.py": "",
}


@pytest.mark.parametrize(
    ("name", "statement", "says"),
    [
        ("autograph/low.py", "import graphir", "autograph may not import graphir"),
        ("graphir/a.py", "from autograph import low", "graphir may not import"),
        ("graphir/a.py", "def f():\n  import runtime", "graphir may not import"),
        ("runtime/x.py", "import autograph_tools", "runtime may not import"),
        ("runtime/x.py", "import tools", "runtime may not import tools"),
        ("tests/test_x.py", "from tools import inner", "tests may not import tools"),
        ("graphir/a.py", "import networkx as nx", "only inside the function"),
        ("graphir/a.py", "class A:\n  import google.protobuf", "only inside"),
        ("autograph/low.py", "from autograph.middle import x", "before low"),
        ("autograph/low.py", "from autograph import high", "before low"),
        ("autograph/middle.py", "from autograph.high.one import x", "before middle"),
        ("autograph/middle.py", "import autograph.other", "before middle"),
        ("autograph/high/one.py", "from autograph.high import two", "before one"),
        ("autograph/high/one.py", "from . import two", "before one"),
        ("autograph/high/one.py", "from .two import x", "before one"),
        ("graphir/a.py", "from graphir import b", "before a"),
        ("graphir/b.py", "import graphir.c", "before b"),
        ("graphir/node.py", "import graphir.ops", "before node"),
    ],
)
def test_forbidden_import_is_named(
    write_tree: WriteTree, name: str, statement: str, says: str
) -> None:
    root = write_tree({**TREE, "autograph/another.py": "", name: statement})
    [problem] = violations(root)
    line = 2 if "\n" in statement else 1
    assert problem.startswith(f"{name}:{line}: imports ")
    assert says in problem


@pytest.mark.parametrize(
    ("name", "statement"),
    [
        ("autograph/middle.py", "import ast\nfrom autograph.low import x"),
        ("autograph/high/two.py", "from .one import x\nfrom ..middle import y"),
        ("autograph/high/two.py", "import autograph.high.one, autograph.low"),
        ("autograph/other.py", "from autograph.high import two"),
        ("autograph/other.py", "import autograph.another"),
        ("autograph/other.py", "def f():\n  import autograph.another"),
        ("autograph/__init__.py", "from autograph.other import x"),
        ("graphir/c.py", "from graphir import a, b\nimport numpy as np, ml_dtypes"),
        ("graphir/a.py", "def f():\n  import networkx"),
        ("graphir/a.py", "if TYPE_CHECKING:\n  import networkx, graphir.c"),
        ("graphir/node.py", "def f():\n  from graphir.ops import x"),
        ("runtime/x.py", "import autograph, graphir.c"),
        ("tools/inner.py", "import autograph, graphir, runtime, rich"),
        ("tests/test_x.py", "import autograph_tools.inner, runtime, pytest"),
    ],
)
def test_allowed_import_passes(
    write_tree: WriteTree, name: str, statement: str
) -> None:
    tree = {**TREE, "autograph/another.py": "", name: statement}
    assert list(violations(write_tree(tree))) == []


def test_unlisted_modules_import_each_other_without_a_circle(
    write_tree: WriteTree,
) -> None:
    circle = {
        "autograph/other.py": "import autograph.another",
        "autograph/another.py": "import autograph.other",
    }
    problems = list(violations(write_tree({**TREE, **circle})))
    assert len(problems) == 2
    assert all("in a circle" in problem for problem in problems)


def test_check_of_layers_is_short() -> None:
    text = (ROOT / "tools/checks/layers.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 80
