"""Fields of Python's and NumPy's objects stand where native code reads them."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.native.calls import object_layout
from runtime.native.calls.object_layout import (
    NativeFunction,
    is_as_expected,
    numpy_dtype,
)
from runtime.native.llvm.element_types import BOOL, F32, I64
from runtime.native.llvm.engine import compiled

TEXT = """
declare ptr @PyLong_FromLong(i64)
define ptr @count_for_test(ptr %self, ptr %arguments, i64 %count) {
  %result = call ptr @PyLong_FromLong(i64 %count)
  ret ptr %result
}
"""


def test_the_layout_is_the_expected_one() -> None:
    assert is_as_expected()


@pytest.mark.parametrize("array", [np.zeros((2, 3), np.int32), np.zeros(7)])
def test_sizes_lie_where_they_are_read(array) -> None:
    address = id(array) + object_layout.SIZES
    sizes = ctypes.c_void_p.from_address(address).value
    found = [
        ctypes.c_int64.from_address(sizes + 8 * axis).value
        for axis in range(array.ndim)
    ]
    assert tuple(found) == array.shape
    rank = ctypes.c_int.from_address(id(array) + object_layout.RANK)
    assert rank.value == array.ndim


def test_dtypes_are_the_shared_ones() -> None:
    assert numpy_dtype(F32) is np.zeros(1, np.float32).dtype
    assert numpy_dtype(I64) == np.int64
    assert numpy_dtype(BOOL) == np.bool_


def test_machine_code_is_called_with_objects() -> None:
    code = compiled(TEXT, ["count_for_test"])
    function = NativeFunction(code.addresses["count_for_test"], None)
    assert function.call() == 0
    assert function.call("a", None, 3) == 3
    with pytest.raises(TypeError):
        function.call(key=1)
