"""Windows of images as rows of a matrix, zeros beyond the border."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from runtime.native.llvm.element_types import F32
from runtime.native.llvm.emitter import Emitter
from runtime.native.llvm.engine import compiled, new_module
from runtime.native.products.patches import patch_function
from runtime.native.terms.convolutions import Windows

WINDOWS = [
    Windows((2, 4, 5, 3), (2, 2), (3, 4), (1, 1), (1, 1), (0, 0)),
    Windows((2, 4, 5, 3), (3, 3), (4, 5), (1, 1), (1, 1), (1, 1)),
    Windows((1, 5, 7, 1), (2, 3), (3, 4), (2, 2), (1, 1), (0, 1)),
    Windows((1, 6, 6, 2), (2, 2), (4, 4), (1, 1), (2, 2), (0, 0)),
    Windows((2, 3, 3, 4), (1, 1), (3, 3), (1, 1), (1, 1), (0, 0)),
]


def in_numpy(images: Any, windows: Windows) -> Any:
    count, height, width, channels = windows.images
    rows = []
    for image in range(count):
        for down in range(windows.counts[0]):
            for across in range(windows.counts[1]):
                for line in range(windows.sizes[0]):
                    for column in range(windows.sizes[1]):
                        y = down * windows.strides[0] - windows.margins[0]
                        x = across * windows.strides[1] - windows.margins[1]
                        y += line * windows.dilations[0]
                        x += column * windows.dilations[1]
                        inside = 0 <= y < height and 0 <= x < width
                        rows.append(
                            images[image, y, x] if inside else np.zeros(channels)
                        )
    return np.array(rows, np.float32).reshape(-1, windows.width)


@pytest.mark.parametrize("windows", WINDOWS)
def test_rows_are_the_windows(windows: Windows) -> None:
    module = new_module()
    name = patch_function(module, windows, F32)
    assert patch_function(module, windows, F32) == name
    e = Emitter(module)
    e.line(f"call void @{name}(ptr %x, ptr %m, i64 0, i64 {windows.rows})")
    e.line("ret void")
    module.define("define void @all_rows(ptr %x, ptr %m)", e)
    code = compiled(module.text(), ["all_rows"])
    call = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64)
    size = int(np.prod(windows.images))
    images = np.arange(1, size + 1, dtype=np.float32).reshape(windows.images)
    expected = in_numpy(images, windows)
    found = np.full_like(expected, np.nan)
    call(code.addresses["all_rows"])(images.ctypes.data, found.ctypes.data)
    np.testing.assert_array_equal(found, expected)
