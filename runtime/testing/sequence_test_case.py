"""Assertions on texts, sequences and messages."""

from __future__ import annotations

import re
import unittest
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from runtime.devices.placement import DeviceSpec
from runtime.tensors.likes import PathText, TensorLike
from runtime.tensors.nest import assert_same_structure


class TextsTestCase(unittest.TestCase):
    """Parts of texts, and the texts of errors."""

    def _require(self, holds: Any, text: str, msg: str | None) -> None:
        if not holds:
            self.fail(self._formatMessage(msg, text))

    def assertStartsWith(
        self, actual: str, expected_start: str, msg: str | None = None
    ) -> None:
        """Fails unless the text starts with the prefix."""
        text = f"{actual!r} does not start with {expected_start!r}"
        self._require(actual.startswith(expected_start), text, msg or None)

    def assertNotStartsWith(
        self, actual: str, unexpected_start: str, msg: str | None = None
    ) -> None:
        """Fails if the text starts with the prefix."""
        text = f"{actual!r} does start with {unexpected_start!r}"
        self._require(not actual.startswith(unexpected_start), text, msg)

    def assertEndsWith(
        self, actual: str, expected_end: str, msg: str | None = None
    ) -> None:
        """Fails unless the text ends with the suffix."""
        text = f"{actual!r} does not end with {expected_end!r}"
        self._require(actual.endswith(expected_end), text, msg)

    def assertNotEndsWith(
        self, actual: str, unexpected_end: str, msg: str | None = None
    ) -> None:
        """Fails if the text ends with the suffix."""
        text = f"{actual!r} does end with {unexpected_end!r}"
        self._require(not actual.endswith(unexpected_end), text, msg)

    def assertContainsInOrder(
        self, strings: Iterable[str], target: str, msg: str | None = None
    ) -> None:
        """Fails unless the text contains the parts in order."""
        if isinstance(strings, (str, bytes)):
            strings = (str(strings),)
        start, before = 0, None
        for each in strings:
            place = target.find(each, start)
            text = f"Did not find {each!r} after {before!r} in {target!r}"
            self._require(place >= 0, text, msg)
            start, before = place, each

    def assertRegexMatch(
        self, actual_str: str, regexes: Sequence[str], message: str | None = None
    ) -> None:
        """Fails unless one of the regular expressions is found in the text."""
        if isinstance(regexes, (str, bytes)):
            self.fail("regexes is string or bytes; use assertRegex instead.")
        if not regexes:
            self.fail("No regexes specified.")
        is_match = any(re.search(each, actual_str) for each in regexes)
        text = f"{actual_str!r} matches none of {list(regexes)}"
        self._require(is_match, text, message)

    def assertRaisesWithLiteralMatch(
        self,
        expected_exception: type[BaseException],
        expected_exception_message: str,
        callable_obj: Callable[..., Any] | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        """Fails unless the call, or the block, raises an error of exactly that text."""
        wanted = f"^{re.escape(expected_exception_message)}$"
        if callable_obj is None:
            return self.assertRaisesRegex(expected_exception, wanted)
        with self.assertRaisesRegex(expected_exception, wanted):
            callable_obj(*args, **kwargs)
        return None

    def assertDeviceEqual(
        self, device1: Any, device2: Any, msg: str | None = None
    ) -> None:
        """Fails unless both names mean the same device; names may be short or full."""
        first, second = (
            DeviceSpec.from_string(str(each or "")).to_string()
            for each in (device1, device2)
        )
        text = f"Devices {device1} and {device2} are not equal"
        self._require(first == second, text, msg)


class SequencesTestCase(TextsTestCase):
    """Elements, order and structure of containers."""

    def assertBetween(
        self, value: TensorLike, minv: Any, maxv: Any, msg: str | None = None
    ) -> None:
        """Fails unless the value lies between, ends included."""
        text = f'"{value!r}" unexpectedly not between "{minv!r}" and "{maxv!r}"'
        self._require(minv <= value <= maxv, text, msg)

    def assertContainsSubset(
        self, expected_subset: Iterable[Any], actual_set: Any, msg: str | None = None
    ) -> None:
        """Fails unless every element of the first is in the second."""
        missing = set(expected_subset) - set(actual_set)
        text = f"Missing elements {missing} in {actual_set!r}"
        self._require(not missing, text, msg)

    def assertNoCommonElements(
        self, expected_seq: Any, actual_seq: Any, msg: str | None = None
    ) -> None:
        """Fails if an element of the first is in the second."""
        common = set(expected_seq) & set(actual_seq)
        text = f"Common elements {common} between {expected_seq!r} and {actual_seq!r}"
        self._require(not common, text, msg)

    def assertSameElements(
        self, expected_seq: Any, actual_seq: Any, msg: str | None = None
    ) -> None:
        """Fails unless both have the same elements, however often."""
        for each in (expected_seq, actual_seq):
            if isinstance(each, (str, bytes)):
                self.fail(
                    "Passing string/bytes to assertSameElements is usually a bug."
                )
        missing = [each for each in expected_seq if each not in actual_seq]
        unexpected = [each for each in actual_seq if each not in expected_seq]
        text = f"Expected, but missing: {missing}; unexpected: {unexpected}"
        self._require(not missing and not unexpected, text, msg)

    def assertItemsEqual(self, first: Any, second: Any, msg: str | None = None) -> None:
        """Fails unless both have the same elements equally often."""
        self.assertCountEqual(first, second, msg)

    def assertContainsSubsequence(
        self, container: Any, subsequence: Any, msg: str | None = None
    ) -> None:
        """Fails unless the sequence has the elements in order; gaps are allowed."""
        rest = iter(container)
        is_there = all(any(each == found for found in rest) for each in subsequence)
        text = f"{subsequence!r} not a subsequence of {container!r}"
        self._require(is_there, text, msg)

    def assertContainsExactSubsequence(
        self, container: Any, subsequence: Any, msg: str | None = None
    ) -> None:
        """Fails unless the sequence contains the elements in order without gaps."""
        whole, part = list(container), list(subsequence)
        starts = range(len(whole) - len(part) + 1)
        is_there = any(whole[start : start + len(part)] == part for start in starts)
        text = f"{subsequence!r} not an exact subsequence of {container!r}"
        self._require(is_there, text, msg)

    def assertSequenceStartsWith(
        self, prefix: PathText, whole: Any, msg: str | None = None
    ) -> None:
        """Fails unless the sequence starts with the elements, at least one."""
        start = list(prefix) if isinstance(prefix, Collection) else [prefix]
        self._require(start, "Prefix length is 0.", msg)
        text = f"{prefix!r} not found at the start of {whole!r}"
        self._require(list(whole)[: len(start)] == start, text, msg)

    def assertSequenceAlmostEqual(
        self,
        expected_seq: Sequence[Any],
        actual_seq: Sequence[Any],
        places: int | None = None,
        msg: str | None = None,
        delta: Any = None,
    ) -> None:
        """Fails unless lengths are equal, and elements by `assertAlmostEqual`."""
        text = f"Sequence size mismatch: {len(expected_seq)} vs {len(actual_seq)}"
        self._require(len(expected_seq) == len(actual_seq), text, msg)
        for expected, actual in zip(expected_seq, actual_seq):
            self.assertAlmostEqual(expected, actual, places, msg, delta)

    def assertDictAlmostEqual(
        self,
        a: Mapping[Any, Any],
        b: Mapping[Any, Any],
        places: int | None = None,
        msg: str | None = None,
        delta: Any = None,
    ) -> None:
        """Fails unless keys are equal, and values by `assertAlmostEqual`."""
        self.assertSameElements(a.keys(), b.keys(), msg)
        for key, value in a.items():
            self.assertAlmostEqual(value, b[key], places, msg, delta)

    def assertTotallyOrdered(
        self, *groups: Iterable[Any], msg: str | None = None
    ) -> None:
        """Fails unless members of a group are equal, and groups ascend."""
        lists = [list(group) for group in groups]
        for group in lists:
            for one, other in ((one, other) for one in group for other in group):
                text = f"{one!r} and {other!r} are of one group but not equal"
                self._require(one == other and not one < other, text, msg)
        for lower, higher in pairwise(lists):
            for one, other in ((one, other) for one in lower for other in higher):
                text = f"{one!r} is not less than {other!r}"
                self._require(one < other and other > one and one != other, text, msg)


class StructuresTestCase(SequencesTestCase):
    """Nests and messages."""

    def assertSameStructure(
        self,
        a: TensorLike,
        b: TensorLike,
        aname: str = "a",
        bname: str = "b",
        msg: str | None = None,
    ) -> None:
        """Fails unless both have the same nested structure."""
        try:
            assert_same_structure(a, b)
        except (TypeError, ValueError) as error:
            text = f"{aname} and {bname} differ in structure: {error}"
            self.fail(self._formatMessage(msg, text))

    def assertProtoEquals(
        self,
        expected_message_maybe_ascii: Any,
        validate_message: Any,
        msg: str | None = None,
        relative_tolerance: float | None = None,
    ) -> None:
        """Fails unless the message equals another message, or a message as text.

        Numbers may differ by `relative_tolerance`; without it they are compared with
        the seven digits of TensorFlow's comparison.
        """
        from runtime.testing.messages_compared import difference, parsed

        expected = parsed(expected_message_maybe_ascii, type(validate_message))
        tolerance = 1e-7 if relative_tolerance is None else relative_tolerance
        text = difference(expected, validate_message, tolerance)
        self._require(text is None, text or "", msg)
