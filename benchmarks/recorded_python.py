"""Converted code on plain values while a graph is recorded, beside Python.

    python benchmarks/recorded_python.py [runtime | tensorflow] [--rounds N]

Prints how often the processor time of plain Python the shapes of `plain_python.py` take
in a trace. Plain and converted calls take turns, and the median of the ratios counts.
"""

from __future__ import annotations

import argparse
from importlib import import_module

from plain_python import CASES, times_plain


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("module", nargs="?", default="runtime")
    parser.add_argument("--rounds", type=int, default=15)
    chosen = parser.parse_args()
    tf = import_module(chosen.module)
    print("| shape | times plain Python |\n| --- | --- |")
    with tf.Graph().as_default():
        for function, argument, count in CASES:
            converted = tf.autograph.to_graph(function)
            assert converted(argument) == function(argument)
            found, _ = times_plain(converted, function, argument, count, chosen.rounds)
            label = (function.__doc__ or "").rstrip(".").lower()
            print(f"| {label} | {found:.0f} |", flush=True)


if __name__ == "__main__":
    main()
