"""Locks in forked processes: taken by others there, they are free."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

BEGIN = """
import os, signal, threading, time
from graphir.compute import forks

def forked(act):
    begun = time.perf_counter()
    child = os.fork()
    if not child:
        signal.alarm(20)
        act()
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code, time.perf_counter() - begun

def holding(lock, seconds):
    held = threading.Event()
    def hold():
        with lock:
            held.set()
            time.sleep(seconds)
    threading.Thread(target=hold, daemon=True).start()
    held.wait()
"""


def shown(program: str, first: str = "") -> str:
    """What a program prints in a process of its own, with what it does ``first``."""
    command = [sys.executable, "-W", "ignore", "-c", first + BEGIN + program]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert not found.stderr
    return found.stdout.strip()


def test_a_lock_of_long_work_is_free_in_the_child_at_once() -> None:
    program = """
lock = forks.forkable_lock(is_long=True)
holding(lock, 30)
code, seconds = forked(lock.acquire)
print(code, seconds < 10, lock.acquire(blocking=False))
"""
    # the parent's thread still has it
    assert shown(program) == "0 True False"


def test_a_fork_waits_for_short_work() -> None:
    program = """
lock, done = forks.forkable_lock(), []
def work():
    with lock:
        done.append(1)
        time.sleep(0.3)
        done.append(2)
threading.Thread(target=work).start()
while not done:
    pass
code, _ = forked(lambda: lock.acquire() and len(done) == 2 or os._exit(3))
print(code)
"""
    assert shown(program) == "0"


def test_a_fork_waits_for_imports_that_make_loggers(tmp_path: Path) -> None:
    module = tmp_path / "makes_logger.py"
    module.write_text(
        "import time\ntime.sleep(0.3)\nimport logging\nlogging.getLogger('made')\n"
    )
    program = """
import logging, sys
thread = threading.Thread(target=lambda: __import__("makes_logger"))
thread.start()
while "makes_logger" not in sys.modules:
    pass
code, seconds = forked(lambda: __import__("makes_logger"))
thread.join()
print(code, seconds < forks.MOST_IDLE_IMPORT_SECONDS, logging._lock.acquire(False))
"""
    first = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    assert shown(program, first) == "0 True True"


def test_a_fork_does_not_wait_for_ever() -> None:
    program = """
forks.MOST_SECONDS = 0.2
lock, other = forks.forkable_lock(), forks.forkable_lock()
holding(lock, 30)
code, seconds = forked(lambda: lock.acquire() and other.acquire())
print(code, seconds < 10, other.acquire(blocking=False))
"""
    assert shown(program) == "0 True True"


def test_the_thread_that_forks_keeps_its_own() -> None:
    program = """
lock, long = forks.forkable_lock(), forks.forkable_lock(is_long=True)
def act():
    lock.release()
    long.release()
with lock, long:
    print(forked(act)[0])
"""
    assert shown(program) == "0"


def test_locks_are_forgotten_with_their_owners() -> None:
    program = """
before = len(forks._SHORT)
for _ in range(100):
    forks.forkable_lock()
print(len(forks._SHORT) == before)
"""
    assert shown(program) == "True"


def test_blas_has_its_threads_back_in_the_child() -> None:
    program = """
from graphir.compute import blas
entered = threading.Event()
def use():
    with blas.OneThread():
        entered.set()
        time.sleep(30)
threading.Thread(target=use, daemon=True).start()
entered.wait()
before = list(blas._COUNTS)
def act():
    now = [each.get_num_threads() for each in blas._libraries()]
    os._exit(0 if now == before and not blas._ENTERED else 3)
print(forked(act)[0])
"""
    assert shown(program) == "0"


LATE = """
import os, sys, threading, time
sys.path.insert(0, {folder!r})

def begin(act, meanwhile=0.0):
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    thread.join(meanwhile)
"""


def test_the_child_imports_what_another_thread_had_begun(tmp_path: Path) -> None:
    """The import begins after the fork has waited for imports, just before it."""
    (tmp_path / "slowly.py").write_text("import time\ntime.sleep(0.5)\nvalue = 3\n")
    program = """
def act():
    import slowly
    os._exit(slowly.value)
print(forked(act)[0])
"""
    late = LATE.format(folder=str(tmp_path)) + (
        "os.register_at_fork(before=lambda: begin(lambda: __import__('slowly'), 0.1))\n"
    )
    assert shown(program, late) == "3"


@pytest.mark.parametrize("module", ["logging", "concurrent.futures.thread"])
def test_modules_that_come_while_a_fork_waits_release_only_what_they_took(
    module: str, tmp_path: Path
) -> None:
    """Python lists what to call before a fork when it begins, and after it anew."""
    program = f"""
assert {module!r} not in sys.modules
os.register_at_fork(before=lambda: begin(lambda: __import__({module!r})))
print(forked(lambda: __import__("logging").getLogger("any").level)[0])
"""
    assert shown(program, LATE.format(folder=str(tmp_path))) == "0"


def test_a_fork_waits_for_imports_that_make_progress(tmp_path: Path) -> None:
    """Together they take longer than a fork waits for one that stands still."""
    (tmp_path / "many").mkdir()
    for number in range(12):
        (tmp_path / "many" / f"m{number}.py").write_text(
            "import time\ntime.sleep(0.1)\n"
        )
    every = "".join(f"import many.m{number}\n" for number in range(12))
    (tmp_path / "many" / "__init__.py").write_text(f"{every}value = 3\n")
    program = """
def act():
    import many
    os._exit(many.value)
begin(lambda: __import__('many'), 0.05)
print(forked(act)[0])
"""
    assert shown(program, LATE.format(folder=str(tmp_path))) == "3"


def test_a_fork_waits_for_an_import_that_computes(tmp_path: Path) -> None:
    """It goes on for longer than a fork waits for one that stands still."""
    (tmp_path / "slowly.py").write_text(
        "import time\n"
        f"open({str(tmp_path / 'begun')!r}, 'a').write('.')\n"
        "end = time.thread_time() + 1.5\n"
        "while time.thread_time() < end:\n"
        "    pass\n"
        "value = 3\n"
    )
    program = """
def act():
    import slowly
    os._exit(slowly.value)
begin(lambda: __import__('slowly'), 0.05)
print(forked(act)[0])
"""
    assert shown(program, LATE.format(folder=str(tmp_path))) == "3"
    assert (tmp_path / "begun").read_text() == "."  # the child did not begin it anew
