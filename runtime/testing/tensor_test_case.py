"""TestCase: assertions on tensors, for `unittest`."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from runtime.errors import InvalidArgumentError, OpError
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.testing.evaluating_test_case import EvaluatingTestCase, array_of
from runtime.testing.sequence_test_case import StructuresTestCase
from runtime.testing.system_test_case import SystemTestCase


def _is_ragged(value: Any) -> bool:
    return isinstance(value, RaggedTensor)


def _rows_of(value: Any) -> Any:
    """The elements as nested lists."""
    if isinstance(value, RaggedTensor):
        return value.to_list()
    if isinstance(value, (list, tuple)):
        return list(map(_rows_of, value))
    return array_of(value).tolist()


class EqualityTestCase(EvaluatingTestCase):
    """Values that are equal."""

    def assertAllEqual(self, a: Any, b: Any, msg: str | None = None) -> None:
        """Fails unless shapes and all elements are equal; NaN equals NaN."""
        if isinstance(a, Mapping) or isinstance(b, Mapping):
            self.assertEqual(sorted(a), sorted(b), msg)
            for key in a:
                self.assertAllEqual(a[key], b[key], msg)
            return
        if _is_ragged(a) or _is_ragged(b):
            self._check_ragged_ranks(a, b)
            self.assertEqual(_rows_of(a), _rows_of(b), msg)
            return
        left, right = array_of(a), array_of(b)
        self._check_shapes(left, right, msg)
        same = left == right
        if left.dtype.kind in "fc" and right.dtype.kind in "fc":
            same = same | (np.isnan(left) & np.isnan(right))
        if not np.all(same):
            head = "\nArrays are not equal\n"
            self._fail_where(~np.asarray(same), left, right, head, "not equal", msg)

    def _check_ragged_ranks(self, a: Any, b: Any) -> None:
        """Fails if the ranks differ; lists have none."""
        if not isinstance(a, (list, tuple)) and not isinstance(b, (list, tuple)):
            ranks = [getattr(each, "ragged_rank", 0) for each in (a, b)]
            self.assertEqual(*ranks)

    def _check_shapes(self, left: Any, right: Any, msg: str | None) -> None:
        if left.shape != right.shape:
            text = f"Shape mismatch: expected {left.shape}, got {right.shape}."
            self.fail(self._formatMessage(msg, text))

    def _fail_where(
        self, where: Any, left: Any, right: Any, head: str, what: str, msg: str | None
    ) -> None:
        """Fails with the elements that differ, in the words of TensorFlow."""
        lines = [head]
        if where.ndim:
            lines.append(f"{what} where = {np.nonzero(where)}")
        lines.append(f"{what} lhs = {left[where][:10]}")
        lines.append(f"{what} rhs = {right[where][:10]}")
        share = 100 * np.mean(where)
        count = f"{np.count_nonzero(where)} / {where.size} ({share:.3g}%)"
        lines.append(f"Mismatched elements: {count}")
        lines += [f" ACTUAL: {left!r}", f" DESIRED: {right!r}"]
        self.fail(self._formatMessage(msg, "\n".join(lines)))

    def assertNotAllEqual(
        self, a: TensorLike, b: TensorLike, msg: str | None = None
    ) -> None:
        """Fails if shapes and all elements are equal."""
        try:
            self.assertAllEqual(a, b)
        except AssertionError:
            return
        self.fail(self._formatMessage(msg, "The two values are equal at all elements."))


class ClosenessTestCase(EqualityTestCase):
    """Numbers that are close."""

    def assertAllClose(
        self,
        a: Any,
        b: Any,
        rtol: float = 1e-6,
        atol: float = 1e-6,
        msg: str | None = None,
    ) -> None:
        """Fails unless ``|a - b| <= atol + rtol * |b|``, also in dicts and lists."""
        self._check_close(a, b, rtol, atol, msg, "")

    def _check_close(
        self, a: Any, b: Any, rtol: float, atol: float, msg: str | None, path: str
    ) -> None:
        if isinstance(a, Mapping):
            self.assertEqual(sorted(a), sorted(b), msg)
            for key in a:
                self._check_close(a[key], b[key], rtol, atol, msg, f"{path}[{key}]")
            return
        if _is_ragged(a) or _is_ragged(b):
            self._check_ragged_ranks(a, b)
            a, b = _rows_of(a), _rows_of(b)
        if _has_parts(a) and _has_parts(b):
            self.assertEqual(len(a), len(b), msg)
            for at, (one, other) in enumerate(zip(a, b)):
                self._check_close(one, other, rtol, atol, msg, f"{path}[{at}]")
            return
        left, right = array_of(a), array_of(b)
        self._check_shapes(left, right, msg)
        close = np.isclose(left, right, rtol=rtol, atol=atol, equal_nan=True)
        if not np.all(close):
            head = (
                f"\nNot equal to tolerance rtol={rtol:g}, atol={atol:g}\n"
                f"Mismatched value: a{path} is different from b{path}. "
            )
            self._fail_where(~np.asarray(close), left, right, head, "not close", msg)

    def assertNotAllClose(
        self,
        a: TensorLike,
        b: TensorLike,
        rtol: float = 1e-6,
        atol: float = 1e-6,
        msg: str | None = None,
    ) -> None:
        """Fails if the two are close everywhere."""
        try:
            self.assertAllClose(a, b, rtol, atol)
        except AssertionError:
            return
        self.fail(self._formatMessage(msg, "The two values are close at all elements."))

    def assertAllCloseAccordingToType(
        self,
        a: TensorLike,
        b: TensorLike,
        rtol: float = 1e-6,
        atol: float = 1e-6,
        float_rtol: float = 1e-6,
        float_atol: float = 1e-6,
        half_rtol: float = 1e-3,
        half_atol: float = 1e-3,
        bfloat16_rtol: float = 1e-2,
        bfloat16_atol: float = 1e-2,
        msg: str | None = None,
    ) -> None:
        """``assertAllClose`` with tolerances that suit the coarser dtype."""
        kinds = {getattr(getattr(each, "dtype", None), "name", "") for each in (a, b)}
        for name, relative, absolute in (
            ("float32", float_rtol, float_atol),
            ("float16", half_rtol, half_atol),
            ("bfloat16", bfloat16_rtol, bfloat16_atol),
        ):
            if name in kinds:
                rtol, atol = max(rtol, relative), max(atol, absolute)
        self.assertAllClose(a, b, rtol, atol, msg)

    def assertNear(
        self, f1: float, f2: float, err: float, msg: str | None = None
    ) -> None:
        """Fails unless two numbers differ by ``err`` at most."""
        if not (f1 == f2 or abs(f1 - f2) <= err):
            text = f"{f1:f} != {f2:f} +/- {err:f}"
            self.fail(self._formatMessage(msg, text))

    def assertArrayNear(
        self, farray1: Any, farray2: Any, err: float, msg: str | None = None
    ) -> None:
        """Fails unless two lists of numbers differ by ``err`` at most."""
        self.assertEqual(len(farray1), len(farray2), msg)
        for one, other in zip(farray1, farray2):
            self.assertNear(float(one), float(other), err, msg)

    def assertNDArrayNear(
        self, ndarray1: Any, ndarray2: Any, err: float, msg: str | None = None
    ) -> None:
        """Fails unless the difference's norm is below ``err``."""
        distance = float(np.linalg.norm(array_of(ndarray1) - array_of(ndarray2)))
        if not distance < err:
            self.fail(self._formatMessage(msg, f"The arrays are {distance} apart."))


