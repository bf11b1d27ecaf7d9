"""`autograph run-many MODEL --input F --output D`: a model over files of rows."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from ..failures import BAD_INPUT, DONE, FAILED, Failure, failing_with
from ..output.progress import progress
from ..output.results import counted, show, show_json
from ..parsing import whole_number
from ..targets.batch_models import batch_model
from ..targets.models import add_signature_arguments

EXAMPLE: Final = """\
example: autograph run-many saved/adder --input 'rows/*.npz' --output sums"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument(
        "target", metavar="MODEL", help="a SavedModel, a graph file or a function"
    )
    parser.add_argument(
        "--input",
        action="append",
        required=True,
        metavar="FILES",
        help="files of rows, also as a pattern: npz, npy, csv, jsonl, parquet",
    )
    parser.add_argument(
        "--format", choices=("npz", "parquet"), help="of results; else as the input"
    )
    parser.add_argument(
        "--keep",
        action="append",
        default=[],
        metavar="COLUMN",
        help="a column of the input that results have too",
    )
    parser.add_argument(
        "--batch", type=whole_number(1), default=1024, metavar="N", help="rows a call"
    )
    parser.add_argument(
        "--rows",
        type=whole_number(1),
        default=65536,
        metavar="N",
        help="rows of a file of results",
    )
    parser.add_argument(
        "--workers", type=whole_number(1), default=1, metavar="N", help="processes"
    )
    parser.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help="let Ray place the processes, in its cluster at an address",
    )
    add_signature_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Computes the rows without results yet, and prints how many rows it computed."""
    plan = _plan(args)
    waiting = plan.waiting()
    done = 0
    with progress(args) as tell, failing_with(FAILED, f"running {args.target}"):
        for part in _computed(args, waiting):
            done += part.last - part.first
            tell("rows", done, sum(each.last - each.first for each in waiting))
    found = {"rows": plan.rows, "parts": len(plan.parts), "computed now": done}
    # the folder has its files; what is said goes to the screen
    shown = argparse.Namespace(**{**vars(args), "output": None})
    if args.json:
        show_json(shown, {"folder": args.output, **found})
    elif not args.quiet:
        show(
            shown,
            f"{args.output}: {counted(plan.rows, 'row')} in "
            f"{counted(len(plan.parts), 'file')}, {counted(done, 'row')} computed now",
        )
    return DONE


def _plan(args: argparse.Namespace) -> Any:
    from runtime.distribute.bulk.plans import planned

    if args.output is None:
        raise Failure("run-many needs --output DIR, a folder for results.", BAD_INPUT)
    ending = args.format
    if ending is None:
        is_parquet = args.input[0].endswith(".parquet")
        ending = "parquet" if is_parquet else "npz"
    job = {
        "model": args.target,
        "signature": args.signature,
        "keep": args.keep,
        "rows": args.rows,
    }
    try:
        return planned(args.input, args.output, args.rows, ending, job)
    except (OSError, ValueError, ImportError) as error:
        raise Failure(str(error), BAD_INPUT) from error


def _computed(args: argparse.Namespace, parts: Any) -> Iterator[Any]:
    if not parts:
        return iter(())
    load = partial(batch_model, args.target, args.signature, args.allow, args.keep)
    if args.ray is not None:
        from runtime.distribute.bulk.ray_tasks import computed_by_ray

        address = None if args.ray == "local" else args.ray
        return computed_by_ray(load, parts, args.batch, args.workers, address)
    from runtime.distribute.bulk.local_workers import computed_locally

    return computed_locally(load, parts, args.batch, args.workers)
