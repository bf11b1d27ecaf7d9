"""The logger `tensorflow`, whose lines start with ``WARNING:tensorflow:``."""

from __future__ import annotations

import logging
import sys
from functools import cache
from typing import Final

NAME: Final = "tensorflow"


class _StandardError(logging.Handler):
    """Writes ``WARNING:name:text`` to the standard error, unless logging was set up."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter(logging.BASIC_FORMAT))

    def emit(self, record: logging.LogRecord) -> None:
        if logging.getLogger().handlers:
            return
        # what is the standard error now, and not when the handler was made
        print(self.format(record), file=sys.stderr)


@cache
def get_logger() -> logging.Logger:
    """The logger; it writes to the standard error unless the root logger has handlers.

    >>> tf.get_logger().name
    'tensorflow'
    """
    logger = logging.getLogger(NAME)
    if not logger.handlers:
        logger.addHandler(_StandardError())
    return logger


__all__ = ["get_logger"]
