"""Golden files on the command line: `--golden FILE`, and `--update` to rewrite it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..failures import BAD_INPUT, DIFFERENT, DONE, Failure
from .goldens import Golden
from .results import Changes, show, show_json


def add_golden_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares `--golden` and `--update`."""
    parser.add_argument("--golden", metavar="FILE", help="compare with a recorded text")
    parser.add_argument(
        "--update", action="store_true", help="rewrite the golden if it differs"
    )


def check_golden_arguments(args: argparse.Namespace) -> None:
    """Refuses `--update` without a file.

    Raises:
      Failure: if `--update` is used without `--golden`.
    """
    if args.update and args.golden is None:
        raise Failure("--update goes with --golden FILE.", BAD_INPUT)


def compare_with_golden(args: argparse.Namespace, verb: str, text: str) -> int:
    """Compares a text with the file of `--golden`, or rewrites the file.

    Args:
      args: with golden, update, json and quiet.
      verb: the verb, for the error stream.
      text: the text that the file should hold.

    Returns:
      The exit status.

    Raises:
      Failure: if the file cannot be read or written.
    """
    try:
        return _compared(args, verb, Golden(Path(args.golden), text))
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(f"--golden {args.golden}: {error}", BAD_INPUT) from error


def _compared(args: argparse.Namespace, verb: str, golden: Golden) -> int:
    if golden.agrees:
        if args.json:
            show_json(args, {"golden": str(golden.path), "difference": ""})
        return DONE
    difference, state = golden.difference(), golden.state
    if args.update:
        golden.write()
    if args.json:
        data = {"golden": str(golden.path), "difference": difference}
        show_json(args, {**data, "updated": bool(args.update)})
        return DONE if args.update else DIFFERENT
    if args.update:
        if not args.quiet:
            show(args, f"{golden.path} is rewritten:", Changes(difference))
        return DONE
    show(args, Changes(difference))
    told = f"{golden.path} {state}; accept with --update"
    print(f"autograph {verb}: {told}", file=sys.stderr)
    return DIFFERENT


__all__ = ["add_golden_arguments", "check_golden_arguments", "compare_with_golden"]
