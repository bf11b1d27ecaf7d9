"""Folders take the place of others whole, with what the others had besides."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphir.disk import folder_swaps
from graphir.disk.folder_swaps import folder_to_fill


def folder(tmp_path: Path) -> Path:
    made = tmp_path / "made"
    (made / "inner").mkdir(parents=True)
    for name in ("last", "inner/part", "inner/other"):
        (made / name).write_text("old")
    (made / "link").symlink_to("nowhere")
    return made


def fill(made: Path) -> None:
    with folder_to_fill(str(made), is_there=True, last="last") as place:
        for name in ("last", "inner/part", "fresh/part"):
            path = Path(place, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text("new")
        assert (made / "last").read_text() == "old"


@pytest.mark.parametrize("can_exchange", [True, False])
def test_new_files_take_the_place_and_others_stay(
    tmp_path: Path, can_exchange: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not can_exchange:
        monkeypatch.setattr(folder_swaps, "exchange", lambda one, other: False)
    made = folder(tmp_path)
    made.chmod(0o750)
    fill(made)
    for name in ("last", "inner/part", "fresh/part"):
        assert (made / name).read_text() == "new"
    assert (made / "inner/other").read_text() == "old"
    assert os.readlink(made / "link") == "nowhere"
    assert made.stat().st_mode & 0o777 == 0o750
    assert os.listdir(tmp_path) == ["made"]


def test_error_leaves_what_was_there(tmp_path: Path) -> None:
    made = folder(tmp_path)

    def fail() -> None:
        with folder_to_fill(str(made), True, "last") as place:
            Path(place, "last").write_text("new")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert (made / "last").read_text() == "old"
    assert os.listdir(tmp_path) == ["made"]


def test_link_to_a_folder_stays_a_link(tmp_path: Path) -> None:
    made = folder(tmp_path)
    link = tmp_path / "link"
    link.symlink_to(made)
    fill(link)
    assert link.is_symlink()
    assert (made / "last").read_text() == "new"