class ElementsTestCase(ClosenessTestCase):
    """Assertions about all elements of a value."""

    def assertAllGreater(self, a: TensorLike, comparison_target: Any) -> None:
        """Fails unless all elements are greater."""
        self.assertGreater(np.min(array_of(a)), comparison_target)

    def assertAllLess(self, a: TensorLike, comparison_target: Any) -> None:
        """Fails unless all elements are less."""
        self.assertLess(np.max(array_of(a)), comparison_target)

    def assertAllGreaterEqual(self, a: TensorLike, comparison_target: Any) -> None:
        """Fails unless all elements are greater or equal."""
        self.assertGreaterEqual(np.min(array_of(a)), comparison_target)

    def assertAllLessEqual(self, a: TensorLike, comparison_target: Any) -> None:
        """Fails unless all elements are less or equal."""
        self.assertLessEqual(np.max(array_of(a)), comparison_target)

    def assertAllInRange(
        self,
        target: Any,
        lower_bound: Any,
        upper_bound: Any,
        open_lower_bound: bool = False,
        open_upper_bound: bool = False,
    ) -> None:
        """Fails unless all elements lie in an interval with open or closed bounds."""
        array = array_of(target)
        if array.dtype.kind not in "iuf":
            self.fail(f"The value {target} does not have an ordered numeric type.")
        below = array <= lower_bound if open_lower_bound else array < lower_bound
        above = array >= upper_bound if open_upper_bound else array > upper_bound
        outside = below | above | (array != array)
        if np.any(outside):
            self.fail(
                f"Subscripts {np.argwhere(outside)[:10].tolist()} are out of range "
                f"{'(' if open_lower_bound else '['}{lower_bound}, {upper_bound}"
                f"{')' if open_upper_bound else ']'}: {array[outside][:10]}"
            )

    def assertAllInSet(self, target: Any, expected_set: Any) -> None:
        """Fails unless all elements are in the set."""
        missing = set(np.ravel(array_of(target)).tolist()) - set(expected_set)
        if missing:
            self.fail(f"{len(missing)} unique elements are not in the set: {missing}")

    def assertDTypeEqual(self, target: Any, expected_dtype: Any) -> None:
        """Fails unless the value has that dtype."""
        found = getattr(target, "dtype", None) or convert_to_tensor(target).dtype
        self.assertEqual(found, expected_dtype)

    def assertShapeEqual(
        self, input_a: Any, input_b: Any, msg: str | None = None
    ) -> None:
        """Fails unless two arrays or tensors have the same shape."""
        first, second = (
            tuple(each.shape.as_list() if isinstance(each, Tensor) else np.shape(each))
            for each in (input_a, input_b)
        )
        self.assertEqual(first, second, msg)


