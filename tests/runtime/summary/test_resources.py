"""Writers of summaries, open and closed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import runtime as tf


@pytest.fixture(autouse=True)
def no_step_or_writer() -> Iterator[None]:
    with tf.summary.create_noop_writer().as_default(step=0):
        tf.summary.experimental.set_step(None)
        yield
        tf.summary.trace_off()


def test_closed_writer_is_refused_by_name_and_in_graphs(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(str(tmp_path))
    train = tf.function(lambda: tf.summary.scalar("x", 1.0, step=1))
    with writer.as_default():
        train()
    writer.close()
    writer.close()
    writer.flush()
    with pytest.raises(RuntimeError, match="already closed"):
        writer.as_default()
    with pytest.raises(tf.errors.NotFoundError):
        train()
