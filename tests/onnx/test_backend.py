"""A fixed sample of ONNX's backend tests; all of them: python -m tests.onnx.backend."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("onnx", reason="the extra onnx is not installed")

SAMPLE = [
    "test_add_bcast",
    "test_div_int32_trunc",
    "test_clip",
    "test_gelu_default_1",
    "test_reduce_sum_default_axes_keepdims_example",
    "test_argmax_default_axis_example",
    "test_top_k_smallest",
    "test_softmax_axis_1",
    "test_cumsum_2d_axis_0",
    "test_reshape_zero_dim",
    "test_slice_negative_axes",
    "test_gather_elements_0",
    "test_scatter_elements_with_negative_indices",
    "test_scatternd_add",
    "test_unique_sorted_with_axis",
    "test_reflect_pad",
    "test_split_variable_parts_2d_opset18",
    "test_matmul_3d",
    "test_gemm_all_attributes",
    "test_einsum_batch_matmul",
    "test_basic_conv_with_padding",
    "test_convtranspose_group_2",
    "test_conv_with_autopad_same",
    "test_maxpool_2d_ceil",
    "test_maxpool_with_argmax_2d_precomputed_pads",
    "test_averagepool_2d_pads_count_include_pad",
    "test_batchnorm_epsilon",
    "test_lrn",
    "test_quantizelinear_axis",
    "test_dequantizelinear_axis",
    "test_qlinearconv",
    "test_if",
    "test_loop11",
    "test_scan9_sum",
    "test_lstm_with_peepholes",
    "test_gru_seq_length",
    "test_resize_upsample_sizes_cubic",
    "test_resize_downsample_scales_linear_antialias",
    "test_gridsample_bicubic",
    "test_nonmaxsuppression_two_classes",
    "test_dft",
    "test_stft_with_window",
    "test_string_split_basic",
    "test_strnormalizer_export_monday_casesensintive_lower",
    "test_attention_4d_expanded",
    "test_layer_normalization_2d_axis1",
    "test_cast_FLOAT_to_INT4",
]


@pytest.fixture(scope="module")
def suite() -> dict[str, Any]:
    from tests.onnx import backend

    return {case.name: case for case in backend.cases()}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_node(name: str, suite: dict[str, Any]) -> None:
    from tests.onnx import backend

    if name not in suite:
        pytest.skip("this version of onnx has no such test")
    backend.check(suite[name])
