"""Generates the reference page of passes from the classes; ``python -m`` prints it."""

from __future__ import annotations

import dataclasses
import inspect
import sys
from collections.abc import Iterable, Iterator
from typing import Final

from graphir.passes.arithmetic.preconditions import describe
from graphir.passes.contract.base import Pass, option_text
from graphir.passes.registry import (
    OF_PIPELINES,
    ON_REQUEST,
    PASSES,
    TENSORFLOW_OPTIONS,
    WHOLE,
    WITHOUT_EFFECT,
    find_pass,
)
from graphir.rewrite.pattern import Call, Pattern
from graphir.rewrite.rule import AnyRule, Rule, Types

START: Final = """\
# Passes

Each pass changes a graph in place and keeps what it computes. They run in the order
of this page, again until none finds anything, at most ten rounds.
`tf.config.optimizer.set_experimental_options` turns them on and off by TensorFlow's
names; `graphir.optimize(graph_def, fetches, "constant_folding{max_bytes=1024},cse")`
runs those that are listed.

Every rule says how exact it is:

* **exact**: bit for bit, with NaN, infinities, both zeros and integers that wrap;
* **close**: the last bits, or the sign of a zero, may change;
* **finite_only**: results may differ on NaN or infinity, or where a step overflows.

Only exact rules run unless the option `numerics` is `fast`. What this page does not
call close or finite_only is exact. Stateful nodes are never folded, merged or
reordered. A node that would raise an error and whose result is needed still does; one
that nobody needs may go, as when a graph is pruned.

This page is made from the code: `python -m graphir.passes.documentation`.
"""


def passes_page() -> str:
    """The whole page, as Markdown."""
    parts = [START, *map(_section, PASSES), _options_section()]
    return "\n".join(parts)


def _section(name: str) -> str:
    found = find_pass(name)
    lines = [f"## {name}", "", inspect.cleandoc(found.__doc__ or ""), ""]
    lines += [f"{_switch(name)}{_options(found)}", ""]
    if found.rewrites:
        lines += ["| rewrite | meaning |", "| --- | --- |"]
        lines += [
            f"| `{key}` | {_cell(text)} |" for key, text in found.rewrites.items()
        ]
        lines.append("")
    if rules := list(found.rules):
        lines += [*_rule_table(rules), ""]
    return "\n".join(lines)


def _switch(name: str) -> str:
    if name in OF_PIPELINES:
        option = f"`options.experimental_optimization.{name}`"
        if OF_PIPELINES[name]:
            return f"For pipelines; off with {option} = `False`."
        return f"For pipelines; off, unless {option} is true."
    for option, passes in TENSORFLOW_OPTIONS.items():
        if name in passes:
            state = "true" if option.startswith("disable_") else "false"
            return f"Off with `{option}: {state}`."
    options = [f"`{key}`" for key, text in ON_REQUEST.items() if text.startswith(name)]
    return f"Off, unless {' or '.join(options)} is true."


def _options(found: type[Pass]) -> str:
    options = [
        f"`{each.name}` ({option_text(each.default)})"
        for each in dataclasses.fields(found)
    ]
    return f" Options: {', '.join(options)}." if options else ""


def _rule_table(rules: Iterable[AnyRule]) -> Iterator[str]:
    yield "| rule | equation | where | exactness |"
    yield "| --- | --- | --- | --- |"
    for rule in rules:
        yield (
            f"| `{rule.name}` | {_cell(f'`{rule.equation}`')} | "
            f"{_cell(_where(rule))} | {rule.exactness.value} |"
        )


def _where(rule: AnyRule) -> str:
    if not isinstance(rule, Rule):
        return ""
    types = "" if rule.types is Types.ANY else rule.types.value
    asked = "" if rule.when is None else describe(rule.when)
    traits = [f"f is {trait}" for trait in sorted(_traits(rule.left))]
    return "; ".join(filter(None, (types, *traits, asked)))


def _traits(pattern: Pattern) -> set[str]:
    if not isinstance(pattern, Call):
        return set()
    inner = set().union(*map(_traits, pattern.args))
    return inner | ({pattern.trait} if pattern.trait else set())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _options_section() -> str:
    lines = [
        "## Options for all passes",
        "",
        "| option | effect |",
        "| --- | --- |",
    ]
    lines += [f"| `{name}` | {_cell(text)} |" for name, text in WHOLE.items()]
    lines += ["", "These options of TensorFlow are accepted and do nothing here:", ""]
    lines += ["| option | why |", "| --- | --- |"]
    lines += [f"| `{name}` | {_cell(text)} |" for name, text in WITHOUT_EFFECT.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(passes_page())
