"""`autograph check`: exit status and what it prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograph_tools.main import main

SOURCE = """
def same(n):
    while n > 3:
        n = n - 1
    return n

def prints(n):
    while n > 3:
        print("at", n)
        n = n - 1
    return n
"""

RELU = """
import runtime as tf

def a(x):
    return tf.nn.relu(x * 2.0) + 1.0
"""


@pytest.fixture
def target(tmp_path: Path) -> str:
    path = tmp_path / "checked.py"
    path.write_text(SOURCE)
    return str(path)


def test_no_divergence_is_success(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", f"{target}:same", "--arg", "i32=9"]) == 0
    assert capsys.readouterr().out == "no divergence\n"


def test_divergence_is_shown_with_its_line(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", f"{target}:prints", "--arg", "i32=9", "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert found["line"].endswith("checked.py:9")
    assert found["differs"] == "printed"


def test_a_spec_has_no_value(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"{target}:same", "--arg", "i32[]"]) == 2
    assert "has no value" in capsys.readouterr().err


@pytest.mark.parametrize("argument", ["[1.0]", "f32=1.0"])
def test_ops_do_not_diverge_by_what_they_call_inside(
    argument: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two.py"
    path.write_text(RELU)
    main(["check", f"{path}:a", "--arg", argument])
    assert "called" not in capsys.readouterr().out


PACKAGE = {
    "pack/__init__.py": "raise SystemExit('nothing of it is run')\n",
    "pack/kinds.py": (
        "import autograph\n\n\n"
        "class Model:\n"
        "    def call(self, x):\n"
        "        super().__init__()\n"
        "        while x > 0:\n"
        "            x = x - 1\n"
        "        return x\n\n\n"
        "def counts(n):\n"
        "    for i in range(n):\n"
        "        yield i\n\n\n"
        "async def waits():\n"
        "    return 1\n\n\n"
        "@autograph.do_not_convert\n"
        "def kept(x):\n"
        "    return [each for each in x]\n"
    ),
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in PACKAGE.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("target", ["pack", "pack/kinds.py", "."])
@pytest.mark.usefixtures("package")
def test_functions_of_a_path_are_judged_and_not_run(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", target]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "line              function    staged    why",
        "pack/kinds.py:5   Model.call  yes",
        "pack/kinds.py:12  counts      no        generators are not supported",
        "pack/kinds.py:17  waits       no        coroutines are not supported",
        "pack/kinds.py:21  kept        as it is  it is marked do_not_convert",
        "",
        "4 functions: 1 can be staged, 2 cannot, 1 runs as it is",
        "Arguments decide too whether a function can be traced: to run one,",
        "autograph check FILE.py:FUNCTION --arg ...",
    ]


@pytest.mark.usefixtures("package")
def test_findings_are_annotations_of_a_change(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", "pack", "--format", "github"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        "::warning file=pack/kinds.py,line=12,title=autograph not-staged::"
        "counts: generators are not supported"
    )


def test_a_file_that_is_no_python_leaves_the_others_of_a_folder(
    package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (package / "pack" / "broken.py").write_text("\n\ndef f(:\n")
    assert main(["check", "pack"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:3] == ["pack/broken.py:3", "unknown", "the"]
    assert lines[-3].endswith("1 runs as it is; 1 file not read")
    assert main(["check", "pack", "--format", "github"]) == 2
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("::error file=pack/broken.py,line=3,title=autograph not-re")


@pytest.mark.usefixtures("package")
def test_findings_are_sarif(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "pack", "--format", "sarif"]) == 0
    (made,) = json.loads(capsys.readouterr().out)["runs"]
    assert [each["level"] for each in made["results"]] == ["warning", "warning", "note"]
    place = made["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "pack/kinds.py"
    assert place["region"]["startLine"] == 12


def test_divergences_are_annotations_too(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["check", f"{target}:prints", "--arg", "i32=9", "--format", "github"]
    assert main(words) == 1
    assert capsys.readouterr().out.startswith("::error file=")


def test_a_file_that_is_no_python_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def f(:\n")
    assert main(["check", str(path)]) == 2
    assert "broken.py" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", ["nofile", "no/file.py", "json.no", "json.decoder.decoder", "a.b", ".json"]
)
def test_what_is_not_there_is_said_to_be_missing(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", name]) == 2
    assert f"{name}: there is no such file, folder, package or module." in (
        capsys.readouterr().err
    )


def test_a_module_is_found_without_importing_the_packages_around_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "around").mkdir()
    (tmp_path / "around/__init__.py").write_text("raise RuntimeError('imported')\n")
    (tmp_path / "around/inner.py").write_text("def f(x):\n    return x\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main(["check", "around.inner"]) == 0
    assert "inner.py:1" in capsys.readouterr().out
