"""`benchmarks/compare.py`: intervals of medians, verdicts, two versions compared."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "benchmarks" / "compare.py"


@pytest.fixture
def compare(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, imported as its folder's programs import each other."""
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    import compare

    return compare


def test_an_interval_holds_the_median_as_often_as_it_says(compare: ModuleType) -> None:
    draws = random.Random(1)
    held = 0
    for _ in range(2000):
        found = compare.interval([draws.gauss(1.0, 0.1) for _ in range(15)])
        assert found.low <= found.middle <= found.high
        held += found.low <= 1.0 <= found.high
    assert 0.95 <= held / 2000 <= 0.985  # 96.5 %: the first at least 95 % of 15


@pytest.mark.parametrize(
    ("found", "noise", "word"),
    [
        ((1.05, 1.08, 1.1), (0.99, 1.0, 1.01), "slower"),
        ((1.05, 1.08, 1.1), (0.95, 1.0, 1.06), ""),  # no more than noise
        ((1.01, 1.015, 1.019), (1.0, 1.0, 1.0), ""),  # sure, but too small to tell
        ((0.99, 1.2, 1.4), (1.0, 1.0, 1.0), ""),  # large, but not sure
        ((0.8, 0.85, 0.9), (0.95, 1.0, 1.0), "faster"),
    ],
)
def test_only_what_is_sure_and_beyond_the_noise_is_news(
    compare: ModuleType,
    found: tuple[float, ...],
    noise: tuple[float, ...],
    word: str,
) -> None:
    assert compare.verdict(compare.Interval(*found), compare.Interval(*noise)) == word


def test_what_is_no_version_is_one_line() -> None:
    told = subprocess.run(
        [sys.executable, str(SCRIPT), "no-such-revision"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert told.returncode == 1
    assert told.stderr.startswith("no-such-revision: ")
    assert "Traceback" not in told.stderr


@pytest.mark.slow
def test_a_version_that_gives_another_result_is_told(tmp_path: Path) -> None:
    """A version whose sums are one too large, beside this tree."""
    package = tmp_path / "runtime"
    package.mkdir()
    (package / "__init__.py").write_text(
        "import sys\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "kept = sys.modules.pop(__name__)\n"
        f"sys.path.remove({str(tmp_path)!r})\n"
        "import runtime as real\n"
        "sys.modules[__name__] = real\n"
        "made = real.function\n"
        "def function(python=None, **options):\n"
        "    traced = made(python, **options)\n"
        "    return lambda *args: traced(*args) + 1.0\n"
        "real.function = function\n"
    )
    short = "--rounds 6 --least 0.001 --sides default --only scalars"
    told = subprocess.run(
        [sys.executable, str(SCRIPT), str(ROOT), str(tmp_path), *short.split()],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert told.returncode == 1, told.stderr
    assert "default: traced a + b, scalars     another result" in told.stdout
    assert "1 workloads, 1 slower, failed or with another result" in told.stdout
