"""The handle that stands for those of all copies."""

from __future__ import annotations

import runtime as tf
from runtime.variables.handles_of_copies import HandleOfCopies


class Copies:
    """A variable whose copy is chosen from outside."""

    def __init__(self) -> None:
        self.copies = [tf.Variable(1.0), tf.Variable(2.0)]
        self.now = 0

    @property
    def handle(self) -> tf.Tensor:
        return self.copies[self.now].handle


def test_a_call_means_the_copy_of_now() -> None:
    variable = Copies()
    handle = HandleOfCopies(variable)
    assert (handle.dtype, handle.shape.rank) == (tf.resource, 0)
    assert handle.handle_data == variable.copies[0].handle.handle_data
    assert handle.meant_now() is variable.copies[0].handle
    variable.now = 1
    assert handle.meant_now() is variable.copies[1].handle
