"""Where users' code applies an op: frames of the library are left out."""

from __future__ import annotations

import gc
import os
import sys

import numpy as np

import runtime as tf
from runtime.tracing.origins import (
    DEPTH,
    is_ours,
    package_folders,
    user_origin,
    user_place,
)


def asked() -> object:
    return user_origin()


def deep(count: int):
    return user_origin() if count == 0 else deep(count - 1)


def test_files_of_the_library_are_ours() -> None:
    assert is_ours(tf.__file__)
    assert is_ours(os.path.join(package_folders()[0], "any.py"))
    assert not is_ours(__file__)
    assert not is_ours(np.__file__)


def test_the_innermost_frame_is_first() -> None:
    origin = user_origin()
    assert origin is not None
    assert origin.frame.filename == __file__
    assert origin.frame.function == "test_the_innermost_frame_is_first"


def test_frames_end_at_a_boundary_and_at_a_number() -> None:
    boundary = sys._getframe().f_code
    found = (lambda: user_origin(boundary))()
    assert found is not None
    assert [each.function for each in found.frames] == ["<lambda>"]
    assert user_origin(boundary) is None
    origin = deep(3 * DEPTH)
    assert origin is not None
    assert len(origin.frames) == DEPTH


def test_equal_places_are_one_object_that_goes_with_its_last_user() -> None:
    first, second = (asked() for _ in range(2))
    assert first is second
    before = id(first)
    del first, second
    gc.collect()
    assert asked() is not None
    assert isinstance(before, int)


def test_nodes_know_their_line() -> None:
    with tf.Graph().as_default():
        tensor = tf.constant(1) + 2
    frame = tensor.op.node.origin.frame
    assert frame.text == "tensor = tf.constant(1) + 2"


def test_the_place_is_that_of_the_caller() -> None:
    def library() -> object:
        return user_place()

    found = library()
    assert found is not None
    code, offset = found
    assert code.co_name == "test_the_place_is_that_of_the_caller"
    assert offset >= 0
    beyond = (lambda: user_place(os.path.dirname(__file__)))()
    assert beyond is None or beyond[0].co_filename != __file__
