"""Each forbidden import is found, each allowed one is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograph_tools.checks import exemptions
from autograph_tools.checks.imports import imports_of
from autograph_tools.checks.layers import violations
from autograph_tools.checks.tree import source_files
from tests.tools.checks.small_trees import TREE

WriteTree = Callable[[dict[str, str]], Path]
ROOT = Path(__file__).parents[3]


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
        ("autograph/low.py", "def f():\n  import autograph.middle", "before low"),
        ("autograph/middle.py", "from autograph.high.one import x", "before middle"),
        ("autograph/high/one.py", "from autograph.high import two", "before high.one"),
        ("autograph/high/one.py", "from . import two", "before high.one"),
        ("autograph/high/one.py", "from .two import x", "before high.one"),
        ("graphir/a.py", "from graphir import b", "before a"),
        ("graphir/b.py", "import graphir.c", "before b"),
    ],
)
def test_forbidden_import_is_named(
    write_tree: WriteTree, name: str, statement: str, says: str
) -> None:
    root = write_tree({**TREE, name: statement})
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
        ("autograph/high/two.py", "from autograph.high import three"),
        ("autograph/__init__.py", "from autograph.high.two import x"),
        ("graphir/c.py", "from graphir import a, b\nimport numpy as np, ml_dtypes"),
        ("graphir/a.py", "def f():\n  import networkx"),
        ("graphir/a.py", "if TYPE_CHECKING:\n  import networkx, graphir.c"),
        ("runtime/x.py", "import autograph, graphir.c"),
        ("tools/inner.py", "import autograph, graphir, runtime, rich"),
        ("tests/test_x.py", "import autograph_tools.inner, runtime, pytest"),
    ],
)
def test_allowed_import_passes(
    write_tree: WriteTree, name: str, statement: str
) -> None:
    assert list(violations(write_tree({**TREE, name: statement}))) == []


def test_an_exempt_import_is_lazy(
    write_tree: WriteTree, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = "runtime.executor.program", "runtime.native.far"
    monkeypatch.setitem(exemptions.UPWARD, pair, "a reason")
    at_start = {"runtime/executor/program.py": "import runtime.native.far"}
    [problem] = violations(write_tree({**TREE, **at_start}))
    assert "native.far does not stand before executor" in problem
    when_called = {
        "runtime/executor/program.py": "def f():\n  import runtime.native.far"
    }
    assert list(violations(write_tree({**TREE, **when_called}))) == []


def test_modules_of_a_room_do_not_import_each_other_in_a_circle(
    write_tree: WriteTree,
) -> None:
    circle = {
        "autograph/high/two.py": "import autograph.high.three",
        "autograph/high/three.py": "import autograph.high.two",
    }
    [problem] = violations(write_tree({**TREE, **circle}))
    assert "autograph.high.two: import each other in a circle" in problem


@pytest.mark.parametrize(("count", "is_named"), [(4, False), (5, True)])
def test_a_large_circle_counts_lazy_imports_too(
    write_tree: WriteTree, count: int, is_named: bool
) -> None:
    names = ["two", "three", "four", "five", "six"][:count]
    circle = {
        f"autograph/high/{one}.py": f"def f():\n  import autograph.high.{other}"
        for one, other in zip(names, [*names[1:], names[0]])
    }
    problems = list(violations(write_tree({**TREE, **circle})))
    assert [each[-22:] for each in problems] == [
        "a circle of over 4 files"[-22:]
    ] * is_named


def test_every_exemption_is_needed() -> None:
    files = list(source_files(ROOT))
    modules = {file.module for file in files}
    exempt = {module for module, _ in exemptions.UPWARD}
    lazy = {
        (file.module, found.target)
        for file in files
        if file.module in exempt
        for found in imports_of(file, modules)
        if not found.at_start
    }
    for module, room in exemptions.UPWARD:
        assert any(a == module and b.startswith(room) for a, b in lazy), (module, room)


def test_check_of_layers_is_short() -> None:
    text = (ROOT / "tools/checks/layers.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 80
