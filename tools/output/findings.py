"""Findings at lines of files: for people, for GitHub's annotations, and as SARIF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

FORMATS: Final = ("text", "github", "sarif")
_SARIF: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_ESCAPES: Final = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_LEVELS: Final = {"error": "error", "warning": "warning", "note": "notice"}
"""Level -> what GitHub calls it."""


@dataclass(frozen=True)
class Finding:
    """A finding at a line."""

    filename: str
    line: int
    rule: str
    level: str
    """`error`, `warning` or `note`."""
    message: str


def as_github(findings: Sequence[Finding]) -> str:
    """Commands that GitHub's runners show beside the lines of a change.

    >>> print(as_github([Finding("m.py", 3, "printed", "error", "50% differ")]))
    ::error file=m.py,line=3,title=autograph printed::50%25 differ
    """
    return "\n".join(
        f"::{_LEVELS[each.level]} file={_below_here(each.filename)},line={each.line},"
        f"title=autograph {each.rule}::{_escaped(each.message)}"
        for each in findings
    )


def as_sarif(findings: Sequence[Finding]) -> dict[str, Any]:
    """The findings in the format of static analysis that editors and CI read.

    >>> found = as_sarif([Finding("m.py", 3, "printed", "error", "differs")])
    >>> found["runs"][0]["results"][0]["ruleId"]
    'printed'
    """
    rules = [{"id": rule} for rule in sorted({each.rule for each in findings})]
    driver = {"name": "autograph", "rules": rules}
    results = [_result(each) for each in findings]
    runs = [{"tool": {"driver": driver}, "results": results}]
    return {"$schema": _SARIF, "version": "2.1.0", "runs": runs}


def _result(finding: Finding) -> dict[str, Any]:
    place = {
        "artifactLocation": {"uri": _below_here(finding.filename)},
        "region": {"startLine": max(finding.line, 1)},
    }
    return {
        "ruleId": finding.rule,
        "level": finding.level,
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}],
    }


def _below_here(filename: str) -> str:
    """The path from the current directory, as both formats want it."""
    try:
        return Path(filename).resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return Path(filename).as_posix()


def _escaped(text: str) -> str:
    for each, code in _ESCAPES.items():
        text = text.replace(each, code)
    return text
