"""The bill of materials of an installed wheel, and the licences in it.

Source: https://cyclonedx.org/docs/1.6/json/
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

_PERMISSIVE: Final = re.compile(
    r"MIT|BSD|Apache|Python|PSF|ISC|HPND|Zlib|Unlicense", re.IGNORECASE
)
_RESTRICTED: Final = re.compile(r"GPL|AGPL|SSPL|Commons Clause", re.IGNORECASE)


def write_bill(python: Path, path: Path, seconds: int) -> None:
    """Lists the packages of an environment, in CycloneDX's JSON.

    Args:
      python: the interpreter of the environment.
      path: the file to write.
      seconds: the time stamp of the list, in seconds since 1970.

    Raises:
      subprocess.CalledProcessError: if `cyclonedx_py` is missing or fails.
    """
    words = ["environment", "--output-reproducible", "-o", str(path), str(python)]
    subprocess.run(
        [sys.executable, "-m", "cyclonedx_py", *words],
        check=True,
        env={"SOURCE_DATE_EPOCH": str(seconds)},
        stderr=subprocess.DEVNULL,
    )
    bill = json.loads(path.read_text(encoding="utf-8"))
    for component in bill["components"]:
        component.pop("externalReferences", None)  # the wheel's has a folder of today
        if not component.get("licenses") and (name := _declared(python, component)):
            component["licenses"] = [{"license": {"name": name}}]
    path.write_text(json.dumps(bill, indent=2) + "\n", encoding="utf-8")


def _declared(python: Path, component: dict[str, Any]) -> str:
    """The text of the field `License`; the tool reads SPDX names alone."""
    program = "import sys; from importlib.metadata import metadata; "
    program += "print(metadata(sys.argv[1]).get('License', ''))"
    words = [str(python), "-c", program, component["name"]]
    return subprocess.run(
        words, check=True, capture_output=True, text=True
    ).stdout.strip()


def licences(bill: dict[str, Any]) -> dict[str, list[str]]:
    """The licences of each component, by its name and version."""
    return {
        f"{each['name']} {each['version']}": sorted(_licences(each))
        for each in bill["components"]
    }


def problems(path: Path) -> Iterator[str]:
    """The components that have no licence, or one that is not permissive."""
    bill = json.loads(path.read_text(encoding="utf-8"))
    for name, found in licences(bill).items():
        if not any(_PERMISSIVE.search(each) for each in found):
            yield f"{name}: no permissive licence in {found}"
        elif any(_RESTRICTED.search(each) for each in found):
            yield f"{name}: restricted by one of {found}"


def _licences(component: dict[str, Any]) -> Iterator[str]:
    for each in component.get("licenses", ()):
        if "expression" in each:
            yield each["expression"]
        else:
            yield each["license"].get("id") or each["license"]["name"]


__all__ = ["licences", "problems", "write_bill"]
