"""TensorFlow's logger: levels, counts, and the line of the caller."""

from __future__ import annotations

import logging

import pytest

from runtime.internal.keras_two import logs
from runtime.messages.logs import get_logger


@pytest.fixture
def records():
    """The records that are logged, at any level."""
    found: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = found.append  # type: ignore[method-assign]
    logger = get_logger()
    before = logger.level, logger.propagate
    logger.addHandler(handler)
    logger.setLevel(1)
    logger.propagate = False
    yield found
    logger.removeHandler(handler)
    logger.setLevel(before[0])
    logger.propagate = before[1]


@pytest.mark.parametrize(
    ("log", "level"),
    [
        (logs.debug, logging.DEBUG),
        (logs.info, logging.INFO),
        (logs.warn, logging.WARNING),
        (logs.warning, logging.WARNING),
        (logs.error, logging.ERROR),
        (logs.fatal, logging.CRITICAL),
        (logs.exception, logging.ERROR),
    ],
)
def test_levels_and_the_callers_line(records, log, level: int) -> None:
    log("%s is %d", "x", 3)
    (record,) = records
    assert (record.levelno, record.getMessage()) == (level, "x is 3")
    assert record.pathname == __file__


def test_by_level_by_verbosity_and_by_condition(records) -> None:
    logs.log(logs.INFO, "one")
    logs.vlog(3, "two")
    logs.log_if(logs.ERROR, "three", True)
    logs.log_if(logs.ERROR, "never", False)
    logs.TaskLevelStatusMessage("four")
    assert [(each.getMessage(), each.levelno) for each in records] == [
        ("one", logging.INFO),
        ("two", logging.DEBUG - 3),
        ("three", logging.ERROR),
        ("four", logging.ERROR),
    ]


def test_the_first_and_every_nth(records) -> None:
    for number in range(5):
        logs.log_first_n(logs.INFO, "first of test_logs %d", 2, number)
        logs.log_every_n(logs.INFO, "every of test_logs %d", 2, number)
    found = [each.getMessage() for each in records]
    assert [each[-1] for each in found if each.startswith("first")] == ["0", "1"]
    assert [each[-1] for each in found if each.startswith("every")] == ["0", "2", "4"]


def test_verbosity(records) -> None:
    logs.set_verbosity(logs.ERROR)
    assert logs.get_verbosity() == logging.ERROR
    logs.info("never")
    logs.flush()
    assert records == []
