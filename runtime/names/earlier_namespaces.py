"""The table of public modules for namespaces of TensorFlow 1 that are gone.

Their names are those of version 2, some of them others than there. A module is its
description, and a table of places, written as in ``runtime.names.top_level``.
"""

from __future__ import annotations

from typing import Final

MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "compat.v1.debugging": (
        "Assertions with the arguments of version 1.",
        {
            "runtime.math": (
                "is_finite is_inf is_nan is_non_decreasing is_strictly_increasing"
            ),
            "runtime.compat.v1.assertions": (
                "assert_equal assert_greater assert_greater_equal assert_integer "
                "assert_less assert_less_equal assert_near assert_negative "
                "assert_non_negative assert_non_positive assert_none_equal "
                "assert_positive assert_rank assert_rank_at_least assert_rank_in "
                "assert_scalar assert_type"
            ),
            "runtime.debugging": "*",
        },
    ),
    "compat.v1.sparse": (
        "Sparse tensors.",
        {
            "runtime.sparse": "*",
            "runtime.sparse.arithmetic": "matmul=sparse_dense_matmul",
        },
    ),
    "compat.v1.image": (
        "Images.",
        {
            "runtime.image": "*",
            "runtime.image.cropping": (
                "resize_image_with_crop_or_pad=resize_with_crop_or_pad"
            ),
            "runtime.image.flipping": "transpose_image=transpose",
        },
    ),
    "compat.v1.gfile": (
        "Files, by the names of TensorFlow 1.",
        {
            "runtime.io.gfile": (
                "Copy=copy DeleteRecursively=rmtree Exists=exists FastGFile=GFile "
                "GFile Glob=glob IsDirectory=isdir ListDirectory=listdir "
                "MakeDirs=makedirs MkDir=mkdir Open=GFile Remove=remove Rename=rename "
                "Stat=stat Walk=walk"
            ),
        },
    ),
    "compat.v1.python_io": (
        "Files of records.",
        {
            "runtime.io": "TFRecordOptions TFRecordWriter",
            "runtime.io.record_reading": "tf_record_iterator",
            "runtime.io.records": "TFRecordCompressionType",
        },
    ),
    "compat.v1.sets": (
        "Sets in rows.",
        {
            "runtime.namespaces.sets": (
                "set_difference=difference set_intersection=intersection set_size=size "
                "set_union=union"
            ),
            "runtime.sets": "*",
        },
    ),
    "compat.v1.queue": (
        "Queues.",
        {
            "runtime.queue": (
                "FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue"
            ),
        },
    ),
    "compat.v1.manip": (
        "Tensors moved about.",
        {
            "runtime": "reverse roll scatter_nd space_to_batch_nd tile",
        },
    ),
    "compat.v1.spectral": (
        "Fourier transforms.",
        {
            "runtime.signal": (
                "dct fft fft2d fft3d idct ifft ifft2d ifft3d irfft irfft2d irfft3d "
                "rfft rfft2d rfft3d"
            ),
        },
    ),
    "compat.v1.audio": (
        "Sounds.",
        {
            "runtime.audio": "decode_wav encode_wav",
        },
    ),
    "compat.v1.dtypes": (
        "Kinds of elements.",
        {
            "runtime": "as_string",
            "runtime.dtypes": "*",
        },
    ),
}
