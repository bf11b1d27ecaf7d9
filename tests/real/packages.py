"""The tests of packages, plain and converted.

`python -m tests.real.packages [NAME ...]` fetches source archives of fixed versions
once, into `.real/`, and passes if each test has the same outcome converted as plain.
The seconds are of processor time, the least of two runs each, which take turns.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(".real")
PLUGIN = str(Path(__file__).parent)
"""Where the plugin is: many packages have a `tests` of their own."""


class Package(NamedTuple):
    """A package with tests in its source archive."""

    name: str
    version: str
    tests: str
    """The folder or file of the tests, inside the archive."""
    path: str = "."
    """The folder to import from, inside the archive."""
    options: tuple[str, ...] = ()


PACKAGES = (
    Package("toolz", "1.0.0", "toolz/tests"),
    Package("more-itertools", "10.5.0", "tests"),
    Package("sqlparse", "0.5.2", "tests"),
    Package("idna", "3.10", "tests"),
    Package("cachetools", "5.5.0", "tests", "src"),
    Package("pyrsistent", "0.20.0", "tests"),
    # its conftest.py is for another pytest
    Package("boltons", "24.1.0", "tests", options=("--noconftest",)),
    Package("parso", "0.8.4", "test"),
    Package("pyflakes", "3.2.0", "pyflakes/test"),
    Package("click", "8.1.7", "tests", "src"),
    Package("mistune", "3.0.2", "tests", "src"),
    Package("simplejson", "3.19.3", "simplejson/tests"),
    # some of its tests pass only where pytest's own text of an `assert` runs, which
    # keeps objects alive
    Package(
        *("attrs", "24.2.0", "tests", "src"),
        ("--assert=plain", "--hypothesis-seed=0"),
    ),
)
RUNS = 2
# Tests whose outcome is not the same twice in plain Python, or that time things.
UNSTEADY = ("benchmark", "stress", "perf")


def source_of(package: Package) -> Path:
    """The unpacked source archive; fetched where it is not there."""
    FOLDER.mkdir(exist_ok=True)
    stem = f"{package.name}-{package.version}"
    found = _unpacked(stem)
    if found is None:
        wanted = f"{package.name}=={package.version}"
        fetch = ["download", "-q", "--no-deps", "--no-binary", ":all:"]
        subprocess.run(
            [sys.executable, "-m", "pip", *fetch, "-d", FOLDER, wanted], check=True
        )
        for archive in FOLDER.glob("*.tar.gz"):
            if archive.name.replace("_", "-").lower().startswith(stem):
                with tarfile.open(archive) as opened:
                    opened.extractall(FOLDER, filter="data")
        found = _unpacked(stem)
    assert found is not None, f"{stem} has no source archive of that name"
    return found


def _unpacked(stem: str) -> Path | None:
    for each in FOLDER.iterdir():
        if each.is_dir() and each.name.replace("_", "-").lower() == stem:
            return each
    return None


def results_of(package: Package, is_plain: bool) -> tuple[dict[str, Any], float]:
    """What the plugin wrote, and the seconds of processor time it took."""
    source = source_of(package)
    results = (FOLDER / f"{package.name}.json").absolute()
    results.unlink(missing_ok=True)
    environment = {
        **os.environ,
        "REAL_RESULTS": str(results),
        "PYTHONPATH": os.pathsep.join(
            [str((source / package.path).absolute()), PLUGIN]
        ),
        "REAL_PLAIN": "1" if is_plain else "",
    }
    begin = _seconds_of_children()
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "converting"),
            *("-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", "."),
            *("-W", "ignore", package.tests, *package.options),
        ],
        cwd=source,
        env=environment,
        capture_output=True,
        text=True,
    )
    seconds = _seconds_of_children() - begin
    if not results.exists():
        raise RuntimeError(
            f"{package.name}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
        )
    return json.loads(results.read_text()), seconds


def _seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare(package: Package) -> bool:
    """Run both ways, print a line; whether the outcomes are the same."""
    source_of(package)
    plain, plain_seconds = results_of(package, is_plain=True)
    made, seconds = results_of(package, is_plain=False)
    for _ in range(RUNS - 1):
        plain_seconds = min(plain_seconds, results_of(package, is_plain=True)[1])
        seconds = min(seconds, results_of(package, is_plain=False)[1])
    before, after = plain["outcomes"], made["outcomes"]
    steady = [each for each in before if not any(word in each for word in UNSTEADY)]
    differing = [each for each in steady if after.get(each) != before[each]]
    passed = list(before.values()).count("passed")
    print(
        f"{package.name:18} {package.version:8} {len(before):5} tests, {passed:5} pass "
        f"plain, {made['counts']['converted']:5} converted, {len(differing):3} differ, "
        f"{plain_seconds:6.1f} s plain, {seconds:6.1f} s converted, "
        f"{seconds / plain_seconds:4.1f} times",
        flush=True,
    )
    for each in differing:
        print(f"    {each}: {before[each]}, converted {after.get(each)}")
    return bool(before) and not differing


def main() -> None:
    """Compare the packages named, or all of them."""
    names = sys.argv[1:]
    chosen = [each for each in PACKAGES if not names or each.name in names]
    same = [compare(each) for each in chosen]
    sys.exit(0 if same and all(same) else 1)


if __name__ == "__main__":
    main()
