"""An interrupt ends a command once, whatever was going on."""

from __future__ import annotations

import signal
import threading
from contextlib import suppress

import pytest

from autograph_tools import main as command
from autograph_tools.failures import BAD_INPUT, Failure
from autograph_tools.interrupts import Interrupts, is_interrupt


def interrupt() -> None:
    signal.raise_signal(signal.SIGINT)


def test_an_interrupt_is_raised_where_it_comes() -> None:
    interrupts = Interrupts()
    with interrupts.watched(), pytest.raises(KeyboardInterrupt):
        interrupt()


def test_an_interrupt_waits_for_imports_to_end() -> None:
    interrupts = Interrupts()
    done = []

    def imports() -> None:
        with interrupts.waiting():
            interrupt()
            done.append("imported")
        done.append("more")

    with interrupts.watched(), pytest.raises(KeyboardInterrupt):
        imports()
    assert done == ["imported"]


def test_the_handler_of_the_process_comes_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Interrupts().watched():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_handlers_of_others_stay() -> None:
    count = []
    before = signal.signal(signal.SIGINT, lambda *_: count.append(1))
    try:
        with Interrupts().watched():
            interrupt()
    finally:
        signal.signal(signal.SIGINT, before)
    assert count == [1]


def test_other_threads_handle_no_signals() -> None:
    found = []

    def watch() -> None:
        with Interrupts().watched():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=watch)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]


def test_an_interrupt_that_became_another_error_is_still_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def importing(name: str, *_: object) -> object:
        try:
            interrupt()
        except KeyboardInterrupt:
            raise ImportError("as extensions in C do") from None

    monkeypatch.setattr(command, "_flushed", importing)
    assert command.main(["doctor", "--help"]) == command.INTERRUPTED
    assert capsys.readouterr().err == "autograph doctor: interrupted\n"


def test_an_error_of_imports_that_were_interrupted_is_an_interrupt() -> None:
    interrupts = Interrupts()

    def imports() -> None:
        with interrupts.waiting():
            interrupt()
            raise ImportError("half of it is there")

    with interrupts.watched(), pytest.raises(KeyboardInterrupt) as caught:
        imports()
    assert isinstance(caught.value.__cause__, ImportError)


@pytest.mark.parametrize("status", [2, 4])
def test_an_interrupt_that_was_handled_is_nothing_of_a_later_error(
    status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def flushed(code: int) -> int:
        with suppress(KeyboardInterrupt):  # the user's clean-up
            interrupt()
        if status == BAD_INPUT:
            raise Failure("there is no such file.", BAD_INPUT)
        raise ValueError("unrelated")

    monkeypatch.setattr(command, "_flushed", flushed)
    assert command.main(["doctor", "--help"]) == status
    assert "interrupted" not in capsys.readouterr().err


def test_causes_in_a_circle_end() -> None:
    first, second = ValueError(), KeyError()
    first.__cause__, second.__context__ = second, first
    assert not is_interrupt(first)
