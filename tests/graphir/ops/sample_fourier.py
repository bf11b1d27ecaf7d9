"""Calls of the Fourier transforms."""

from __future__ import annotations

import numpy as np

from graphir import dtypes
from tests.graphir.ops.calls import call, i, x, y


def _complex(*shape: int) -> np.ndarray:
    return x(*shape) + 1j * y(*shape)


SAMPLES = {
    "FFT": [call(_complex(2, 3))],
    "IFFT": [call(_complex(2, 4))],
    "FFT2D": [call(_complex(2, 3, 2))],
    "IFFT2D": [call(_complex(3, 2))],
    "FFT3D": [call(_complex(2, 3, 2))],
    "IFFT3D": [call(_complex(2, 2, 3))],
    "RFFT": [
        call(x(2, 5), i(5), Tcomplex=dtypes.complex128),
        call(x(2, 6), i(4), Tcomplex=dtypes.complex128),
    ],
    "RFFT2D": [call(x(3, 4), i(3, 4), Tcomplex=dtypes.complex128)],
    "RFFT3D": [call(x(2, 3, 4), i(2, 3, 4), Tcomplex=dtypes.complex128)],
    "IRFFT": [
        call(_complex(2, 3), i(5), Treal=dtypes.float64),
        call(_complex(2, 4), i(6), Treal=dtypes.float64),
    ],
    "IRFFT2D": [call(_complex(3, 3), i(3, 4), Treal=dtypes.float64)],
    "IRFFT3D": [call(_complex(2, 3, 3), i(2, 3, 4), Treal=dtypes.float64)],
}
