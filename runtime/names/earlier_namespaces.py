"""The table of public modules for namespaces of TensorFlow 1 that are gone.

Most of their names are also public in version 2, some under another name. A module is
its docstring and a table of definitions, written as in ``runtime.names.top_level``.
"""

from __future__ import annotations

from typing import Final

MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "compat.v1.debugging": (
        "Assertions with TensorFlow 1's arguments.",
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
            "runtime.compat.v1.arguments.reordered": (
                "assert_all_finite=verify_tensor_all_finite"
            ),
            "runtime.debugging": "*",
        },
    ),
    "compat.v1.sparse": (
        "Functions of sparse tensors, with TensorFlow 1's arguments.",
        {
            "runtime.sparse": "*",
            "runtime.sparse.arithmetic": "matmul=sparse_dense_matmul",
            "runtime.compat.v1.inputs": "placeholder=sparse_placeholder",
            "runtime.compat.v1.pipelines.accumulators": "SparseConditionalAccumulator",
            "runtime.compat.v1.arguments.rearranging": (
                "merge=sparse_merge split=sparse_split"
            ),
            "runtime.compat.v1.arguments.reordered": (
                "add=sparse_add concat=sparse_concat reduce_max=sparse_reduce_max "
                "reduce_max_sparse=sparse_reduce_max_sparse "
                "reduce_sum=sparse_reduce_sum "
                "reduce_sum_sparse=sparse_reduce_sum_sparse "
                "segment_mean=sparse_segment_mean "
                "segment_sqrt_n=sparse_segment_sqrt_n segment_sum=sparse_segment_sum"
            ),
        },
    ),
    "compat.v1.image": (
        "Functions of images, with TensorFlow 1's arguments.",
        {
            "runtime.image": "*",
            "runtime.image.cropping": (
                "resize_image_with_crop_or_pad=resize_with_crop_or_pad"
            ),
            "runtime.image.flipping": "transpose_image=transpose",
            "runtime.compat.v1.arguments.reordered": (
                "crop_and_resize draw_bounding_boxes extract_image_patches"
            ),
            "runtime.compat.v1.arguments.image_sizes": (
                "resize=resize_images resize_bicubic resize_bilinear "
                "resize_image_with_pad resize_images resize_nearest_neighbor"
            ),
            "runtime.namespaces.op_functions": "resize_area",
        },
    ),
    "compat.v1.gfile": (
        "File operations under TensorFlow 1's names.",
        {
            "runtime.io.gfile": "FastGFile=GFile GFile Open=GFile",
            "runtime.compat.v1.arguments.reordered": (
                "Copy=copy DeleteRecursively=delete_recursively Exists=exists "
                "Glob=glob IsDirectory=is_directory ListDirectory=list_directory "
                "MakeDirs=make_dirs MkDir=make_dir Remove=remove Rename=rename "
                "Stat=stat Walk=walk"
            ),
        },
    ),
    "compat.v1.python_io": (
        "TFRecord files: reader, writer and options.",
        {
            "runtime.io": "TFRecordOptions TFRecordWriter",
            "runtime.io.record_reading": "tf_record_iterator",
            "runtime.io.records": "TFRecordCompressionType",
        },
    ),
    "compat.v1.sets": (
        "Set operations on the last axis of tensors.",
        {
            "runtime.namespaces.sets": (
                "set_difference=difference set_intersection=intersection set_size=size "
                "set_union=union"
            ),
            "runtime.sets": "*",
        },
    ),
    "compat.v1.queue": (
        "Queues of tensors.",
        {
            "runtime.queue": (
                "FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue"
            ),
        },
    ),
    "compat.v1.manip": (
        "Functions that rearrange the elements of tensors.",
        {
            "runtime": "reshape reverse roll scatter_nd space_to_batch_nd tile",
            "runtime.compat.v1.arguments.reordered": "gather_nd",
            "runtime.namespaces.op_functions": "batch_to_space_nd",
        },
    ),
    "compat.v1.spectral": (
        "Fourier and cosine transforms.",
        {
            "runtime.signal": (
                "dct fft fft2d fft3d idct ifft ifft2d ifft3d irfft irfft2d irfft3d "
                "rfft rfft2d rfft3d"
            ),
        },
    ),
    "compat.v1.audio": (
        "Encoding and decoding of WAV files.",
        {
            "runtime.audio": "decode_wav encode_wav",
        },
    ),
    "compat.v1.dtypes": (
        "Dtypes, and conversions between dtypes.",
        {
            "runtime": "as_string bool cast complex saturate_cast",
            "runtime.dtypes": "*",
        },
    ),
    "compat.v1.math": (
        "Mathematical functions, with TensorFlow 1's arguments.",
        {
            "runtime.compat.v1.arrays": "count_nonzero",
            "runtime.compat.v1.networks": "log_softmax softmax",
            "runtime.compat.v1.reductions": (
                "argmax argmin reduce_all reduce_any reduce_logsumexp reduce_max "
                "reduce_mean reduce_min reduce_prod reduce_sum"
            ),
            "runtime.compat.v1.arguments.reordered": (
                "bincount confusion_matrix in_top_k"
            ),
            "runtime.math": "*",
        },
    ),
    "compat.v1.linalg": (
        "Linear algebra, with TensorFlow 1's arguments.",
        {
            "runtime.compat.v1.arrays": "norm",
            "runtime.linalg.transposes": "transpose=matrix_transpose",
            "runtime.linalg": "*",
        },
    ),
    "compat.v1.strings": (
        "Functions of strings, with TensorFlow 1's arguments.",
        {
            "runtime.compat.v1.arguments.rearranging": "split=strings_split",
            "runtime.compat.v1.arguments.reordered": (
                "length=string_length reduce_join substr "
                "to_hash_bucket=string_to_hash_bucket to_number=string_to_number"
            ),
            "runtime.strings": "*",
        },
    ),
    "compat.v1.random": (
        "Random tensors, with TensorFlow 1's arguments.",
        {
            "runtime.compat.v1.arguments.reordered": (
                "multinomial poisson=random_poisson stateless_multinomial"
            ),
            "runtime.compat.v1.settings": "get_seed set_random_seed",
            "runtime.random": "*",
        },
    ),
}
