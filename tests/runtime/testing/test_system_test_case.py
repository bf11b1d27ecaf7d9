"""Files, threads and streams of test cases."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest

from runtime.testing.system_test_case import SystemTestCase


@pytest.fixture
def case() -> Any:
    made = SystemTestCase("get_temp_dir")
    yield made
    made.doCleanups()


def test_files_are_there_until_the_end(case: Any) -> None:
    folder = Path(case.get_temp_dir())
    assert case.get_temp_dir() == str(folder)
    file = case.create_tempfile("sub/name.txt", "text")
    assert (file.read_text(), Path(file)) == ("text", folder / "sub" / "name.txt")
    file.write_text("+", mode="a")
    assert file.read_bytes() == b"text+"
    data = case.create_tempdir("inner").create_file(content=b"\0\1")
    data.write_bytes(b"\2", mode="ab")
    assert data.read_bytes() == b"\0\1\2"
    assert Path(case.create_tempdir("other").mkdir("deep")).is_dir()
    case.doCleanups()
    assert not folder.exists()


def test_a_thread_that_fails_fails_the_test(case: Any) -> None:
    seen: list[int] = []
    good = case.checkedThread(seen.append, (3,))
    good.start()
    good.join()
    assert (seen, good.is_alive()) == ([3], False)
    bad = case.checkedThread(lambda: [][0])
    bad.start()
    with pytest.raises(AssertionError, match="Error in checkedThread: IndexError"):
        bad.join()


def test_writes_to_a_descriptor_are_captured(case: Any) -> None:
    with tempfile.TemporaryFile("w+") as stream:
        with case.captureWritesToStream(stream) as captured:
            os.write(stream.fileno(), b"captured")
            assert captured.contents() == "captured"
        os.write(stream.fileno(), b"after")
        stream.seek(0)
        assert stream.read() == "after"
    assert captured.contents() == "captured"
