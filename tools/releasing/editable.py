"""Editable installs (`pip install -e`) that type checkers can follow.

An editable install of this layout is a finder, which Python runs and mypy and pyright
do not. The wheel of an editable install therefore gets one path more: a folder of links
named as stub packages (PEP 561), which type checkers read and Python never imports.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import zipfile
from pathlib import Path
from typing import Final

from setuptools.command.editable_wheel import editable_wheel

LINKS: Final = Path(".ci", "stubs")
"""Below the root of the checkout; a source archive does not have it."""
PATH_FILE: Final = "autograph_toolkit_types.pth"


class EditableWheel(editable_wheel):  # type: ignore[misc, unused-ignore]
    """The command that setuptools runs for `pip install -e`."""

    def run(self) -> None:
        """Builds the wheel, and adds the path of the links to it."""
        super().run()
        links = LINKS.absolute()
        if links.is_dir():
            for wheel in Path(self.dist_dir).glob("*.whl"):
                add_file(wheel, PATH_FILE, f"{links}\n".encode())


def add_file(wheel: Path, name: str, content: bytes) -> None:
    """Adds a file to a wheel, and a line for it to the wheel's record.

    Args:
      wheel: the path of a wheel; it is written anew.
      name: the name of the file in it.
      content: the bytes of the file.

    Raises:
      zipfile.BadZipFile: if it is no archive.
    """
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
    line = io.StringIO()
    row = (name, f"sha256={digest.decode()}", len(content))
    csv.writer(line, lineterminator="\n").writerow(row)
    with zipfile.ZipFile(wheel) as archive:
        members = [(each, archive.read(each)) for each in archive.infolist()]
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
        for member, data in members:
            is_record = member.filename.endswith(".dist-info/RECORD")
            archive.writestr(
                member, line.getvalue().encode() + data if is_record else data
            )


__all__ = ["EditableWheel", "add_file"]
