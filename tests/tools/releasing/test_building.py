"""Archives have the same bytes whenever and wherever they are built."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

import pytest

from autograph_tools.releasing.building import build, differences, normalize

ROOT = Path(__file__).parents[3]


def archive(path: Path, names: str, time: int, owner: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    with tarfile.open(path, "w:gz") as file:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.uname = 3, time, owner
            file.addfile(member, io.BytesIO(b"abc"))
    return path


def test_order_times_and_owners_do_not_count(tmp_path: Path) -> None:
    first = archive(tmp_path / "1" / "a.tar.gz", "xyz", 5, "one")
    other = archive(tmp_path / "2" / "a.tar.gz", "zxy", 6, "two")
    assert differences([first], [other]) == ["a.tar.gz"]
    for each in (first, other):
        normalize(each, 7)
    assert differences([first], [other]) == []
    with tarfile.open(first) as file:
        assert [(each.name, each.mtime) for each in file] == [(n, 7) for n in "xyz"]
        assert file.extractfile("x").read() == b"abc"  # type: ignore[union-attr]


def test_contents_and_missing_archives_count(tmp_path: Path) -> None:
    first = archive(tmp_path / "1" / "a.tar.gz", "x", 5, "one")
    other = archive(tmp_path / "2" / "a.tar.gz", "xy", 5, "one")
    for each in (first, other):
        normalize(each, 7)
    assert differences([first], [other]) == ["a.tar.gz"]
    assert differences([first], []) == ["a.tar.gz"]


@pytest.mark.slow
def test_a_release_is_built_twice_alike(tmp_path: Path) -> None:
    inside = ["git", "rev-parse", "--is-inside-work-tree"]
    if subprocess.run(inside, cwd=ROOT, capture_output=True).returncode:
        pytest.skip("not a checkout")
    first, second = (build(ROOT, "HEAD", tmp_path / each) for each in ("1", "2"))
    assert [each.suffix for each in first] == [".whl", ".gz"]
    assert differences(first, second) == []