class LengthsTestCase(ElementsTestCase):
    """Lengths of containers."""

    def assertEmpty(self, container: Any, msg: str | None = None) -> None:
        """Fails unless the container has length 0."""
        if len(container):
            self.fail(self._formatMessage(msg, f"{container!r} has length of not 0."))

    def assertNotEmpty(self, container: Any, msg: str | None = None) -> None:
        """Fails if the container has length 0."""
        if not len(container):
            self.fail(self._formatMessage(msg, f"{container!r} has length of 0."))

    def assertLen(
        self, container: Any, expected_len: int, msg: str | None = None
    ) -> None:
        """Fails unless the container has that length."""
        if len(container) != expected_len:
            text = f"{container!r} has length of {len(container)}, expected "
            self.fail(self._formatMessage(msg, f"{text}{expected_len}."))


class TestCase(LengthsTestCase, StructuresTestCase, SystemTestCase):
    """A ``unittest.TestCase`` that compares tensors, arrays and nests of them.

    >>> class Sums(tf.test.TestCase):
    ...     def test_sum(self):
    ...         self.assertAllEqual(tf.constant([1, 2]) + 1, [2, 3])
    >>> Sums("test_sum").run().wasSuccessful()
    True
    """

    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(
        self, exception_type: Any, expected_err_re_or_predicate: Any
    ) -> Iterator[None]:
        """Fails unless the block raises the exception and the predicate matches it."""
        wanted = expected_err_re_or_predicate
        try:
            yield
        except exception_type as error:
            is_match = (
                wanted(error) if callable(wanted) else re.search(wanted, str(error))
            )
            if not is_match:
                self.fail(f"{type(error).__name__} does not match: {error}")
            return
        self.fail(f"{exception_type} not raised")

    def assertRaisesIncompatibleShapesError(
        self, exception_type: Any = InvalidArgumentError
    ) -> Any:
        """Fails unless the block raises an error about shapes that do not fit."""
        return self.assertRaisesRegex(
            exception_type,
            r"Incompatible shapes|Dimensions must be equal|required "
            r"broadcastable shapes",
        )

    def assertRaisesOpError(self, expected_err_re_or_predicate: Any) -> Any:
        """Fails unless the block raises an error of an op that matches."""
        return self.assertRaisesWithPredicateMatch(
            OpError, expected_err_re_or_predicate
        )


def _has_parts(value: Any) -> bool:
    """Whether it is a list or tuple that holds more than numbers."""
    return isinstance(value, (list, tuple)) and any(
        isinstance(each, (list, tuple, Mapping, np.ndarray)) or hasattr(each, "numpy")
        for each in value
    )
