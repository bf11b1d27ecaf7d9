# Made by `python -m tools.stubs` of the tables of names.
from typing import Any
from collections.abc import Sequence
from runtime.compat.v1.arguments.rearranging import space_to_batch as space_to_batch
from runtime.compat.v1.networks import avg_pool as avg_pool
from runtime.compat.v1.networks import avg_pool2d as avg_pool2d
from runtime.compat.v1.networks import conv2d as conv2d
from runtime.compat.v1.networks import conv2d_transpose as conv2d_transpose
from runtime.compat.v1.networks import convolution as convolution
from runtime.compat.v1.networks import ctc_beam_search_decoder as ctc_beam_search_decoder
from runtime.compat.v1.networks import dropout as dropout
from runtime.compat.v1.networks import log_softmax as log_softmax
from runtime.compat.v1.networks import max_pool as max_pool
from runtime.compat.v1.networks import moments as moments
from runtime.compat.v1.networks import sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits
from runtime.compat.v1.networks import softmax as softmax
from runtime.compat.v1.networks import softmax_cross_entropy_with_logits_v2 as softmax_cross_entropy_with_logits_v2
from runtime.compat.v1.networks import sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits
from runtime.compat.v1.neural.convolutions import conv1d as conv1d
from runtime.compat.v1.neural.convolutions import conv2d_backprop_filter as conv2d_backprop_filter
from runtime.compat.v1.neural.convolutions import conv2d_backprop_input as conv2d_backprop_input
from runtime.compat.v1.neural.convolutions import conv3d as conv3d
from runtime.compat.v1.neural.convolutions import conv3d_transpose as conv3d_transpose
from runtime.compat.v1.neural.convolutions import depthwise_conv2d as depthwise_conv2d
from runtime.compat.v1.neural.convolutions import depthwise_conv2d_native as depthwise_conv2d_native
from runtime.compat.v1.neural.convolutions import dilation2d as dilation2d
from runtime.compat.v1.neural.convolutions import erosion2d as erosion2d
from runtime.compat.v1.neural.convolutions import separable_conv2d as separable_conv2d
from runtime.compat.v1.neural.lookups import embedding_lookup as embedding_lookup
from runtime.compat.v1.neural.lookups import embedding_lookup_sparse as embedding_lookup_sparse
from runtime.compat.v1.neural.lookups import nce_loss as nce_loss
from runtime.compat.v1.neural.lookups import safe_embedding_lookup_sparse as safe_embedding_lookup_sparse
from runtime.compat.v1.neural.lookups import sampled_softmax_loss as sampled_softmax_loss
from runtime.compat.v1.neural.measures import batch_norm_with_global_normalization as batch_norm_with_global_normalization
from runtime.compat.v1.neural.measures import crelu as crelu
from runtime.compat.v1.neural.measures import ctc_loss as ctc_loss
from runtime.compat.v1.neural.measures import relu_layer as relu_layer
from runtime.compat.v1.neural.measures import softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits
from runtime.compat.v1.neural.measures import sufficient_statistics as sufficient_statistics
from runtime.compat.v1.neural.measures import weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits
from runtime.compat.v1.neural.measures import weighted_moments as weighted_moments
from runtime.compat.v1.neural.measures import xw_plus_b as xw_plus_b
from runtime.compat.v1.neural.pooling import fractional_avg_pool as fractional_avg_pool
from runtime.compat.v1.neural.pooling import fractional_max_pool as fractional_max_pool
from runtime.compat.v1.neural.pooling import max_pool_with_argmax as max_pool_with_argmax
from runtime.compat.v1.neural.pooling import pool as pool
from runtime.compat.v1.neural.recurrent import bidirectional_dynamic_rnn as bidirectional_dynamic_rnn
from runtime.compat.v1.neural.recurrent import dynamic_rnn as dynamic_rnn
from runtime.compat.v1.neural.recurrent import raw_rnn as raw_rnn
from runtime.compat.v1.neural.static_recurrent import static_bidirectional_rnn as static_bidirectional_rnn
from runtime.compat.v1.neural.static_recurrent import static_rnn as static_rnn
from runtime.compat.v1.neural.static_recurrent import static_state_saving_rnn as static_state_saving_rnn
from runtime.math.approximation import approx_max_k as approx_max_k
from runtime.math.approximation import approx_min_k as approx_min_k
from runtime.math.exponentials import sigmoid as sigmoid
from runtime.math.ranking import top_k as top_k
from runtime.math.statistics import zero_fraction as zero_fraction
from runtime.math.trigonometry import tanh as tanh
from runtime.nn.activations import elu as elu
from runtime.nn.activations import gelu as gelu
from runtime.nn.activations import leaky_relu as leaky_relu
from runtime.nn.activations import relu as relu
from runtime.nn.activations import relu6 as relu6
from runtime.nn.activations import selu as selu
from runtime.nn.activations import silu as _silu
from runtime.nn.activations import silu as silu
from runtime.nn.activations import softplus as softplus
from runtime.nn.activations import softsign as softsign
from runtime.nn.average_losses import compute_average_loss as compute_average_loss
from runtime.nn.average_losses import scale_regularization_loss as scale_regularization_loss
from runtime.nn.biases import bias_add as bias_add
from runtime.nn.convolutions import atrous_conv2d as atrous_conv2d
from runtime.nn.convolutions import atrous_conv2d_transpose as atrous_conv2d_transpose
from runtime.nn.convolutions import conv1d_transpose as conv1d_transpose
from runtime.nn.convolutions import conv_transpose as conv_transpose
from runtime.nn.ctc import collapse_repeated as collapse_repeated
from runtime.nn.ctc import ctc_beam_search_decoder as _ctc_beam_search_decoder
from runtime.nn.ctc import ctc_greedy_decoder as ctc_greedy_decoder
from runtime.nn.ctc import ctc_loss as _ctc_loss
from runtime.nn.ctc import ctc_unique_labels as ctc_unique_labels
from runtime.nn.depthwise import depthwise_conv2d_backprop_filter as _depthwise_conv2d_backprop_filter
from runtime.nn.depthwise import depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter
from runtime.nn.depthwise import depthwise_conv2d_backprop_input as _depthwise_conv2d_backprop_input
from runtime.nn.depthwise import depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input
from runtime.nn.dilated_batches import with_space_to_batch as with_space_to_batch
from runtime.nn.losses import l2_loss as l2_loss
from runtime.nn.losses import log_poisson_loss as log_poisson_loss
from runtime.nn.normalization import batch_normalization as batch_normalization
from runtime.nn.normalization import fused_batch_norm as fused_batch_norm
from runtime.nn.normalization import l2_normalize as l2_normalize
from runtime.nn.normalization import local_response_normalization as _local_response_normalization
from runtime.nn.normalization import local_response_normalization as local_response_normalization
from runtime.nn.normalization import normalize_moments as normalize_moments
from runtime.nn.pools import avg_pool as _avg_pool
from runtime.nn.pools import avg_pool1d as avg_pool1d
from runtime.nn.pools import avg_pool3d as avg_pool3d
from runtime.nn.pools import max_pool as _max_pool
from runtime.nn.pools import max_pool1d as max_pool1d
from runtime.nn.pools import max_pool2d as max_pool2d
from runtime.nn.pools import max_pool3d as max_pool3d
from runtime.nn.sampled_losses import compute_accidental_hits as compute_accidental_hits
from runtime.random.candidates import all_candidate_sampler as all_candidate_sampler
from runtime.random.candidates import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from runtime.random.candidates import learned_unigram_candidate_sampler as learned_unigram_candidate_sampler
from runtime.random.candidates import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from runtime.random.candidates import uniform_candidate_sampler as uniform_candidate_sampler
from runtime.stubs.compat.v1.nn import experimental as experimental
from runtime.tensors.likes import DTypeLike
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
import typing as _t
avg_pool_v2 = _avg_pool
def conv3d_backprop_filter(input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike, strides: Sequence[int], padding: str | bytes, data_format: str | bytes | None = ..., dilations: Sequence[int] | None = ..., name: str | None = ...) -> Tensor: ...
def conv3d_backprop_filter_v2(input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike, strides: Sequence[int], padding: str | bytes, data_format: str | bytes | None = ..., dilations: Sequence[int] | None = ..., name: str | None = ...) -> Tensor: ...
ctc_beam_search_decoder_v2 = _ctc_beam_search_decoder
ctc_loss_v2 = _ctc_loss
def depth_to_space(input: TensorLike, block_size: int, name: str | None = ..., data_format: str = ...) -> Tensor: ...
depthwise_conv2d_native_backprop_filter = _depthwise_conv2d_backprop_filter
depthwise_conv2d_native_backprop_input = _depthwise_conv2d_backprop_input
def in_top_k(predictions: TensorLike, targets: TensorLike, k: TensorLike, name: str | None = ...) -> Tensor: ...
lrn = _local_response_normalization
max_pool_v2 = _max_pool
_QuantizedAvgPool = _t.NamedTuple('_QuantizedAvgPool', [('output', Tensor), ('min_output', Tensor), ('max_output', Tensor)])
def quantized_avg_pool(input: TensorLike, min_input: TensorLike, max_input: TensorLike, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, name: str | None = ...) -> _QuantizedAvgPool: ...
_QuantizedConv2D = _t.NamedTuple('_QuantizedConv2D', [('output', Tensor), ('min_output', Tensor), ('max_output', Tensor)])
def quantized_conv2d(input: TensorLike, filter: TensorLike, min_input: TensorLike, max_input: TensorLike, min_filter: TensorLike, max_filter: TensorLike, strides: Sequence[int], padding: str | bytes, out_type: DTypeLike | None = ..., dilations: Sequence[int] | None = ..., name: str | None = ...) -> _QuantizedConv2D: ...
_QuantizedMaxPool = _t.NamedTuple('_QuantizedMaxPool', [('output', Tensor), ('min_output', Tensor), ('max_output', Tensor)])
def quantized_max_pool(input: TensorLike, min_input: TensorLike, max_input: TensorLike, ksize: Sequence[int], strides: Sequence[int], padding: str | bytes, name: str | None = ...) -> _QuantizedMaxPool: ...
_QuantizedReluX = _t.NamedTuple('_QuantizedReluX', [('activations', Tensor), ('min_activations', Tensor), ('max_activations', Tensor)])
def quantized_relu_x(features: TensorLike, max_value: TensorLike, min_features: TensorLike, max_features: TensorLike, out_type: DTypeLike | None = ..., name: str | None = ...) -> _QuantizedReluX: ...
rnn_cell: Any
def space_to_depth(input: TensorLike, block_size: int, name: str | None = ..., data_format: str = ...) -> Tensor: ...
swish = _silu
