"""Records of `logging`: their place, their stack and the logger that made them."""

from __future__ import annotations

import logging
import sys
from threading import Thread
from types import FrameType
from typing import Any

import pytest

from autograph import to_graph
from autograph.operators import control_flow
from autograph.operators.log_calls import log_in_frame
from tests.autograph.staged_flags import staged_flags

OURS = control_flow.__file__


def here() -> FrameType:
    return sys._getframe(1)


class Slotted(logging.Logger):
    __slots__ = ("seen",)


@pytest.fixture
def records() -> list[logging.LogRecord]:
    return []


def kept(logger: logging.Logger, records: list[logging.LogRecord]) -> logging.Logger:
    class Keeps(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    logger.propagate = False
    logger.handlers = [Keeps()]
    return logger


def test_a_record_names_the_function_that_logs(
    records: list[logging.LogRecord],
) -> None:
    logger = kept(logging.Logger("given"), records)
    log_in_frame(logger.warning, here(), "text %s", 1)
    (record,) = records
    assert record.funcName == "test_a_record_names_the_function_that_logs"
    assert record.getMessage() == "text 1"
    assert record.stack_info is None


@pytest.mark.parametrize("kind", [logging.Logger, Slotted])
def test_the_stack_is_that_of_the_caller(
    kind: Any, records: list[logging.LogRecord]
) -> None:
    logger = kept(kind("given"), records)
    log_in_frame(logger.warning, here(), "text", stack_info=True)
    log_in_frame(kind.warning, here(), logger, "text", stack_info=True)
    assert logger.filters == []
    assert len(records) == 2
    for record in records:
        lines = (record.stack_info or "").splitlines()
        assert lines[0] == "Stack (most recent call last):"
        assert "in test_the_stack_is_that_of_the_caller" in lines[-2]
        assert "in log_in_frame" not in (record.stack_info or "")


def test_an_adapter_of_an_adapter_has_it_too(records: list[logging.LogRecord]) -> None:
    logger = kept(logging.Logger("given"), records)
    adapter = logging.LoggerAdapter(logging.LoggerAdapter(logger, {}), {})
    log_in_frame(adapter.warning, here(), "text", stack_info=True)
    assert "in test_an_adapter" in (records[0].stack_info or "").splitlines()[-2]


def test_a_logger_that_is_off_reads_no_stack(records: list[logging.LogRecord]) -> None:
    logger = kept(logging.Logger("given", logging.ERROR), records)
    log_in_frame(logger.debug, here(), "text", stack_info=True)
    assert records == []
    assert logger.filters == []


def test_records_of_handlers_and_of_other_threads_keep_their_own_stacks(
    records: list[logging.LogRecord],
) -> None:
    logger = kept(logging.Logger("given"), records)

    def in_a_thread() -> None:
        logger.info("elsewhere", stack_info=True)

    class LogsAgain(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.msg == "text":
                logger.info("again", stack_info=True)

    def before_handlers(record: logging.LogRecord) -> bool:
        if record.msg == "text":
            thread = Thread(target=in_a_thread)
            thread.start()
            thread.join()
        return True

    logger.addHandler(LogsAgain())
    logger.addFilter(before_handlers)
    log_in_frame(logger.warning, here(), "text", stack_info=True)
    last = {each.msg: (each.stack_info or "").splitlines()[-2] for each in records}
    assert last.keys() == {"text", "elsewhere", "again"}
    assert "in test_records_of_handlers" in last["text"]
    assert "in in_a_thread" in last["elsewhere"]
    assert "in emit" in last["again"]
    assert logger.filters == [before_handlers]


def logs_in_a_branch(logger: logging.Logger) -> None:
    if logger is not None:
        logger.warning("text", stack_info=True)


@pytest.mark.parametrize("full", ["", "1"])
def test_with_full_tracebacks_the_stack_is_whole(
    full: str, records: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOGRAPH_FULL_TRACEBACKS", full)
    with staged_flags():
        to_graph(logs_in_a_branch)(kept(logging.Logger("given"), records))
    assert (OURS in (records[0].stack_info or "")) == bool(full)
