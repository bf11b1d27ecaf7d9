"""Editable installs: type checkers find the packages, and Python does not see how."""

from __future__ import annotations

import csv
import subprocess
import sys
import venv
import zipfile
from base64 import urlsafe_b64decode
from hashlib import sha256
from pathlib import Path

import pytest

from autograph_tools.checks.tree import PACKAGE_FOLDERS
from autograph_tools.releasing.editable import LINKS, PATH_FILE, add_file

ROOT = Path(__file__).parents[3]
RECORD = "tool-1.dist-info/RECORD"


def test_a_file_is_added_with_its_line_in_the_record(tmp_path: Path) -> None:
    wheel = tmp_path / "tool.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tool.py", "x = 1\n")
        archive.writestr(RECORD, "tool.py,,\n")
    add_file(wheel, "with,comma.pth", b"/a/folder\n")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("tool.py") == b"x = 1\n"
        assert archive.read("with,comma.pth") == b"/a/folder\n"
        rows = list(csv.reader(archive.read(RECORD).decode().splitlines()))
        assert archive.testzip() is None
    assert rows[1] == ["tool.py", "", ""]
    name, digest, size = rows[0]
    assert (name, size) == ("with,comma.pth", "10")
    kind, _, text = digest.partition("=")
    assert kind == "sha256"
    assert urlsafe_b64decode(text + "=") == sha256(b"/a/folder\n").digest()


@pytest.mark.parametrize("package", PACKAGE_FOLDERS)
def test_every_package_has_its_link(package: str) -> None:
    link = ROOT / LINKS / f"{package}-stubs"
    assert link.is_symlink()
    assert link.resolve() == ROOT / PACKAGE_FOLDERS[package]


SCRIPT = """\
import runtime as tf

reveal_type(tf.constant([1.0]))
tf.reduce_summ(1.0)
"""


@pytest.mark.slow
def test_mypy_sees_an_editable_install(tmp_path: Path) -> None:
    setuptools = pytest.importorskip("setuptools", minversion="77")
    assert setuptools is not None
    code = (
        f"from setuptools.build_meta import build_editable as b; b({str(tmp_path)!r})"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, stdout=2)
    [wheel] = tmp_path.glob("*.whl")
    venv.create(tmp_path / "user", symlinks=True)
    [site] = tmp_path.glob("user/lib/python3*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    assert (site / PATH_FILE).read_text() == f"{ROOT / LINKS}\n"
    (tmp_path / "script.py").write_text(SCRIPT)
    python = tmp_path / "user" / "bin" / "python"
    words = ["-m", "mypy", "--strict", "--python-executable", str(python), "script.py"]
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True
    )
    assert 'Revealed type is "runtime.tensors.tensor.Tensor"' in done.stdout
    assert 'maybe "reduce_sum"' in done.stdout
    assert "import-not-found" not in done.stdout
