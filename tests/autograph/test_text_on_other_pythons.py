"""The golden files hold on every Python that is there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import gast
import pytest

ROOT = Path(__file__).parents[2]
VERSIONS = ["3.10", "3.11", "3.12", "3.13"]

# gast is pure Python: the others may use the one that runs the tests.
_CHECK = """
import sys
from pathlib import Path
sys.path[:0] = sys.argv[1:3]
import importlib.util
from autograph.options import ConversionOptions
from autograph.pipeline import convert_function
folder = Path(sys.argv[1], "tests", "autograph", "cases")
for expected in sorted(folder.glob("*.expected.py")):
    name = expected.name.removesuffix(".expected.py")
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    function = getattr(module, "FUNCTION", None) or getattr(module, name)
    text = convert_function(function, ConversionOptions(user_requested=True)).text
    if text != expected.read_text():
        print("differs:", name)
"""


def _interpreter(version: str) -> str | None:
    managed = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    installed = [str(path) for path in managed.glob(f"{version}.*/bin/python")]
    for found in (*installed, shutil.which(f"python{version}")):
        if found and subprocess.run([found, "-c", ""], check=False).returncode == 0:
            return found
    return None


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_goldens_hold(version: str, tmp_path: Path) -> None:
    """Not a character differs."""
    interpreter = _interpreter(version)
    if interpreter is None or sys.version_info[:2] == tuple(
        int(part) for part in version.split(".")
    ):
        pytest.skip(f"no other Python {version} here")
    shutil.copytree(Path(gast.__file__).parent, tmp_path / "gast")
    done = subprocess.run(
        [interpreter, "-c", _CHECK, str(ROOT), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("", "")
