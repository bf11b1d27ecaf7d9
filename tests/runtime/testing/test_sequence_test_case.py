"""What tf.test.TestCase asserts of texts, sequences, messages, files and threads."""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

import runtime as tf

CASE: Any = tf.test.TestCase("run")

HOLDS = [
    ("assertBetween", 2, 1, 2),
    ("assertContainsExactSubsequence", [1, 2, 3], [2, 3]),
    ("assertContainsInOrder", ["b", "c"], "abcd"),
    ("assertContainsInOrder", "b", "abcd"),
    ("assertContainsSubsequence", [1, 2, 3], [1, 3]),
    ("assertContainsSubset", [1], [1, 2]),
    ("assertDeviceEqual", "/cpu:0", "/device:CPU:0"),
    ("assertDictAlmostEqual", {"a": 1.0}, {"a": 1.0 + 1e-9}),
    ("assertEndsWith", "abc", "bc"),
    ("assertItemsEqual", [1, 2, 2], [2, 1, 2]),
    ("assertNoCommonElements", [1], [2]),
    ("assertNotEndsWith", "abc", "b"),
    ("assertNotStartsWith", "abc", "b"),
    ("assertRegexMatch", "abc", ["x", "b.$"]),
    ("assertSameElements", [1, 1, 2], [2, 1]),
    ("assertSameStructure", [1, {"a": 2}], [3, {"a": 4}]),
    ("assertSequenceAlmostEqual", [1.0], [1.0 + 1e-9]),
    ("assertSequenceStartsWith", [1], [1, 2]),
    ("assertStartsWith", "abc", "ab"),
    ("assertTotallyOrdered", [1], [2, 2], [3]),
]

FAILS = [
    ("assertBetween", 3, 1, 2),
    ("assertContainsExactSubsequence", [1, 2, 3], [1, 3]),
    ("assertContainsInOrder", ["c", "b"], "abcd"),
    ("assertContainsSubsequence", [1, 2, 3], [3, 1]),
    ("assertContainsSubset", [3], [1, 2]),
    ("assertDeviceEqual", "/cpu:0", "/gpu:0"),
    ("assertDictAlmostEqual", {"a": 1.0}, {"a": 1.1}),
    ("assertDictAlmostEqual", {"a": 1.0}, {"b": 1.0}),
    ("assertEndsWith", "abc", "ab"),
    ("assertItemsEqual", [1, 2, 2], [2, 1, 1]),
    ("assertNoCommonElements", [1], [1]),
    ("assertNotEndsWith", "abc", "c"),
    ("assertNotStartsWith", "abc", "a"),
    ("assertRegexMatch", "abc", ["x"]),
    ("assertRegexMatch", "abc", "abc"),
    ("assertRegexMatch", "abc", []),
    ("assertSameElements", [1], [1, 2]),
    ("assertSameElements", "ab", "ab"),
    ("assertSameStructure", [1, {"a": 2}], [3, {"b": 4}]),
    ("assertSequenceAlmostEqual", [1.0], [1.1]),
    ("assertSequenceAlmostEqual", [1.0], [1.0, 1.0]),
    ("assertSequenceStartsWith", [2], [1, 2]),
    ("assertSequenceStartsWith", [], [1, 2]),
    ("assertStartsWith", "abc", "b"),
    ("assertTotallyOrdered", [1], [1]),
    ("assertTotallyOrdered", [1, 2]),
]


@pytest.mark.parametrize("call", HOLDS, ids=lambda call: call[0])
def test_holds(call: Any) -> None:
    name, *arguments = call
    getattr(CASE, name)(*arguments)


@pytest.mark.parametrize("call", FAILS, ids=lambda call: call[0])
def test_fails(call: Any) -> None:
    name, *arguments = call
    with pytest.raises(AssertionError):
        getattr(CASE, name)(*arguments)


def test_texts_of_errors() -> None:
    def fail() -> None:
        raise ValueError("a (b)")

    CASE.assertRaisesWithLiteralMatch(ValueError, "a (b)", fail)
    with CASE.assertRaisesWithLiteralMatch(ValueError, "a (b)"):
        fail()
    with pytest.raises(AssertionError):
        CASE.assertRaisesWithLiteralMatch(ValueError, "a (c)", fail)
    with CASE.assertRaisesIncompatibleShapesError():
        tf.constant([1, 2]) + tf.constant([1, 2, 3])


def test_messages() -> None:
    message = tf.Graph().as_graph_def()
    node = message.node.add(name="a", op="Const")
    node.attr["value"].f = 1.0
    node.attr["list"].list.i.extend([1, 2])
    text = str(message)
    CASE.assertProtoEquals(text, message)
    CASE.assertProtoEquals(message, message)
    CASE.assertProtoEquals(text.replace("f: 1", "f: 1.01"), message, None, 0.1)
    for old, new in (('"a"', '"b"'), ("f: 1", "f: 2"), ("i: 2", "i: 2 i: 3")):
        with pytest.raises(AssertionError, match="Field 'node'"):
            CASE.assertProtoEquals(text.replace(old, new, 1), message)
    with pytest.raises(AssertionError, match="keys"):
        CASE.assertProtoEquals(text.replace('"list"', '"lost"'), message)
    with pytest.raises(AssertionError, match="Field 'node' is extra"):
        CASE.assertProtoEquals("", message)
    with pytest.raises(TypeError, match="Can't compare a GraphDef message with int"):
        CASE.assertProtoEquals(1, message)


def test_files_live_as_long_as_the_test() -> None:
    paths: list[str] = []

    class Files(tf.test.TestCase):
        def test_files(self) -> None:
            file = self.create_tempfile("new/file", "text")
            file.write_text(" more", "a")
            assert file.read_text() == "text more"
            data = self.create_tempfile(content=b"\xff", mode="wb")
            assert data.read_bytes() == b"\xff"
            folder = self.create_tempdir("folder")
            inner = folder.mkdir().create_file("a", "b")
            self.assertStartsWith(inner.full_path, os.fspath(folder))
            paths.extend(map(os.fspath, (file, data, inner)))
            assert all(map(os.path.exists, paths))

    result = Files("test_files").run()
    assert result is not None
    assert (result.errors, result.failures) == ([], [])
    assert not any(map(os.path.exists, paths))


def test_error_in_a_thread_fails_the_test() -> None:
    thread = CASE.checkedThread(lambda a, b: a / b, (1,), {"b": 0})
    thread.start()
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        thread.join()
    assert not thread.is_alive()


def test_output_of_the_descriptor(capfd: pytest.CaptureFixture[str]) -> None:
    with capfd.disabled(), CASE.captureWritesToStream(sys.__stderr__) as printed:
        tf.print("shown", tf.constant([1, 2]))
        assert printed.contents() == "shown [1 2]\n"
    assert capfd.readouterr().err == ""


def test_values_of_tensors_only() -> None:
    a, b = tf.constant(1), tf.constant(2)
    assert [type(each).__name__ for each in CASE.evaluate_if_both_tensors(a, b)] == [
        "int32",
        "int32",
    ]
    assert CASE.evaluate_if_both_tensors(a, 2)[0] is a
