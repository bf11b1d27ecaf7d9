"""Each budget: one thing at its limit passes, one above it is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from autograph_tools.checks import size

WriteTree = Callable[[dict[str, str]], Path]


def function_of(lines: int) -> str:
    return "async def _long():\n" + "    pass\n" * (lines - 1)


def class_of(methods: int) -> str:
    fields = "    @property\n    def field(self): ...\n    def _own(self): ...\n"
    body = [f"    def method_{index}(self): ...\n" for index in range(methods)]
    return "class _Wide:\n" + fields + "".join(body)


def module_of(names: int) -> str:
    kinds = ("NAME_{}: int = 1\n", "def name_{}(): ...\n", "class Name_{}: ...\n")
    return "".join(kinds[index % 3].format(index) for index in range(names))


LIMITS = [
    pytest.param("# line\n".__mul__, 600, "601 lines, at most 600", id="file"),
    pytest.param(function_of, 70, "_long has 71 lines, at most 70", id="function"),
    pytest.param(class_of, 12, "class _Wide has 13 public methods", id="class"),
    pytest.param(module_of, 14, "15 public names, at most 14", id="names"),
]


@pytest.mark.parametrize(("text_of", "limit", "says"), LIMITS)
def test_one_above_the_budget_is_named(
    write_tree: WriteTree, text_of: Callable[[int], str], limit: int, says: str
) -> None:
    [problem] = size.problems(write_tree({"autograph/m.py": text_of(limit + 1)}))
    assert problem.startswith("autograph/m.py:1: ")
    assert says in problem


@pytest.mark.parametrize(("text_of", "limit", "says"), LIMITS)
def test_at_the_budget_passes(
    write_tree: WriteTree, text_of: Callable[[int], str], limit: int, says: str
) -> None:
    assert list(size.problems(write_tree({"tools/m.py": text_of(limit)}))) == []


def test_init_that_defines_is_named(write_tree: WriteTree) -> None:
    lazy = "from a import b\ndef __getattr__(name): ...\n"
    root = write_tree({"graphir/__init__.py": lazy + "def helper(): ...\n"})
    [problem] = size.problems(root)
    assert problem == "graphir/__init__.py:3: helper: an __init__ holds names only"


def test_exemption_covers_its_measure_only(write_tree: WriteTree) -> None:
    text = module_of(15) + function_of(71)
    [problem] = size.problems(write_tree({"graphir/ops/math/family.py": text}))
    assert "_long has 71 lines" in problem


def test_golden_cases_are_not_measured(write_tree: WriteTree) -> None:
    root = write_tree({"tests/autograph/cases/long.py": function_of(71)})
    assert list(size.problems(root)) == []


def test_report_names_packages_and_largest_files(
    write_tree: WriteTree, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_tree({"graphir/a.py": "\n" * 3, "graphir/b.py": "\n" * 1500})
    size.print_report(root, count=1)
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows == [
        ["graphir", "1,503"],
        ["total", "1,503"],
        ["largest", "files:"],
        ["graphir/b.py", "1,500"],
    ]


@pytest.mark.parametrize("reason", size.SIZES.values())
def test_exemption_has_a_reason(reason: str) -> None:
    assert len(reason.split()) > 3


def test_script_of_a_page(write_tree: WriteTree) -> None:
    root = write_tree(
        {
            "runtime/page/long.js": "x\n" * 401,
            "runtime/page/short.js": "x\n" * 400,
            "runtime/page/others.min.js": "x\n" * 500,
        }
    )
    assert list(size.problems(root)) == [
        "runtime/page/long.js:1: 401 lines, at most 400: split"
    ]
