"""Compiled code is shared in memory, and kept on disk where that is asked for."""

from __future__ import annotations

import ctypes
import gc
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.llvm import disk_cache, engine
from runtime.native.llvm.code_cache import CodeCache
from tests.runtime.native.small_regions import code_of, graph_of

X = np.arange(5, dtype=np.float32)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was compiled yet."""
    monkeypatch.setattr(engine, "_LINKED", CodeCache())


def result_of(op: str) -> Any:
    code = code_of(graph_of(op, [X]), [X])
    return code(X)[1][0]


def test_code_is_kept_on_disk(
    fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOGRAPH_JIT_CACHE", str(tmp_path))
    expected = result_of("Tanh")
    (file,) = tmp_path.glob("*.o")
    engine._LINKED.clear()
    monkeypatch.setattr(engine._Engine, "object_code", None)
    np.testing.assert_array_equal(result_of("Tanh"), expected)
    assert file.exists()


@pytest.mark.parametrize("damage", ["cut", "changed", "foreign", "empty"])
def test_damaged_files_count_as_missing(
    fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setenv("AUTOGRAPH_JIT_CACHE", str(tmp_path))
    expected = result_of("Sigmoid")
    (file,) = tmp_path.glob("*.o")
    content = file.read_bytes()
    middle = len(content) // 2
    damaged = {
        "cut": content[:middle],
        "changed": content[:middle] + b"\0\1\2" + content[middle + 3 :],
        "foreign": b"something else",
        "empty": b"",
    }[damage]
    file.write_bytes(damaged)
    engine._LINKED.clear()
    np.testing.assert_array_equal(result_of("Sigmoid"), expected)
    assert file.read_bytes() == content


def test_a_folder_that_cannot_be_written_is_passed_over(
    fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("AUTOGRAPH_JIT_CACHE", str(file / "folder"))
    np.testing.assert_allclose(result_of("Exp"), np.exp(X), rtol=1e-6)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no modes here")
@pytest.mark.parametrize("what", ["folder", "file"])
def test_what_others_may_write_to_is_not_loaded(
    fresh: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    what: str,
) -> None:
    folder = tmp_path / "cache"
    monkeypatch.setenv("AUTOGRAPH_JIT_CACHE", str(folder))
    result_of("Tanh")
    (file,) = folder.glob("*.o")
    assert disk_cache.read_object(file.stem) is not None
    (folder if what == "folder" else file).chmod(0o777)
    assert disk_cache.read_object(file.stem) is None
    assert ("others may write to it" in caplog.text) == (what == "folder")


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
def test_a_folder_of_another_user_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.stat(tmp_path).st_uid + 1)
    assert disk_cache.refusal(tmp_path) == "another user owns it"
    assert disk_cache.refusal(tmp_path / "missing") == ""


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no modes here")
def test_the_cache_is_the_users_own(
    fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AUTOGRAPH_JIT_CACHE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    before = os.umask(0)
    try:
        result_of("Tanh")
    finally:
        os.umask(before)
    place = disk_cache.folder()
    assert place == tmp_path / "autograph-toolkit" / "native"
    (file,) = place.iterdir()
    assert (place.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)


@pytest.mark.parametrize("value", ["", "0"])
def test_the_variable_turns_the_cache_off(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("AUTOGRAPH_JIT_CACHE", value)
    assert disk_cache.folder() is None


def test_the_oldest_code_makes_room(tmp_path: Path) -> None:
    now = time.time()
    names = [f"{number:064x}.o" for number in range(8)]
    abandoned, working = f".{0:064x}.o.{0:012x}", f".{0:064x}.o.{1:012x}"
    for age, name in enumerate([*names, abandoned, working, "of the user.o"]):
        (tmp_path / name).write_bytes(bytes(100))
        seconds = 7200 if name == abandoned else age
        os.utime(tmp_path / name, (now - seconds, now - seconds))
    disk_cache.prune(tmp_path, most_bytes=800)
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {*names, working, "of the user.o"}
    disk_cache.prune(tmp_path, most_bytes=400)
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {*names[:3], working, "of the user.o"}
    assert disk_cache.size(tmp_path) == (3, 300)


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    program = """
import sys
import runtime as tf
from runtime.native.llvm import disk_cache, engine
if sys.argv[1] == "again":
    engine._Engine.object_code = None
compiled = tf.function(lambda x: tf.tanh(x) * 2.0 + tf.exp(x), jit_compile=True)
print(compiled(tf.constant([1.0, 2.0])))
"""
    environment = {**os.environ, "AUTOGRAPH_JIT_CACHE": str(tmp_path)}
    results = [
        subprocess.run(
            [sys.executable, "-c", program, turn],
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for turn in ("once", "again")
    ]
    assert results[0] == results[1]
    assert list(tmp_path.glob("*.o"))


def bytes_in_use() -> int:
    """What the C library has given out; to the byte, unlike pages."""
    gc.collect()
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = _Mallinfo
    return int(mallinfo().uordblks)


class _Mallinfo(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


@pytest.mark.slow
@pytest.mark.skipif(
    not hasattr(ctypes.pythonapi, "gnu_get_libc_version")
    or not hasattr(ctypes.pythonapi, "mallinfo2"),
    reason="the C library does not tell its memory",
)
def test_what_a_compilation_leaves_is_llvmlites_pass_builder() -> None:
    """In a process of its own: a table that grows for another test would count."""
    told = subprocess.run(
        [sys.executable, "-c", f"import {__name__} as t; t.print_what_is_left()"],
        env={**os.environ, "AUTOGRAPH_JIT_CACHE": "0"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    count, of_builders, of_ours = map(int, told.stdout.split())
    # 1,488 are llvmlite 0.50's; a context for all modules would keep 300 more
    assert of_builders <= 2048 * count
    assert abs(of_ours) <= 128 * count


def print_what_is_left() -> None:
    """The compilations, the bytes that as many pass builders leave, and the rest."""
    engine._LINKED = CodeCache(kept_bytes=0)
    made = engine.engine()

    def make_builders(count: int) -> None:
        for _ in range(count):
            made._dispose(made._passes(0)[0])

    def compile_some(first: int, count: int) -> None:
        for number in range(first, first + count):

            def distinct(x: Any, number: int = number) -> Any:
                return tf.exp(x) * float(number) + tf.sin(x + float(number))

            tf.function(distinct, jit_compile=True)(tf.constant([1.0, 2.0]))

    count = 2 * engine._PER_LINKER
    compile_some(0, count)
    make_builders(10)
    before = bytes_in_use()
    make_builders(count)
    of_builders = bytes_in_use() - before
    before = bytes_in_use()
    compile_some(10_000, count)
    print(count, of_builders, bytes_in_use() - before - of_builders)


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="memory is not told here"
)
def test_functions_compiled_and_dropped_leave_little_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "_LINKED", CodeCache(kept_bytes=0))

    def compile_some(first: int, count: int) -> int:
        for number in range(first, first + count):

            def distinct(x: Any, number: int = number) -> Any:
                return tf.exp(x) * float(number) + tf.sin(x + float(number))

            tf.function(distinct, jit_compile=True)(tf.constant([1.0, 2.0]))
        gc.collect()
        pages = Path("/proc/self/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    before = compile_some(0, 48)
    # 184 KB for each would be 12 MB; 1.5 KB are left, by llvmlite
    assert compile_some(1000, 64) - before < 2 << 20
