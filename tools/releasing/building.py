"""Wheel and source archive, built from a commit and the same bytes each time.

Source: https://reproducible-builds.org/specs/source-date-epoch/
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path


def build(root: Path, commit: str, folder: Path) -> list[Path]:
    """Builds the tree of `commit` into archives in `folder`.

    Args:
      root: a checkout with the commit.
      commit: the name of the commit in git, such as "HEAD".
      folder: the folder for the archives; created if it is missing.

    Returns:
      The wheel and the source archive, sorted by name.

    Raises:
      subprocess.CalledProcessError: if git or the build fails.
    """
    tree = folder / "tree"
    tree.mkdir(parents=True)
    archive = _git(root, "archive", commit)
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        members.extractall(tree, filter="data")
    seconds = int(_git(root, "log", "-1", "--format=%ct", commit))
    made = folder / "archives"
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(made), str(tree)],
        check=True,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(seconds)},
        stdout=subprocess.DEVNULL,
    )
    for path in made.glob("*.tar.gz"):
        normalize(path, seconds)
    return sorted(made.iterdir())


def normalize(path: Path, seconds: int) -> None:
    """Rewrites a `.tar.gz` so that only names, modes and contents decide its bytes.

    Args:
      path: the archive.
      seconds: the time that all members get, in seconds since 1970.
    """
    plain = io.BytesIO()
    with (
        tarfile.open(path) as before,
        tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as after,
    ):
        for member in sorted(before.getmembers(), key=lambda each: each.name):
            member.mtime, member.pax_headers = seconds, {}
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            after.addfile(
                member, before.extractfile(member) if member.isfile() else None
            )
    path.write_bytes(gzip.compress(plain.getvalue(), mtime=seconds))


def differences(archives: list[Path], others: list[Path]) -> list[str]:
    """The names of archives that two builds do not have alike."""
    sums = [{each.name: digest(each) for each in side} for side in (archives, others)]
    names = sorted(sums[0].keys() | sums[1].keys())
    return [name for name in names if sums[0].get(name) != sums[1].get(name)]


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _git(root: Path, *words: str) -> bytes:
    return subprocess.run(
        ["git", *words], cwd=root, check=True, capture_output=True
    ).stdout


__all__ = ["build", "differences", "digest", "normalize"]
