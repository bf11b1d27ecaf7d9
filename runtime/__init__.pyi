# Made by `python -m tools.stubs` of the tables of names.
from typing import Any
from . import errors as errors
from collections.abc import Sequence
from graphir.dtypes import DType as DType
from graphir.dtypes import as_dtype as as_dtype
from graphir.dtypes import bfloat16 as bfloat16
from graphir.dtypes import bool_ as _bool_
from graphir.dtypes import complex128 as complex128
from graphir.dtypes import complex64 as complex64
from graphir.dtypes import float16 as _float16
from graphir.dtypes import float16 as float16
from graphir.dtypes import float32 as float32
from graphir.dtypes import float64 as _float64
from graphir.dtypes import float64 as float64
from graphir.dtypes import int16 as int16
from graphir.dtypes import int32 as int32
from graphir.dtypes import int64 as int64
from graphir.dtypes import int8 as int8
from graphir.dtypes import qint16 as qint16
from graphir.dtypes import qint32 as qint32
from graphir.dtypes import qint8 as qint8
from graphir.dtypes import quint16 as quint16
from graphir.dtypes import quint8 as quint8
from graphir.dtypes import resource as resource
from graphir.dtypes import string as string
from graphir.dtypes import uint16 as uint16
from graphir.dtypes import uint32 as uint32
from graphir.dtypes import uint64 as uint64
from graphir.dtypes import uint8 as uint8
from graphir.dtypes import variant as variant
from graphir.shapes import Shape as _Shape
from runtime.alias.environment import as_tensorflow as as_tensorflow
from runtime.arrays.blocks import batch_to_space as batch_to_space
from runtime.arrays.blocks import required_space_to_batch_paddings as required_space_to_batch_paddings
from runtime.arrays.blocks import space_to_batch as _space_to_batch
from runtime.arrays.blocks import space_to_batch as space_to_batch
from runtime.arrays.filling import eye as eye
from runtime.arrays.filling import fill as fill
from runtime.arrays.filling import ones as ones
from runtime.arrays.filling import ones_like as ones_like
from runtime.arrays.filling import zeros as zeros
from runtime.arrays.filling import zeros_like as zeros_like
from runtime.arrays.indexing import boolean_mask as boolean_mask
from runtime.arrays.indexing import gather as gather
from runtime.arrays.indexing import gather_nd as gather_nd
from runtime.arrays.indexing import slice as slice
from runtime.arrays.indexing import strided_slice as strided_slice
from runtime.arrays.indexing import where as where
from runtime.arrays.joining import concat as concat
from runtime.arrays.joining import meshgrid as meshgrid
from runtime.arrays.joining import split as split
from runtime.arrays.joining import stack as stack
from runtime.arrays.joining import unstack as unstack
from runtime.arrays.marking import one_hot as one_hot
from runtime.arrays.marking import sequence_mask as sequence_mask
from runtime.arrays.partitioning import dynamic_partition as dynamic_partition
from runtime.arrays.partitioning import dynamic_stitch as dynamic_stitch
from runtime.arrays.partitioning import extract_volume_patches as extract_volume_patches
from runtime.arrays.partitioning import guarantee_const as guarantee_const
from runtime.arrays.partitioning import parallel_stack as parallel_stack
from runtime.arrays.ranges import linspace as linspace
from runtime.arrays.ranges import range as range
from runtime.arrays.rearranging import argsort as argsort
from runtime.arrays.rearranging import bitcast as bitcast
from runtime.arrays.rearranging import identity as identity
from runtime.arrays.rearranging import identity_n as identity_n
from runtime.arrays.rearranging import pad as pad
from runtime.arrays.rearranging import reverse as reverse
from runtime.arrays.rearranging import reverse_sequence as reverse_sequence
from runtime.arrays.rearranging import roll as roll
from runtime.arrays.rearranging import sort as sort
from runtime.arrays.rearranging import stop_gradient as stop_gradient
from runtime.arrays.reshaping import broadcast_dynamic_shape as broadcast_dynamic_shape
from runtime.arrays.reshaping import broadcast_static_shape as broadcast_static_shape
from runtime.arrays.reshaping import broadcast_to as broadcast_to
from runtime.arrays.reshaping import ensure_shape as ensure_shape
from runtime.arrays.reshaping import expand_dims as expand_dims
from runtime.arrays.reshaping import rank as rank
from runtime.arrays.reshaping import repeat as repeat
from runtime.arrays.reshaping import reshape as reshape
from runtime.arrays.reshaping import shape as shape
from runtime.arrays.reshaping import shape_n as shape_n
from runtime.arrays.reshaping import size as size
from runtime.arrays.reshaping import squeeze as squeeze
from runtime.arrays.reshaping import tile as tile
from runtime.arrays.reshaping import transpose as transpose
from runtime.arrays.scattering import scatter_nd as scatter_nd
from runtime.arrays.scattering import tensor_scatter_nd_add as tensor_scatter_nd_add
from runtime.arrays.scattering import tensor_scatter_nd_max as tensor_scatter_nd_max
from runtime.arrays.scattering import tensor_scatter_nd_min as tensor_scatter_nd_min
from runtime.arrays.scattering import tensor_scatter_nd_sub as tensor_scatter_nd_sub
from runtime.arrays.scattering import tensor_scatter_nd_update as tensor_scatter_nd_update
from runtime.arrays.searching import searchsorted as searchsorted
from runtime.arrays.searching import unique as unique
from runtime.arrays.searching import unique_with_counts as unique_with_counts
from runtime.arrays.searching import unravel_index as unravel_index
from runtime.arrays.subscripts import newaxis as newaxis
from runtime.context import executing_eagerly as executing_eagerly
from runtime.context import get_current_name_scope as get_current_name_scope
from runtime.context import name_scope as name_scope
from runtime.control_flow.conditionals import Assert as Assert
from runtime.control_flow.conditionals import case as case
from runtime.control_flow.conditionals import cond as cond
from runtime.control_flow.conditionals import group as group
from runtime.control_flow.conditionals import no_op as no_op
from runtime.control_flow.conditionals import switch_case as switch_case
from runtime.control_flow.critical_section import CriticalSection as CriticalSection
from runtime.control_flow.grouping import tuple_ as _tuple_
from runtime.control_flow.while_loops import while_loop as while_loop
from runtime.data.elements.specs import OptionalSpec as OptionalSpec
from runtime.debugging.comparisons import assert_equal as assert_equal
from runtime.debugging.comparisons import assert_greater as assert_greater
from runtime.debugging.comparisons import assert_less as assert_less
from runtime.debugging.structure_checks import assert_rank as assert_rank
from runtime.devices.placement import DeviceSpec as DeviceSpec
from runtime.devices.placement import device as device
from runtime.functions.decorator import function as function
from runtime.functions.graph_import import import_graph_def as import_graph_def
from runtime.functions.python_functions import numpy_function as numpy_function
from runtime.functions.python_functions import py_function as py_function
from runtime.functions.run_graph import run_graph as run_graph
from runtime.functions.vectorized_maps import vectorized_map as vectorized_map
from runtime.gradients.backward.graphs import gradients as gradients
from runtime.gradients.backward.requests import UnconnectedGradients as UnconnectedGradients
from runtime.gradients.custom_gradients import custom_gradient as custom_gradient
from runtime.gradients.passing_gradients import grad_pass_through as grad_pass_through
from runtime.gradients.recomputation import recompute_grad as recompute_grad
from runtime.gradients.registered_gradients import RegisterGradient as RegisterGradient
from runtime.gradients.registered_gradients import no_gradient as no_gradient
from runtime.gradients.second_derivatives import AggregationMethod as AggregationMethod
from runtime.gradients.second_derivatives import hessians as hessians
from runtime.gradients.tape import GradientTape as GradientTape
from runtime.linalg.decompositions import eig as eig
from runtime.linalg.decompositions import eigvals as eigvals
from runtime.linalg.decompositions import sqrtm as _sqrtm
from runtime.linalg.einsum import einsum as einsum
from runtime.linalg.einsum import tensordot as tensordot
from runtime.linalg.norms import norm as norm
from runtime.linalg.products import matmul as matmul
from runtime.mapping.elements import map_fn as map_fn
from runtime.mapping.scans import foldl as foldl
from runtime.mapping.scans import foldr as foldr
from runtime.mapping.scans import scan as scan
from runtime.math.arithmetic import abs as abs
from runtime.math.arithmetic import add as add
from runtime.math.arithmetic import add_n as add_n
from runtime.math.arithmetic import maximum as maximum
from runtime.math.arithmetic import minimum as minimum
from runtime.math.arithmetic import multiply as multiply
from runtime.math.arithmetic import negative as negative
from runtime.math.arithmetic import scalar_mul as scalar_mul
from runtime.math.arithmetic import sign as sign
from runtime.math.arithmetic import square as square
from runtime.math.arithmetic import subtract as subtract
from runtime.math.casting import cast as cast
from runtime.math.casting import saturate_cast as saturate_cast
from runtime.math.clipping import clip_by_global_norm as clip_by_global_norm
from runtime.math.clipping import clip_by_norm as clip_by_norm
from runtime.math.clipping import clip_by_value as clip_by_value
from runtime.math.comparison import equal as equal
from runtime.math.comparison import greater as greater
from runtime.math.comparison import greater_equal as greater_equal
from runtime.math.comparison import less as less
from runtime.math.comparison import less_equal as less_equal
from runtime.math.comparison import logical_and as logical_and
from runtime.math.comparison import logical_not as logical_not
from runtime.math.comparison import logical_or as logical_or
from runtime.math.comparison import not_equal as not_equal
from runtime.math.complex_numbers import complex as complex
from runtime.math.counting import histogram_fixed_width as histogram_fixed_width
from runtime.math.counting import histogram_fixed_width_bins as histogram_fixed_width_bins
from runtime.math.division import divide as divide
from runtime.math.division import realdiv as realdiv
from runtime.math.division import truediv as truediv
from runtime.math.division import truncatediv as truncatediv
from runtime.math.division import truncatemod as truncatemod
from runtime.math.exponentials import exp as exp
from runtime.math.exponentials import pow as pow
from runtime.math.exponentials import sigmoid as sigmoid
from runtime.math.exponentials import sqrt as sqrt
from runtime.math.reductions import reduce_all as reduce_all
from runtime.math.reductions import reduce_any as reduce_any
from runtime.math.reductions import reduce_max as reduce_max
from runtime.math.reductions import reduce_mean as reduce_mean
from runtime.math.reductions import reduce_min as reduce_min
from runtime.math.reductions import reduce_prod as reduce_prod
from runtime.math.reductions import reduce_sum as reduce_sum
from runtime.math.rounding import floor as floor
from runtime.math.rounding import round as round
from runtime.math.scans import cumsum as cumsum
from runtime.math.statistics import argmax as argmax
from runtime.math.statistics import argmin as argmin
from runtime.math.statistics import reduce_logsumexp as reduce_logsumexp
from runtime.math.trigonometry import acos as acos
from runtime.math.trigonometry import acosh as acosh
from runtime.math.trigonometry import asin as asin
from runtime.math.trigonometry import asinh as asinh
from runtime.math.trigonometry import atan as atan
from runtime.math.trigonometry import atan2 as atan2
from runtime.math.trigonometry import atanh as atanh
from runtime.math.trigonometry import cos as cos
from runtime.math.trigonometry import cosh as cosh
from runtime.math.trigonometry import sin as sin
from runtime.math.trigonometry import sinh as sinh
from runtime.math.trigonometry import tan as tan
from runtime.math.trigonometry import tanh as tanh
from runtime.messages.logs import get_logger as get_logger
from runtime.namespaces.fingerprints import fingerprint as fingerprint
from runtime.namespaces.initializers import Constant as _Constant
from runtime.namespaces.initializers import Ones as _Ones
from runtime.namespaces.initializers import RandomNormal as _RandomNormal
from runtime.namespaces.initializers import RandomUniform as _RandomUniform
from runtime.namespaces.initializers import Zeros as _Zeros
from runtime.namespaces.inspection import get_static_value as get_static_value
from runtime.namespaces.inspection import inside_function as inside_function
from runtime.namespaces.inspection import is_symbolic_tensor as is_symbolic_tensor
from runtime.namespaces.inspection import make_ndarray as make_ndarray
from runtime.namespaces.inspection import make_tensor_proto as make_tensor_proto
from runtime.namespaces.inspection import register_tensor_conversion_function as register_tensor_conversion_function
from runtime.namespaces.inspection import timestamp as timestamp
from runtime.namespaces.inspection import type_spec_from_value as type_spec_from_value
from runtime.namespaces.refused import dtensor as dtensor
from runtime.namespaces.refused import security as security
from runtime.namespaces.refused import tools as tools
from runtime.namespaces.text_distance import edit_distance as edit_distance
from runtime.namespaces.version import VERSION as _VERSION
from runtime.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec as RaggedTensorSpec
from runtime.signatures.none_spec import NoneTensorSpec as NoneTensorSpec
from runtime.sparse.sparse_tensor import SparseTensor as SparseTensor
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec as SparseTensorSpec
from runtime.staging.printing import print as print
from runtime.strings.elements import as_string as as_string
from runtime.stubs import audio as audio
from runtime.stubs import autodiff as autodiff
from runtime.stubs import autograph as autograph
from runtime.stubs import bitwise as bitwise
from runtime.stubs import compat as compat
from runtime.stubs import config as config
from runtime.stubs import data as data
from runtime.stubs import debugging as debugging
from runtime.stubs import distribute as distribute
from runtime.stubs import dtypes as dtypes
from runtime.stubs import experimental as experimental
from runtime.stubs import feature_column as feature_column
from runtime.stubs import graph_util as graph_util
from runtime.stubs import image as image
from runtime.stubs import io as io
from runtime.stubs import linalg as linalg
from runtime.stubs import lite as lite
from runtime.stubs import lookup as lookup
from runtime.stubs import math as math
from runtime.stubs import mlir as mlir
from runtime.stubs import nest as nest
from runtime.stubs import nn as nn
from runtime.stubs import profiler as profiler
from runtime.stubs import quantization as quantization
from runtime.stubs import queue as queue
from runtime.stubs import ragged as ragged
from runtime.stubs import random as random
from runtime.stubs import raw_ops as raw_ops
from runtime.stubs import saved_model as saved_model
from runtime.stubs import sets as sets
from runtime.stubs import signal as signal
from runtime.stubs import sparse as sparse
from runtime.stubs import strings as strings
from runtime.stubs import summary as summary
from runtime.stubs import sysconfig as sysconfig
from runtime.stubs import test as test
from runtime.stubs import tpu as tpu
from runtime.stubs import train as train
from runtime.stubs import types as types
from runtime.stubs import version as version
from runtime.stubs import xla as xla
from runtime.tensor_arrays.tensor_array import TensorArray as TensorArray
from runtime.tensor_arrays.tensor_array_spec import TensorArraySpec as TensorArraySpec
from runtime.tensors.composites import convert_to_tensor as convert_to_tensor
from runtime.tensors.conversion import constant as constant
from runtime.tensors.indexed_slices import IndexedSlices as IndexedSlices
from runtime.tensors.indexed_slices import IndexedSlicesSpec as IndexedSlicesSpec
from runtime.tensors.likes import DTypeLike
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor as Tensor
from runtime.tensors.tensor import Tensor as _Tensor
from runtime.tensors.tensor import is_tensor as is_tensor
from runtime.tensors.tensor_spec import TensorSpec as TensorSpec
from runtime.tensors.type_spec import TypeSpec as TypeSpec
from runtime.tracing.graphs import Graph as Graph
from runtime.tracing.graphs import Operation as Operation
from runtime.tracing.graphs import control_dependencies as control_dependencies
from runtime.tracing.init_scope import init_scope as init_scope
from runtime.variables.creators import variable_creator_scope as variable_creator_scope
from runtime.variables.module import Module as Module
from runtime.variables.replicas import VariableAggregationV2 as _VariableAggregationV2
from runtime.variables.replicas import VariableSynchronization as VariableSynchronization
from runtime.variables.resource import ResourceVariable as _ResourceVariable
import builtins as _b
import typing as _t
TensorShape = _Shape
Variable = _ResourceVariable
VariableAggregation = _VariableAggregationV2
__version__ = _VERSION
_ApproxTopK = _t.NamedTuple('_ApproxTopK', [('values', _Tensor), ('indices', _Tensor)])
def approx_top_k(input: TensorLike, k: int, reduction_dimension: int | None = ..., recall_target: float | None = ..., is_max_k: _b.bool | None = ..., reduction_input_size_override: int | None = ..., aggregate_to_topk: _b.bool | None = ..., name: str | None = ...) -> _ApproxTopK: ...
bool = _bool_
def check_pinned(tensor: TensorLike, name: str | None = ...) -> _Tensor: ...
constant_initializer = _Constant
def conv(input: TensorLike, filter: TensorLike, strides: Sequence[int], padding: str | bytes, explicit_paddings: Sequence[int] | None = ..., data_format: str | bytes | None = ..., dilations: Sequence[int] | None = ..., batch_dims: int | None = ..., groups: int | None = ..., name: str | None = ...) -> _Tensor: ...
def conv2d_backprop_filter_v2(input: TensorLike, filter: TensorLike, out_backprop: TensorLike, strides: Sequence[int], padding: str | bytes, use_cudnn_on_gpu: _b.bool | None = ..., explicit_paddings: Sequence[int] | None = ..., data_format: str | bytes | None = ..., dilations: Sequence[int] | None = ..., name: str | None = ...) -> _Tensor: ...
def conv2d_backprop_input_v2(input: TensorLike, filter: TensorLike, out_backprop: TensorLike, strides: Sequence[int], padding: str | bytes, use_cudnn_on_gpu: _b.bool | None = ..., explicit_paddings: Sequence[int] | None = ..., data_format: str | bytes | None = ..., dilations: Sequence[int] | None = ..., name: str | None = ...) -> _Tensor: ...
double = _float64
def fftnd(input: TensorLike, fft_length: TensorLike, axes: TensorLike, name: str | None = ...) -> _Tensor: ...
half = _float16
def ifftnd(input: TensorLike, fft_length: TensorLike, axes: TensorLike, name: str | None = ...) -> _Tensor: ...
initializers: Any
def irfftnd(input: TensorLike, fft_length: TensorLike, axes: TensorLike, Treal: DTypeLike | None = ..., name: str | None = ...) -> _Tensor: ...
keras: Any
def load_library(library_location: object) -> _t.NoReturn: ...
def load_op_library(library_filename: object) -> _t.NoReturn: ...
losses: Any
matrix_square_root = _sqrtm
metrics: Any
def nondifferentiable_batch_function(num_batch_threads: object, max_batch_size: object, batch_timeout_micros: object, allowed_batch_sizes: object = ..., max_enqueued_batches: object = ..., autograph: object = ..., enable_large_batch_splitting: object = ...) -> _t.NoReturn: ...
ones_initializer = _Ones
optimizers: Any
_RaggedFillEmptyRows = _t.NamedTuple('_RaggedFillEmptyRows', [('output_value_rowids', _Tensor), ('output_values', _Tensor), ('empty_row_indicator', _Tensor), ('reverse_index_map', _Tensor)])
def ragged_fill_empty_rows(value_rowids: TensorLike, values: TensorLike, nrows: TensorLike, default_value: TensorLike, name: str | None = ...) -> _RaggedFillEmptyRows: ...
_RaggedFillEmptyRowsGrad = _t.NamedTuple('_RaggedFillEmptyRowsGrad', [('d_values', _Tensor), ('d_default_value', _Tensor)])
def ragged_fill_empty_rows_grad(reverse_index_map: TensorLike, grad_values: TensorLike, name: str | None = ...) -> _RaggedFillEmptyRowsGrad: ...
def random_index_shuffle(index: TensorLike, seed: TensorLike, max_index: TensorLike, rounds: int | None = ..., name: str | None = ...) -> _Tensor: ...
random_normal_initializer = _RandomNormal
random_uniform_initializer = _RandomUniform
def rfftnd(input: TensorLike, fft_length: TensorLike, axes: TensorLike, Tcomplex: DTypeLike | None = ..., name: str | None = ...) -> _Tensor: ...
space_to_batch_nd = _space_to_batch
tuple = _tuple_
zeros_initializer = _Zeros
