"""Builds a release and tries it: `python -m autograph_tools.releasing [--unreleased]`.

Version and changelog agree, wheel and source archive come out alike when they are built
twice, the wheel is installed in a clean environment of each Python that is here, where
the smoke test and all that the README shows are run, and its bill of materials names
permissive licences only. The archives and the bill are left in `dist/`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from autograph_tools.releasing import building, environments, materials, versions


def main() -> int:
    """Runs the steps in order; the exit status is 1 after the first that fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the checkout")
    parser.add_argument(
        "--unreleased", action="store_true", help="the changelog names no version yet"
    )
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            _release(options.root.resolve(), Path(folder), options.unreleased)
    except (_Refused, subprocess.CalledProcessError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


class _Refused(Exception):
    """A step found what must not be in a release."""


def _release(root: Path, folder: Path, unreleased: bool) -> None:
    _step("version and changelog", versions.problems(root, unreleased=unreleased))
    archives = building.build(root, "HEAD", folder / "first")
    again = building.build(root, "HEAD", folder / "second")
    different = building.differences(archives, again)
    _step("built twice alike", (f"{name} differs" for name in different))
    wheel = next(each for each in archives if each.suffix == ".whl")
    pythons = dict(environments.interpreters())
    for version, python in pythons.items():
        inside = environments.install(python, wheel, folder / f"venv-{version}")
        if not (bill := folder / "bill.cdx.json").exists():
            materials.write_bill(inside, bill, _seconds(root))
            _step("licences", materials.problems(bill))
        (elsewhere := folder / f"elsewhere-{version}").mkdir()
        environments.try_wheel(inside, root, elsewhere)
        _step(f"installed and tried on Python {version}", ())
    absent = [each for each in environments.PYTHONS if each not in pythons]
    print(f"not on this machine: {', '.join(absent) or 'no Python is missing'}")
    _keep(root / "dist", [*archives, bill], versions.version_of(root))


def _seconds(root: Path) -> int:
    words = ["git", "log", "-1", "--format=%ct"]
    run = subprocess.run(words, cwd=root, check=True, capture_output=True)
    return int(run.stdout)


def _step(title: str, problems: Iterable[str]) -> None:
    """Tells the step; raises if it has found something."""
    found = list(problems)
    print(f"{title}: {'no' if found else 'ok'}", flush=True)
    if found:
        raise _Refused("; ".join(found))


def _keep(dist: Path, files: list[Path], version: str) -> None:
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir()
    for path in files:
        name = path.name.replace("bill", f"autograph_toolkit-{version}")
        shutil.copy(path, dist / name)
        print(f"{building.digest(path)}  dist/{name}")


if __name__ == "__main__":
    sys.exit(main())
