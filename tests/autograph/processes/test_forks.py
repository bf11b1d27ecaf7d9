"""Locks and lists of threads in a forked process."""

from __future__ import annotations

import os
from _thread import get_ident
from threading import Event, Thread

import pytest

from autograph.processes.forks import Threads, forkable_lock


def test_other_threads_are_forgotten() -> None:
    threads = Threads([0, get_ident(), get_ident() + 1])
    threads.keep_own()
    assert threads == [0, get_ident()]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no process is forked here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_child_can_take_a_lock_that_another_thread_held() -> None:
    lock = forkable_lock()
    is_held, may_end = Event(), Event()

    def hold() -> None:
        with lock:
            is_held.set()
            may_end.wait()

    thread = Thread(target=hold)
    thread.start()
    is_held.wait()
    child = os.fork()
    if child == 0:
        os._exit(0 if lock.acquire(blocking=False) else 1)
    try:
        assert not lock.acquire(blocking=False)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        may_end.set()
        thread.join()
