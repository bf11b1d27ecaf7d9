"""Time to import each package in fresh processes, beside NumPy's own."""

from __future__ import annotations

import statistics
import subprocess
import sys

MODULES = ("numpy", "autograph", "graphir", "runtime", "autograph_tools.main")
ROUNDS = 9
PROGRAM = (
    "import time; start = time.perf_counter(); import {}; "
    "print(time.perf_counter() - start)"
)


def import_time(module: str) -> float:
    """Seconds that one import takes in a process of its own."""
    command = [sys.executable, "-I", "-c", PROGRAM.format(module)]
    return float(subprocess.run(command, capture_output=True, check=True).stdout)


def main() -> None:
    # In turns, so that a busy moment of the machine meets all of them.
    times: dict[str, list[float]] = {module: [] for module in MODULES}
    for _ in range(ROUNDS):
        for module in MODULES:
            times[module].append(import_time(module))
    base = statistics.median(times["numpy"])
    print(f"{'import':<24}{'ms':>8}{'x numpy':>10}")
    for module, values in times.items():
        median = statistics.median(values)
        print(f"{module:<24}{median * 1000:>8.1f}{median / base:>10.2f}")


if __name__ == "__main__":
    main()
