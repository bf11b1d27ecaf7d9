"""Clean environments with a wheel in them, and the programs that try it there."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_NOWHERE: Final = subprocess.DEVNULL
PYTHONS: Final = ("3.10", "3.11", "3.12", "3.13")


def interpreters() -> Iterator[tuple[str, Path]]:
    """The versions of Python that are on PATH or in pyenv, with their interpreters."""
    for version in PYTHONS:
        for candidate in _candidates(version):
            if _runs(candidate, version):
                yield version, candidate
                break


def install(python: Path, wheel: Path, folder: Path) -> Path:
    """Makes an environment with a wheel in it.

    Args:
      python: the interpreter to make it with.
      wheel: the wheel, installed with all that it needs.
      folder: where the environment is to be.

    Returns:
      Its interpreter.

    Raises:
      subprocess.CalledProcessError: if it cannot be made or installed into.
    """
    subprocess.run([str(python), "-m", "venv", str(folder)], check=True)
    inside = folder / "bin" / "python"
    _pip_install(inside, str(wheel))
    return inside


def try_wheel(python: Path, root: Path, folder: Path) -> None:
    """Runs the smoke test and all that the README shows, away from the checkout.

    Args:
      python: the interpreter of an environment with the wheel; pytest is added to it.
      root: the checkout, for the README, its examples and its test.
      folder: an empty folder to work in.

    Raises:
      subprocess.CalledProcessError: if one of them fails.
    """
    shutil.copy(root / ".ci" / "smoke.py", folder)
    shutil.copy(root / "README.md", folder)
    shutil.copytree(root / "examples", folder / "examples")
    (folder / "tests").mkdir()
    shutil.copy(root / "tests" / "test_readme.py", folder / "tests")
    _pip_install(python, "pytest")
    for words in (
        ["smoke.py"],
        ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
    ):
        subprocess.run([str(python), *words], check=True, cwd=folder, stdout=_NOWHERE)


def _pip_install(python: Path, requirement: str) -> None:
    words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([str(python), *words, requirement], check=True)


def _candidates(version: str) -> Iterator[Path]:
    if found := shutil.which(f"python{version}"):
        yield Path(found)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from sorted(pyenv.glob(f"{version}.*/bin/python"), reverse=True)


def _runs(python: Path, version: str) -> bool:
    program = "import sys; print('%d.%d' % sys.version_info[:2])"
    run = subprocess.run([python, "-c", program], capture_output=True, text=True)
    return run.returncode == 0 and run.stdout.strip() == version


__all__ = ["PYTHONS", "install", "interpreters", "try_wheel"]
