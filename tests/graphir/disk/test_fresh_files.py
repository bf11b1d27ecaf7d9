"""Files written whole or not at all."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from graphir.disk.fresh_files import FreshFile, write_whole


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"old")

    def stopped() -> None:
        with FreshFile(path) as fresh:
            fresh.file.write(b"new")
            raise KeyError

    with pytest.raises(KeyError):
        stopped()
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["f"]


def test_the_mode_is_kept_and_a_new_file_follows_the_mask(tmp_path: Path) -> None:
    path, other = tmp_path / "f", tmp_path / "g"
    path.write_bytes(b"old")
    path.chmod(0o600)
    mask = os.umask(0o027)
    try:
        write_whole(path, b"new")
        write_whole(other, b"new")
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(other.stat().st_mode) == 0o640


def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "f", tmp_path / "link"
    link.symlink_to(target)
    write_whole(link, b"first")
    write_whole(link, b"second")
    assert link.is_symlink()
    assert target.read_bytes() == b"second"


def test_a_planted_name_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    for each in (f".f.{os.getpid()}", ".f.tmp", "f.tmp"):
        (tmp_path / each).symlink_to(victim)
    write_whole(tmp_path / "f", b"new")
    assert victim.read_bytes() == b"mine"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
    reader.start()
    write_whole(path, b"through")
    reader.join(10)
    assert got == [b"through"]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, b"x")


def test_a_commit_may_come_before_the_end(tmp_path: Path) -> None:
    path = tmp_path / "f"
    fresh = FreshFile(path)
    fresh.file.write(b"one")
    fresh.commit()
    assert path.read_bytes() == b"one"
    fresh.file.write(b" two")
    fresh.close()
    assert path.read_bytes() == b"one two"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no such device")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No space"):
        write_whole("/dev/full", b"x" * 100_000)


def test_a_long_name_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250)
    write_whole(path, b"x")
    assert path.read_bytes() == b"x"


def test_what_was_removed_meanwhile_is_given_up_in_silence(tmp_path: Path) -> None:
    fresh = FreshFile(tmp_path / "f")
    for each in tmp_path.iterdir():
        each.unlink()
    fresh.discard()
    assert os.listdir(tmp_path) == []


def test_a_file_can_be_named_when_its_content_is_known(tmp_path: Path) -> None:
    with FreshFile(tmp_path / "weights") as fresh:
        fresh.file.write(b"of this content")
        fresh.rename("weights.1f")
        assert fresh.target == str(tmp_path / "weights.1f")
    assert [x.name for x in tmp_path.iterdir()] == ["weights.1f"]
