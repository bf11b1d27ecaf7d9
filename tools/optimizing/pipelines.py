"""Command-line flags that select the passes to run."""

from __future__ import annotations

import argparse
import dataclasses
import re
from typing import Any

from ..failures import BAD_INPUT, Failure
from ..parsing import did_you_mean
from .user_rules import passes_of


def add_pass_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags that say which passes run."""
    parser.add_argument("--passes", metavar="a,b", help="these passes, in this order")
    parser.add_argument(
        "--rules",
        metavar="FILE",
        help="a Python file of yours with RULES, a RuleSet, or PASSES: they run first",
    )
    parser.add_argument("--until", metavar="NAME", help="stop after this pass")
    parser.add_argument("--disable", metavar="a,b", help="leave these passes out")
    parser.add_argument(
        "--numerics",
        choices=("exact", "fast"),
        help="exact (the default): rules that keep every bit; fast: all rules",
    )


def pipeline_of(args: argparse.Namespace, names: list[str] | None = None) -> Any:
    """The passes selected by flags, by default all passes for graphs.

    Raises:
      Failure: for a name that is no pass, or a pass that cannot run here.
    """
    from graphir.errors import GraphirError
    from graphir.passes.optimizer import default_pipeline
    from graphir.passes.pipeline import Pipeline, without

    pipeline = default_pipeline()
    asked = args.passes or (None if names is None else ",".join(names))
    if asked == "":
        pipeline = Pipeline(())
    elif asked is not None:
        try:
            pipeline = Pipeline.of(asked)
        except GraphirError as error:
            raise Failure(f"--passes: {_without_list(error)}", BAD_INPUT) from error
    if args.rules:
        pipeline = dataclasses.replace(
            pipeline, passes=(*passes_of(args.rules), *pipeline.passes)
        )
    disabled = args.disable.split(",") if args.disable else []
    running = [each.name for each in pipeline.passes]
    for each in [*disabled, *([args.until] if args.until else [])]:
        if each not in running:
            hint = did_you_mean(each, dict.fromkeys(running))
            raise Failure(f"no pass {each!r} runs here; {hint}", BAD_INPUT)
    if args.until:
        kept = pipeline.passes[: running.index(args.until) + 1]
        pipeline = Pipeline(kept, until_stable=False)
    pipeline = without(pipeline, disabled)
    return _with_numerics(pipeline, args.numerics) if args.numerics else pipeline


def _without_list(error: Exception) -> str:
    """The message; of a name that is near another, without the list of all."""
    told, separator, rest = str(error).partition("; there are: ")
    given = re.search(r"'([^']*)'", told)
    if not separator or given is None:
        return str(error)
    known = [each.strip() for each in rest.rstrip(".").split(",")]
    return f"{told}; {did_you_mean(given[1], known)}"


def _with_numerics(each: Any, numerics: str) -> Any:
    """The pass with that level, where it has one; a pipeline's passes likewise."""
    options = {field.name for field in dataclasses.fields(each)}
    if "passes" in options:
        inner = tuple(_with_numerics(one, numerics) for one in each.passes)
        return dataclasses.replace(each, passes=inner)
    return (
        dataclasses.replace(each, numerics=numerics) if "numerics" in options else each
    )
