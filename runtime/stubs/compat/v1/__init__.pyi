# Made by `python -m tools.stubs` of the tables of names.
from typing import Any
from collections.abc import Mapping
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
from graphir.shapes import TensorShape as TensorShape
from runtime.arrays.blocks import required_space_to_batch_paddings as required_space_to_batch_paddings
from runtime.arrays.blocks import space_to_batch as _space_to_batch
from runtime.arrays.filling import eye as eye
from runtime.arrays.filling import fill as fill
from runtime.arrays.filling import ones as ones
from runtime.arrays.filling import zeros as zeros
from runtime.arrays.indexing import slice as slice
from runtime.arrays.indexing import strided_slice as strided_slice
from runtime.arrays.indexing import where as _where
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
from runtime.arrays.ranges import linspace as _linspace
from runtime.arrays.ranges import linspace as linspace
from runtime.arrays.ranges import range as range
from runtime.arrays.rearranging import argsort as argsort
from runtime.arrays.rearranging import bitcast as bitcast
from runtime.arrays.rearranging import identity as identity
from runtime.arrays.rearranging import identity_n as identity_n
from runtime.arrays.rearranging import reverse as _reverse
from runtime.arrays.rearranging import reverse as reverse
from runtime.arrays.rearranging import roll as roll
from runtime.arrays.rearranging import sort as sort
from runtime.arrays.rearranging import stop_gradient as stop_gradient
from runtime.arrays.reshaping import broadcast_dynamic_shape as broadcast_dynamic_shape
from runtime.arrays.reshaping import broadcast_static_shape as broadcast_static_shape
from runtime.arrays.reshaping import broadcast_to as broadcast_to
from runtime.arrays.reshaping import ensure_shape as ensure_shape
from runtime.arrays.reshaping import rank as rank
from runtime.arrays.reshaping import repeat as repeat
from runtime.arrays.reshaping import reshape as reshape
from runtime.arrays.reshaping import shape_n as shape_n
from runtime.arrays.reshaping import tile as tile
from runtime.arrays.scattering import scatter_nd as scatter_nd
from runtime.arrays.scattering import tensor_scatter_nd_add as _tensor_scatter_nd_add
from runtime.arrays.scattering import tensor_scatter_nd_add as tensor_scatter_nd_add
from runtime.arrays.scattering import tensor_scatter_nd_max as tensor_scatter_nd_max
from runtime.arrays.scattering import tensor_scatter_nd_min as tensor_scatter_nd_min
from runtime.arrays.scattering import tensor_scatter_nd_sub as _tensor_scatter_nd_sub
from runtime.arrays.scattering import tensor_scatter_nd_sub as tensor_scatter_nd_sub
from runtime.arrays.scattering import tensor_scatter_nd_update as _tensor_scatter_nd_update
from runtime.arrays.scattering import tensor_scatter_nd_update as tensor_scatter_nd_update
from runtime.arrays.searching import searchsorted as searchsorted
from runtime.arrays.searching import unique as unique
from runtime.arrays.searching import unique_with_counts as unique_with_counts
from runtime.arrays.searching import unravel_index as unravel_index
from runtime.compat.text import dimension_at_index as dimension_at_index
from runtime.compat.text import dimension_value as dimension_value
from runtime.compat.v1.arguments.rearranging import batch_to_space as batch_to_space
from runtime.compat.v1.arguments.rearranging import clip_by_average_norm as clip_by_average_norm
from runtime.compat.v1.arguments.rearranging import setdiff1d as setdiff1d
from runtime.compat.v1.arguments.rearranging import space_to_batch as space_to_batch
from runtime.compat.v1.arguments.rearranging import sparse_merge as sparse_merge
from runtime.compat.v1.arguments.rearranging import sparse_split as sparse_split
from runtime.compat.v1.arguments.rearranging import sparse_to_dense as sparse_to_dense
from runtime.compat.v1.arguments.rearranging import string_split as string_split
from runtime.compat.v1.arrays import batch_gather as batch_gather
from runtime.compat.v1.arrays import boolean_mask as boolean_mask
from runtime.compat.v1.arrays import convert_to_tensor as convert_to_tensor
from runtime.compat.v1.arrays import count_nonzero as count_nonzero
from runtime.compat.v1.arrays import div as div
from runtime.compat.v1.arrays import expand_dims as expand_dims
from runtime.compat.v1.arrays import gather as gather
from runtime.compat.v1.arrays import norm as norm
from runtime.compat.v1.arrays import ones_like as ones_like
from runtime.compat.v1.arrays import pad as pad
from runtime.compat.v1.arrays import shape as shape
from runtime.compat.v1.arrays import size as size
from runtime.compat.v1.arrays import squeeze as squeeze
from runtime.compat.v1.arrays import to_bfloat16 as to_bfloat16
from runtime.compat.v1.arrays import to_complex128 as to_complex128
from runtime.compat.v1.arrays import to_complex64 as to_complex64
from runtime.compat.v1.arrays import to_double as to_double
from runtime.compat.v1.arrays import to_float as to_float
from runtime.compat.v1.arrays import to_int32 as to_int32
from runtime.compat.v1.arrays import to_int64 as to_int64
from runtime.compat.v1.arrays import transpose as transpose
from runtime.compat.v1.arrays import where as where
from runtime.compat.v1.arrays import zeros_like as zeros_like
from runtime.compat.v1.assertions import assert_equal as assert_equal
from runtime.compat.v1.assertions import assert_greater as assert_greater
from runtime.compat.v1.assertions import assert_greater_equal as assert_greater_equal
from runtime.compat.v1.assertions import assert_integer as assert_integer
from runtime.compat.v1.assertions import assert_less as assert_less
from runtime.compat.v1.assertions import assert_less_equal as assert_less_equal
from runtime.compat.v1.assertions import assert_near as assert_near
from runtime.compat.v1.assertions import assert_negative as assert_negative
from runtime.compat.v1.assertions import assert_non_negative as assert_non_negative
from runtime.compat.v1.assertions import assert_non_positive as assert_non_positive
from runtime.compat.v1.assertions import assert_none_equal as assert_none_equal
from runtime.compat.v1.assertions import assert_positive as assert_positive
from runtime.compat.v1.assertions import assert_rank as assert_rank
from runtime.compat.v1.assertions import assert_rank_at_least as assert_rank_at_least
from runtime.compat.v1.assertions import assert_rank_in as assert_rank_in
from runtime.compat.v1.assertions import assert_scalar as assert_scalar
from runtime.compat.v1.assertions import assert_type as assert_type
from runtime.compat.v1.collections import add_to_collections as add_to_collections
from runtime.compat.v1.collections import all_variables as all_variables
from runtime.compat.v1.collections import assert_variables_initialized as assert_variables_initialized
from runtime.compat.v1.collections import get_collection_ref as get_collection_ref
from runtime.compat.v1.collections import initialize_all_variables as initialize_all_variables
from runtime.compat.v1.collections import initialize_local_variables as initialize_local_variables
from runtime.compat.v1.collections import initialize_variables as initialize_variables
from runtime.compat.v1.collections import model_variables as model_variables
from runtime.compat.v1.collections import moving_average_variables as moving_average_variables
from runtime.compat.v1.collections import report_uninitialized_variables as report_uninitialized_variables
from runtime.compat.v1.control import cond as cond
from runtime.compat.v1.control import gradients as gradients
from runtime.compat.v1.control import name_scope as name_scope
from runtime.compat.v1.control import while_loop as while_loop
from runtime.compat.v1.dimensions import Dimension as Dimension
from runtime.compat.v1.dimensions import disable_v2_tensorshape as disable_v2_tensorshape
from runtime.compat.v1.dimensions import enable_v2_tensorshape as enable_v2_tensorshape
from runtime.compat.v1.fan_initializers import uniform_unit_scaling_initializer as uniform_unit_scaling_initializer
from runtime.compat.v1.graph_variables import GraphKeys as GraphKeys
from runtime.compat.v1.graph_variables import add_to_collection as add_to_collection
from runtime.compat.v1.graph_variables import get_collection as get_collection
from runtime.compat.v1.graph_variables import global_variables as global_variables
from runtime.compat.v1.graph_variables import global_variables_initializer as global_variables_initializer
from runtime.compat.v1.graph_variables import local_variables as local_variables
from runtime.compat.v1.graph_variables import local_variables_initializer as local_variables_initializer
from runtime.compat.v1.graph_variables import tables_initializer as tables_initializer
from runtime.compat.v1.graph_variables import trainable_variables as trainable_variables
from runtime.compat.v1.graph_variables import variables_initializer as variables_initializer
from runtime.compat.v1.initial_values import ones_initializer as ones_initializer
from runtime.compat.v1.initial_values import random_normal_initializer as random_normal_initializer
from runtime.compat.v1.initial_values import random_uniform_initializer as random_uniform_initializer
from runtime.compat.v1.initial_values import zeros_initializer as zeros_initializer
from runtime.compat.v1.inputs import placeholder as placeholder
from runtime.compat.v1.inputs import placeholder_with_default as placeholder_with_default
from runtime.compat.v1.inputs import sparse_placeholder as sparse_placeholder
from runtime.compat.v1.partitions.creating import create_partitioned_variables as create_partitioned_variables
from runtime.compat.v1.partitions.partitioners import fixed_size_partitioner as fixed_size_partitioner
from runtime.compat.v1.partitions.partitioners import min_max_variable_partitioner as min_max_variable_partitioner
from runtime.compat.v1.partitions.partitioners import variable_axis_size_partitioner as variable_axis_size_partitioner
from runtime.compat.v1.pipelines.accumulators import ConditionalAccumulator as ConditionalAccumulator
from runtime.compat.v1.pipelines.accumulators import ConditionalAccumulatorBase as ConditionalAccumulatorBase
from runtime.compat.v1.pipelines.accumulators import SparseConditionalAccumulator as SparseConditionalAccumulator
from runtime.compat.v1.pipelines.readers import FixedLengthRecordReader as FixedLengthRecordReader
from runtime.compat.v1.pipelines.readers import IdentityReader as IdentityReader
from runtime.compat.v1.pipelines.readers import LMDBReader as LMDBReader
from runtime.compat.v1.pipelines.readers import ReaderBase as ReaderBase
from runtime.compat.v1.pipelines.readers import TFRecordReader as TFRecordReader
from runtime.compat.v1.pipelines.readers import TextLineReader as TextLineReader
from runtime.compat.v1.pipelines.readers import WholeFileReader as WholeFileReader
from runtime.compat.v1.placing import InteractiveSession as InteractiveSession
from runtime.compat.v1.placing import colocate_with as colocate_with
from runtime.compat.v1.placing import convert_to_tensor_or_indexed_slices as convert_to_tensor_or_indexed_slices
from runtime.compat.v1.placing import convert_to_tensor_or_sparse_tensor as convert_to_tensor_or_sparse_tensor
from runtime.compat.v1.placing import get_local_variable as get_local_variable
from runtime.compat.v1.placing import no_regularizer as no_regularizer
from runtime.compat.v1.placing import op_scope as op_scope
from runtime.compat.v1.placing import variable_op_scope as variable_op_scope
from runtime.compat.v1.programs.printing import Print as Print
from runtime.compat.v1.programs.switches import add_check_numerics_ops as add_check_numerics_ops
from runtime.compat.v1.programs.switches import container as container
from runtime.compat.v1.programs.switches import count_up_to as count_up_to
from runtime.compat.v1.programs.switches import initialize_all_tables as initialize_all_tables
from runtime.compat.v1.programs.switches import load_file_system_library as load_file_system_library
from runtime.compat.v1.programs.templates import make_template as make_template
from runtime.compat.v1.programs.tensor_handles import delete_session_tensor as delete_session_tensor
from runtime.compat.v1.programs.tensor_handles import get_session_handle as get_session_handle
from runtime.compat.v1.programs.tensor_handles import get_session_tensor as get_session_tensor
from runtime.compat.v1.reductions import argmax as argmax
from runtime.compat.v1.reductions import argmin as argmin
from runtime.compat.v1.scaled_values import constant_initializer as constant_initializer
from runtime.compat.v1.scaled_values import glorot_normal_initializer as glorot_normal_initializer
from runtime.compat.v1.scaled_values import glorot_uniform_initializer as glorot_uniform_initializer
from runtime.compat.v1.scaled_values import orthogonal_initializer as orthogonal_initializer
from runtime.compat.v1.scaled_values import truncated_normal_initializer as truncated_normal_initializer
from runtime.compat.v1.scaled_values import variance_scaling_initializer as variance_scaling_initializer
from runtime.compat.v1.sessions import Session as Session
from runtime.compat.v1.sessions import get_default_session as get_default_session
from runtime.compat.v1.settings import control_flow_v2_enabled as control_flow_v2_enabled
from runtime.compat.v1.settings import disable_control_flow_v2 as disable_control_flow_v2
from runtime.compat.v1.settings import disable_eager_execution as disable_eager_execution
from runtime.compat.v1.settings import disable_resource_variables as disable_resource_variables
from runtime.compat.v1.settings import disable_tensor_equality as disable_tensor_equality
from runtime.compat.v1.settings import disable_v2_behavior as disable_v2_behavior
from runtime.compat.v1.settings import enable_control_flow_v2 as enable_control_flow_v2
from runtime.compat.v1.settings import enable_eager_execution as enable_eager_execution
from runtime.compat.v1.settings import enable_resource_variables as enable_resource_variables
from runtime.compat.v1.settings import enable_tensor_equality as enable_tensor_equality
from runtime.compat.v1.settings import enable_v2_behavior as enable_v2_behavior
from runtime.compat.v1.settings import executing_eagerly as executing_eagerly
from runtime.compat.v1.settings import executing_eagerly_outside_functions as executing_eagerly_outside_functions
from runtime.compat.v1.settings import get_default_graph as get_default_graph
from runtime.compat.v1.settings import get_seed as get_seed
from runtime.compat.v1.settings import reset_default_graph as reset_default_graph
from runtime.compat.v1.settings import resource_variables_enabled as resource_variables_enabled
from runtime.compat.v1.settings import set_random_seed as set_random_seed
from runtime.compat.v1.variable_class import Variable as Variable
from runtime.compat.v1.variable_scopes import AUTO_REUSE as AUTO_REUSE
from runtime.compat.v1.variable_scopes import VariableScope as VariableScope
from runtime.compat.v1.variable_scopes import get_variable as get_variable
from runtime.compat.v1.variable_scopes import get_variable_scope as get_variable_scope
from runtime.compat.v1.variable_scopes import variable_scope as variable_scope
from runtime.compat.v1.variables import assign as assign
from runtime.compat.v1.variables import assign_add as assign_add
from runtime.compat.v1.variables import assign_sub as assign_sub
from runtime.compat.v1.variables import is_variable_initialized as is_variable_initialized
from runtime.compat.v1.wrapping import wrap_function as wrap_function
from runtime.control_flow.conditionals import Assert as Assert
from runtime.control_flow.conditionals import case as case
from runtime.control_flow.conditionals import group as group
from runtime.control_flow.conditionals import no_op as no_op
from runtime.control_flow.conditionals import switch_case as switch_case
from runtime.control_flow.critical_section import CriticalSection as CriticalSection
from runtime.data.elements.specs import OptionalSpec as OptionalSpec
from runtime.debugging.numerics import check_numerics as check_numerics
from runtime.debugging.structure_checks import assert_proper_iterable as assert_proper_iterable
from runtime.debugging.structure_checks import assert_same_float_dtype as assert_same_float_dtype
from runtime.debugging.structure_checks import is_numeric_tensor as is_numeric_tensor
from runtime.devices.placement import DeviceSpec as DeviceSpec
from runtime.devices.placement import earlier_device as _earlier_device
from runtime.errors import OpError as OpError
from runtime.functions.decorator import function as function
from runtime.functions.graph_import import import_graph_def as import_graph_def
from runtime.functions.python_functions import numpy_function as _numpy_function
from runtime.functions.python_functions import numpy_function as numpy_function
from runtime.functions.python_functions import py_function as py_function
from runtime.functions.vectorized_maps import vectorized_map as vectorized_map
from runtime.gradients.backward.requests import UnconnectedGradients as UnconnectedGradients
from runtime.gradients.custom_gradients import custom_gradient as custom_gradient
from runtime.gradients.passing_gradients import grad_pass_through as grad_pass_through
from runtime.gradients.recomputation import recompute_grad as recompute_grad
from runtime.gradients.registered_gradients import RegisterGradient as RegisterGradient
from runtime.gradients.registered_gradients import no_gradient as _no_gradient
from runtime.gradients.registered_gradients import no_gradient as no_gradient
from runtime.gradients.second_derivatives import AggregationMethod as AggregationMethod
from runtime.gradients.tape import GradientTape as GradientTape
from runtime.image.cropping import random_crop as random_crop
from runtime.io.encoded import decode_base64 as decode_base64
from runtime.io.encoded import decode_compressed as decode_compressed
from runtime.io.encoded import decode_json_example as decode_json_example
from runtime.io.encoded import deserialize_many_sparse as deserialize_many_sparse
from runtime.io.encoded import encode_base64 as encode_base64
from runtime.io.encoded import parse_tensor as parse_tensor
from runtime.io.encoded import serialize_tensor as serialize_tensor
from runtime.io.example_features import FixedLenFeature as FixedLenFeature
from runtime.io.example_features import FixedLenSequenceFeature as FixedLenSequenceFeature
from runtime.io.example_features import SparseFeature as SparseFeature
from runtime.io.example_features import VarLenFeature as VarLenFeature
from runtime.io.files import matching_files as matching_files
from runtime.io.files import read_file as read_file
from runtime.io.files import write_file as write_file
from runtime.io.sequence_example_parsing import parse_single_sequence_example as parse_single_sequence_example
from runtime.linalg.decompositions import cholesky as cholesky
from runtime.linalg.decompositions import det as _det
from runtime.linalg.decompositions import eigh as _eigh
from runtime.linalg.decompositions import eigvalsh as _eigvalsh
from runtime.linalg.decompositions import inv as _inv
from runtime.linalg.decompositions import qr as qr
from runtime.linalg.decompositions import sqrtm as _sqrtm
from runtime.linalg.decompositions import svd as svd
from runtime.linalg.einsum import einsum as einsum
from runtime.linalg.einsum import tensordot as tensordot
from runtime.linalg.products import matmul as matmul
from runtime.linalg.solving import cholesky_solve as cholesky_solve
from runtime.linalg.solving import lstsq as _lstsq
from runtime.linalg.solving import solve as _solve
from runtime.linalg.solving import triangular_solve as _triangular_solve
from runtime.linalg.transposes import band_part as _band_part
from runtime.linalg.transposes import cross as cross
from runtime.linalg.transposes import diag as _diag
from runtime.linalg.transposes import diag_part as _diag_part
from runtime.linalg.transposes import matrix_transpose as matrix_transpose
from runtime.linalg.transposes import set_diag as _set_diag
from runtime.linalg.transposes import tensor_diag as _tensor_diag
from runtime.linalg.transposes import tensor_diag_part as _tensor_diag_part
from runtime.linalg.transposes import trace as trace
from runtime.mapping.elements import map_fn as map_fn
from runtime.mapping.scans import foldl as foldl
from runtime.mapping.scans import foldr as foldr
from runtime.mapping.scans import scan as scan
from runtime.math.arithmetic import abs as abs
from runtime.math.arithmetic import accumulate_n as accumulate_n
from runtime.math.arithmetic import add as add
from runtime.math.arithmetic import add_n as add_n
from runtime.math.arithmetic import maximum as maximum
from runtime.math.arithmetic import minimum as minimum
from runtime.math.arithmetic import multiply as multiply
from runtime.math.arithmetic import negative as negative
from runtime.math.arithmetic import scalar_mul as scalar_mul
from runtime.math.arithmetic import sign as sign
from runtime.math.arithmetic import square as square
from runtime.math.arithmetic import squared_difference as squared_difference
from runtime.math.arithmetic import subtract as subtract
from runtime.math.casting import cast as cast
from runtime.math.casting import saturate_cast as saturate_cast
from runtime.math.clipping import clip_by_global_norm as clip_by_global_norm
from runtime.math.clipping import clip_by_norm as clip_by_norm
from runtime.math.clipping import clip_by_value as clip_by_value
from runtime.math.clipping import global_norm as global_norm
from runtime.math.comparison import equal as equal
from runtime.math.comparison import greater as greater
from runtime.math.comparison import greater_equal as greater_equal
from runtime.math.comparison import is_finite as is_finite
from runtime.math.comparison import is_inf as is_inf
from runtime.math.comparison import is_nan as is_nan
from runtime.math.comparison import less as less
from runtime.math.comparison import less_equal as less_equal
from runtime.math.comparison import logical_and as logical_and
from runtime.math.comparison import logical_not as logical_not
from runtime.math.comparison import logical_or as logical_or
from runtime.math.comparison import logical_xor as logical_xor
from runtime.math.comparison import not_equal as not_equal
from runtime.math.complex_numbers import angle as angle
from runtime.math.complex_numbers import complex as complex
from runtime.math.complex_numbers import conj as conj
from runtime.math.complex_numbers import imag as imag
from runtime.math.complex_numbers import real as real
from runtime.math.counting import histogram_fixed_width as histogram_fixed_width
from runtime.math.counting import histogram_fixed_width_bins as histogram_fixed_width_bins
from runtime.math.division import divide as divide
from runtime.math.division import divide_no_nan as _divide_no_nan
from runtime.math.division import floordiv as floordiv
from runtime.math.division import floormod as _floormod
from runtime.math.division import floormod as floormod
from runtime.math.division import realdiv as realdiv
from runtime.math.division import reciprocal as reciprocal
from runtime.math.division import truediv as truediv
from runtime.math.division import truncatediv as truncatediv
from runtime.math.division import truncatemod as truncatemod
from runtime.math.error_functions import erf as erf
from runtime.math.error_functions import erfc as erfc
from runtime.math.exponentials import exp as exp
from runtime.math.exponentials import expm1 as expm1
from runtime.math.exponentials import log as log
from runtime.math.exponentials import log1p as log1p
from runtime.math.exponentials import pow as pow
from runtime.math.exponentials import rsqrt as rsqrt
from runtime.math.exponentials import sigmoid as sigmoid
from runtime.math.exponentials import sqrt as sqrt
from runtime.math.gamma_functions import betainc as betainc
from runtime.math.gamma_functions import digamma as digamma
from runtime.math.gamma_functions import igamma as igamma
from runtime.math.gamma_functions import igammac as igammac
from runtime.math.gamma_functions import lgamma as lgamma
from runtime.math.gamma_functions import polygamma as polygamma
from runtime.math.gamma_functions import zeta as zeta
from runtime.math.ranking import invert_permutation as invert_permutation
from runtime.math.rounding import ceil as ceil
from runtime.math.rounding import floor as floor
from runtime.math.rounding import rint as rint
from runtime.math.rounding import round as round
from runtime.math.scans import cumprod as cumprod
from runtime.math.scans import cumsum as cumsum
from runtime.math.segments import segment_max as segment_max
from runtime.math.segments import segment_mean as segment_mean
from runtime.math.segments import segment_min as segment_min
from runtime.math.segments import segment_prod as segment_prod
from runtime.math.segments import segment_sum as segment_sum
from runtime.math.segments import unsorted_segment_max as unsorted_segment_max
from runtime.math.segments import unsorted_segment_mean as unsorted_segment_mean
from runtime.math.segments import unsorted_segment_min as unsorted_segment_min
from runtime.math.segments import unsorted_segment_prod as unsorted_segment_prod
from runtime.math.segments import unsorted_segment_sqrt_n as unsorted_segment_sqrt_n
from runtime.math.segments import unsorted_segment_sum as unsorted_segment_sum
from runtime.math.statistics import is_non_decreasing as is_non_decreasing
from runtime.math.statistics import is_strictly_increasing as is_strictly_increasing
from runtime.math.statistics import lbeta as lbeta
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
from runtime.namespaces.inspection import get_static_value as get_static_value
from runtime.namespaces.inspection import is_symbolic_tensor as is_symbolic_tensor
from runtime.namespaces.inspection import make_ndarray as make_ndarray
from runtime.namespaces.inspection import make_tensor_proto as make_tensor_proto
from runtime.namespaces.inspection import register_tensor_conversion_function as register_tensor_conversion_function
from runtime.namespaces.inspection import timestamp as timestamp
from runtime.namespaces.inspection import type_spec_from_value as type_spec_from_value
from runtime.namespaces.quantization import Quantized
from runtime.namespaces.quantization import dequantize as dequantize
from runtime.namespaces.quantization import fake_quant_with_min_max_args as fake_quant_with_min_max_args
from runtime.namespaces.quantization import fake_quant_with_min_max_args_gradient as fake_quant_with_min_max_args_gradient
from runtime.namespaces.quantization import fake_quant_with_min_max_vars as fake_quant_with_min_max_vars
from runtime.namespaces.quantization import fake_quant_with_min_max_vars_gradient as fake_quant_with_min_max_vars_gradient
from runtime.namespaces.quantization import fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel
from runtime.namespaces.quantization import fake_quant_with_min_max_vars_per_channel_gradient as fake_quant_with_min_max_vars_per_channel_gradient
from runtime.namespaces.quantization import quantize as quantize
from runtime.namespaces.quantization import quantized_concat as quantized_concat
from runtime.namespaces.text_distance import edit_distance as edit_distance
from runtime.nn.activations import log_sigmoid as log_sigmoid
from runtime.queues.queues import FIFOQueue as FIFOQueue
from runtime.queues.queues import PaddingFIFOQueue as PaddingFIFOQueue
from runtime.queues.queues import PriorityQueue as PriorityQueue
from runtime.queues.queues import QueueBase as QueueBase
from runtime.queues.queues import RandomShuffleQueue as RandomShuffleQueue
from runtime.ragged.ragged_tensor import RaggedTensor as RaggedTensor
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec as RaggedTensorSpec
from runtime.random.sampling import gamma as _gamma
from runtime.random.sampling import normal as _normal
from runtime.random.sampling import shuffle as _shuffle
from runtime.random.sampling import truncated_normal as truncated_normal
from runtime.random.sampling import uniform as _uniform
from runtime.signal.transforms import fft as fft
from runtime.signal.transforms import fft2d as fft2d
from runtime.signal.transforms import fft3d as fft3d
from runtime.signal.transforms import ifft as ifft
from runtime.signal.transforms import ifft2d as ifft2d
from runtime.signal.transforms import ifft3d as ifft3d
from runtime.signatures.none_spec import NoneTensorSpec as NoneTensorSpec
from runtime.sparse.arithmetic import maximum as _maximum
from runtime.sparse.arithmetic import minimum as _minimum
from runtime.sparse.arithmetic import softmax as _softmax
from runtime.sparse.arithmetic import sparse_dense_matmul as _sparse_dense_matmul
from runtime.sparse.construction import fill_empty_rows as _fill_empty_rows
from runtime.sparse.construction import mask as _mask
from runtime.sparse.construction import to_dense as _to_dense
from runtime.sparse.construction import to_indicator as _to_indicator
from runtime.sparse.rearranging import reorder as _reorder
from runtime.sparse.rearranging import reset_shape as _reset_shape
from runtime.sparse.rearranging import reshape as _reshape
from runtime.sparse.rearranging import retain as _retain
from runtime.sparse.rearranging import slice as _slice
from runtime.sparse.rearranging import transpose as _transpose
from runtime.sparse.sparse_tensor import SparseTensor as SparseTensor
from runtime.sparse.sparse_tensor import SparseTensor as _SparseTensor
from runtime.sparse.sparse_tensor import SparseTensorValue as SparseTensorValue
from runtime.sparse.sparse_tensor import SparseTensorValue as _SparseTensorValue
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec as SparseTensorSpec
from runtime.staging.printing import print as print
from runtime.strings.elements import as_string as as_string
from runtime.strings.elements import join as _join
from runtime.strings.elements import regex_replace as regex_replace
from runtime.strings.elements import strip as _strip
from runtime.strings.elements import to_hash_bucket_fast as _to_hash_bucket_fast
from runtime.strings.elements import to_hash_bucket_strong as _to_hash_bucket_strong
from runtime.stubs import autograph as autograph
from runtime.stubs import bitwise as bitwise
from runtime.stubs import config as config
from runtime.stubs import lookup as lookup
from runtime.stubs import nest as nest
from runtime.stubs import quantization as quantization
from runtime.stubs import raw_ops as raw_ops
from runtime.stubs import signal as signal
from runtime.stubs import sysconfig as sysconfig
from runtime.stubs import types as types
from runtime.stubs import version as version
from runtime.stubs.compat.v1 import app as app
from runtime.stubs.compat.v1 import audio as audio
from runtime.stubs.compat.v1 import compat as compat
from runtime.stubs.compat.v1 import data as data
from runtime.stubs.compat.v1 import debugging as debugging
from runtime.stubs.compat.v1 import distribute as distribute
from runtime.stubs.compat.v1 import distributions as distributions
from runtime.stubs.compat.v1 import dtypes as dtypes
from runtime.stubs.compat.v1 import errors as errors
from runtime.stubs.compat.v1 import experimental as experimental
from runtime.stubs.compat.v1 import feature_column as feature_column
from runtime.stubs.compat.v1 import gfile as gfile
from runtime.stubs.compat.v1 import graph_util as graph_util
from runtime.stubs.compat.v1 import image as image
from runtime.stubs.compat.v1 import initializers as initializers
from runtime.stubs.compat.v1 import io as io
from runtime.stubs.compat.v1 import linalg as linalg
from runtime.stubs.compat.v1 import lite as lite
from runtime.stubs.compat.v1 import logging as logging
from runtime.stubs.compat.v1 import losses as losses
from runtime.stubs.compat.v1 import manip as manip
from runtime.stubs.compat.v1 import math as math
from runtime.stubs.compat.v1 import metrics as metrics
from runtime.stubs.compat.v1 import mixed_precision as mixed_precision
from runtime.stubs.compat.v1 import mlir as mlir
from runtime.stubs.compat.v1 import nn as nn
from runtime.stubs.compat.v1 import profiler as profiler
from runtime.stubs.compat.v1 import python_io as python_io
from runtime.stubs.compat.v1 import queue as queue
from runtime.stubs.compat.v1 import ragged as ragged
from runtime.stubs.compat.v1 import random as random
from runtime.stubs.compat.v1 import resource_loader as resource_loader
from runtime.stubs.compat.v1 import saved_model as saved_model
from runtime.stubs.compat.v1 import sets as sets
from runtime.stubs.compat.v1 import sparse as sparse
from runtime.stubs.compat.v1 import spectral as spectral
from runtime.stubs.compat.v1 import strings as strings
from runtime.stubs.compat.v1 import summary as summary
from runtime.stubs.compat.v1 import test as test
from runtime.stubs.compat.v1 import tpu as tpu
from runtime.stubs.compat.v1 import train as train
from runtime.stubs.compat.v1 import user_ops as user_ops
from runtime.stubs.compat.v1 import xla as xla
from runtime.tensor_arrays.tensor_array import TensorArray as TensorArray
from runtime.tensor_arrays.tensor_array_spec import TensorArraySpec as TensorArraySpec
from runtime.tensors.conversion import constant as constant
from runtime.tensors.indexed_slices import IndexedSlices as IndexedSlices
from runtime.tensors.indexed_slices import IndexedSlicesSpec as IndexedSlicesSpec
from runtime.tensors.likes import DTypeLike
from runtime.tensors.likes import ShapeLike
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
from runtime.variables.replicas import VariableAggregation as VariableAggregation
from runtime.variables.replicas import VariableSynchronization as VariableSynchronization
from runtime.variables.resource import ResourceVariable
import builtins as _b
import typing as _t
AttrValue: Any
COMPILER_VERSION: str
CXX11_ABI_FLAG: int
CXX_VERSION: int
ConfigProto: Any
Event: Any
GIT_VERSION: str
GPUOptions: Any
GRAPH_DEF_VERSION: int
GRAPH_DEF_VERSION_MIN_CONSUMER: int
GRAPH_DEF_VERSION_MIN_PRODUCER: int
GraphDef: Any
GraphOptions: Any
HistogramProto: Any
LogMessage: Any
MONOLITHIC_BUILD: int
MetaGraphDef: Any
NameAttrList: Any
NoGradient = _no_gradient
NodeDef: Any
NotDifferentiable = _no_gradient
OptimizerOptions: Any
QUANTIZED_DTYPES: Any
RunMetadata: Any
RunOptions: Any
SessionLog: Any
Summary: Any
SummaryMetadata: Any
TensorInfo: Any
VERSION: str
_ApproxTopK = _t.NamedTuple('_ApproxTopK', [('values', _Tensor), ('indices', _Tensor)])
def approx_top_k(input: TensorLike, k: int, reduction_dimension: int | None = ..., recall_target: float | None = ..., is_max_k: _b.bool | None = ..., reduction_input_size_override: int | None = ..., aggregate_to_topk: _b.bool | None = ..., name: str | None = ...) -> _ApproxTopK: ...
def arg_max(input: TensorLike, dimension: TensorLike, output_type: DTypeLike | None = ..., name: str | None = ...) -> _Tensor: ...
def arg_min(input: TensorLike, dimension: TensorLike, output_type: DTypeLike | None = ..., name: str | None = ...) -> _Tensor: ...
def batch_scatter_update(ref: ResourceVariable, indices: TensorLike, updates: TensorLike, use_locking: _b.bool = ..., name: str | None = ...) -> _t.Any: ...
def batch_to_space_nd(input: TensorLike, block_shape: TensorLike, crops: TensorLike, name: str | None = ...) -> _Tensor: ...
def bincount(arr: TensorLike, weights: TensorLike | None = ..., minlength: TensorLike | None = ..., maxlength: TensorLike | None = ..., dtype: DTypeLike = ...) -> _Tensor: ...
bool = _bool_
def check_pinned(tensor: TensorLike, name: str | None = ...) -> _Tensor: ...
def confusion_matrix(labels: _t.Any, predictions: _t.Any, num_classes: _t.Any = ..., dtype: DTypeLike = ..., name: str | None = ..., weights: TensorLike | None = ...) -> _Tensor: ...
def conv(input: TensorLike, filter: TensorLike, strides: Sequence[int], padding: str | bytes, explicit_paddings: Sequence[int] | None = ..., data_format: str | bytes | None = ..., dilations: Sequence[int] | None = ..., batch_dims: int | None = ..., groups: int | None = ..., name: str | None = ...) -> _Tensor: ...
def conv2d_backprop_filter_v2(input: TensorLike, filter: TensorLike, out_backprop: TensorLike, strides: Sequence[int], padding: str | bytes, use_cudnn_on_gpu: _b.bool | None = ..., explicit_paddings: Sequence[int] | None = ..., data_format: str | bytes | None = ..., dilations: Sequence[int] | None = ..., name: str | None = ...) -> _Tensor: ...
def conv2d_backprop_input_v2(input: TensorLike, filter: TensorLike, out_backprop: TensorLike, strides: Sequence[int], padding: str | bytes, use_cudnn_on_gpu: _b.bool | None = ..., explicit_paddings: Sequence[int] | None = ..., data_format: str | bytes | None = ..., dilations: Sequence[int] | None = ..., name: str | None = ...) -> _Tensor: ...
def decode_csv(records: TensorLike, record_defaults: Sequence[TensorLike], field_delim: str = ..., use_quote_delim: _b.bool = ..., name: str | None = ..., na_value: str = ..., select_cols: Sequence[int] | None = ...) -> list[_Tensor]: ...
def decode_raw(input_bytes: TensorLike | None = ..., out_type: DTypeLike | None = ..., little_endian: _b.bool = ..., name: str | None = ..., bytes: TensorLike | None = ...) -> _Tensor: ...
def depth_to_space(input: TensorLike, block_size: int, name: str | None = ..., data_format: str = ...) -> _Tensor: ...
device = _earlier_device
diag = _tensor_diag
diag_part = _tensor_diag_part
div_no_nan = _divide_no_nan
double = _float64
def extract_image_patches(images: TensorLike, ksizes: _t.Any | None = ..., strides: _t.Any | None = ..., rates: _t.Any | None = ..., padding: str | None = ..., name: str | None = ..., sizes: _t.Any | None = ...) -> _Tensor: ...
def fftnd(input: TensorLike, fft_length: TensorLike, axes: TensorLike, name: str | None = ...) -> _Tensor: ...
flags: Any
def floor_div(x: TensorLike, y: TensorLike, name: str | None = ...) -> _Tensor: ...
def gather_nd(params: _t.Any, indices: TensorLike, name: str | None = ..., batch_dims: int = ..., bad_indices_policy: str = ...) -> _Tensor: ...
half = _float16
def hessians(ys: _t.Any, xs: _t.Any, name: str = ..., gate_gradients: _b.bool = ..., aggregation_method: _t.Any = ...) -> list[_t.Any]: ...
def ifftnd(input: TensorLike, fft_length: TensorLike, axes: TensorLike, name: str | None = ...) -> _Tensor: ...
def irfftnd(input: TensorLike, fft_length: TensorLike, axes: TensorLike, Treal: DTypeLike | None = ..., name: str | None = ...) -> _Tensor: ...
keras: Any
layers: Any
lin_space = _linspace
def load_library(library_location: object) -> _t.NoReturn: ...
def load_op_library(library_filename: object) -> _t.NoReturn: ...
matrix_band_part = _band_part
matrix_determinant = _det
matrix_diag = _diag
matrix_diag_part = _diag_part
matrix_inverse = _inv
matrix_set_diag = _set_diag
matrix_solve = _solve
matrix_solve_ls = _lstsq
matrix_square_root = _sqrtm
matrix_triangular_solve = _triangular_solve
mod = _floormod
def multinomial(logits: TensorLike, num_samples: TensorLike, seed: int | None = ..., name: str | None = ..., output_dtype: DTypeLike | None = ...) -> _Tensor: ...
newaxis: None
def nondifferentiable_batch_function(num_batch_threads: object, max_batch_size: object, batch_timeout_micros: object, allowed_batch_sizes: object = ..., max_enqueued_batches: object = ..., autograph: object = ..., enable_large_batch_splitting: object = ...) -> _t.NoReturn: ...
def parse_example(serialized: TensorLike, features: Mapping[str, _t.Any] | None, name: str | None = ..., example_names: TensorLike | None = ...) -> dict[str, _t.Any]: ...
def parse_single_example(serialized: TensorLike, features: Mapping[str, _t.Any] | None, name: str | None = ..., example_names: TensorLike | None = ...) -> dict[str, _t.Any]: ...
py_func = _numpy_function
def quantize_v2(input: TensorLike, min_range: TensorLike, max_range: TensorLike, T: DTypeLike, mode: str = ..., name: str | None = ..., round_mode: str = ..., narrow_range: _b.bool = ..., axis: int | None = ..., ensure_minimum_range: float = ...) -> Quantized: ...
_RaggedFillEmptyRows = _t.NamedTuple('_RaggedFillEmptyRows', [('output_value_rowids', _Tensor), ('output_values', _Tensor), ('empty_row_indicator', _Tensor), ('reverse_index_map', _Tensor)])
def ragged_fill_empty_rows(value_rowids: TensorLike, values: TensorLike, nrows: TensorLike, default_value: TensorLike, name: str | None = ...) -> _RaggedFillEmptyRows: ...
_RaggedFillEmptyRowsGrad = _t.NamedTuple('_RaggedFillEmptyRowsGrad', [('d_values', _Tensor), ('d_default_value', _Tensor)])
def ragged_fill_empty_rows_grad(reverse_index_map: TensorLike, grad_values: TensorLike, name: str | None = ...) -> _RaggedFillEmptyRowsGrad: ...
random_gamma = _gamma
def random_index_shuffle(index: TensorLike, seed: TensorLike, max_index: TensorLike, rounds: int | None = ..., name: str | None = ...) -> _Tensor: ...
random_normal = _normal
def random_poisson(lam: TensorLike, shape: ShapeLike, dtype: DTypeLike = ..., seed: int | None = ..., name: str | None = ...) -> _Tensor: ...
random_shuffle = _shuffle
random_uniform = _uniform
def reduce_all(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _Tensor: ...
def reduce_any(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _Tensor: ...
def reduce_join(inputs: TensorLike, axis: TensorLike | None = ..., keep_dims: _b.bool | None = ..., separator: str = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keepdims: _b.bool = ...) -> _Tensor: ...
def reduce_logsumexp(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _Tensor: ...
def reduce_max(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _Tensor: ...
def reduce_mean(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _Tensor: ...
def reduce_min(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _Tensor: ...
def reduce_prod(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _Tensor: ...
def reduce_sum(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _Tensor: ...
def reverse_sequence(input: TensorLike, seq_lengths: TensorLike, seq_axis: int | None = ..., batch_axis: int | None = ..., name: str | None = ..., seq_dim: int | None = ..., batch_dim: int | None = ...) -> _Tensor: ...
reverse_v2 = _reverse
def rfftnd(input: TensorLike, fft_length: TensorLike, axes: TensorLike, Tcomplex: DTypeLike | None = ..., name: str | None = ...) -> _Tensor: ...
def scatter_add(ref: ResourceVariable, indices: TensorLike, updates: TensorLike, use_locking: _b.bool = ..., name: str | None = ...) -> _t.Any: ...
def scatter_div(ref: ResourceVariable, indices: TensorLike, updates: TensorLike, use_locking: _b.bool = ..., name: str | None = ...) -> _t.Any: ...
def scatter_max(ref: ResourceVariable, indices: TensorLike, updates: TensorLike, use_locking: _b.bool = ..., name: str | None = ...) -> _t.Any: ...
def scatter_min(ref: ResourceVariable, indices: TensorLike, updates: TensorLike, use_locking: _b.bool = ..., name: str | None = ...) -> _t.Any: ...
def scatter_mul(ref: ResourceVariable, indices: TensorLike, updates: TensorLike, use_locking: _b.bool = ..., name: str | None = ...) -> _t.Any: ...
def scatter_nd_add(ref: ResourceVariable, indices: TensorLike, updates: TensorLike, use_locking: _b.bool = ..., name: str | None = ...) -> _t.Any: ...
def scatter_nd_sub(ref: ResourceVariable, indices: TensorLike, updates: TensorLike, use_locking: _b.bool = ..., name: str | None = ...) -> _t.Any: ...
def scatter_nd_update(ref: ResourceVariable, indices: TensorLike, updates: TensorLike, use_locking: _b.bool = ..., name: str | None = ...) -> _t.Any: ...
def scatter_sub(ref: ResourceVariable, indices: TensorLike, updates: TensorLike, use_locking: _b.bool = ..., name: str | None = ...) -> _t.Any: ...
def scatter_update(ref: ResourceVariable, indices: TensorLike, updates: TensorLike, use_locking: _b.bool = ..., name: str | None = ...) -> _t.Any: ...
self_adjoint_eig = _eigh
self_adjoint_eigvals = _eigvalsh
def serialize_many_sparse(sp_input: _SparseTensor | _SparseTensorValue, name: str | None = ..., out_type: DTypeLike = ...) -> _Tensor: ...
def serialize_sparse(sp_input: _SparseTensor | _SparseTensorValue, name: str | None = ..., out_type: DTypeLike = ...) -> _Tensor: ...
space_to_batch_nd = _space_to_batch
def space_to_depth(input: TensorLike, block_size: int, name: str | None = ..., data_format: str = ...) -> _Tensor: ...
def sparse_add(a: TensorLike, b: TensorLike, threshold: _t.Any = ..., thresh: _t.Any | None = ...) -> _t.Any: ...
def sparse_concat(axis: int | None = ..., sp_inputs: Sequence[_t.Any] | None = ..., name: str | None = ..., expand_nonconcat_dim: _b.bool | None = ..., concat_dim: int | None = ..., expand_nonconcat_dims: _b.bool = ...) -> _SparseTensor: ...
sparse_fill_empty_rows = _fill_empty_rows
sparse_mask = _mask
def sparse_matmul(a: TensorLike, b: TensorLike, transpose_a: _b.bool | None = ..., transpose_b: _b.bool | None = ..., a_is_sparse: _b.bool | None = ..., b_is_sparse: _b.bool | None = ..., name: str | None = ...) -> _Tensor: ...
sparse_maximum = _maximum
sparse_minimum = _minimum
def sparse_reduce_max(sp_input: _SparseTensor, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., reduction_axes: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _t.Any: ...
def sparse_reduce_max_sparse(sp_input: _SparseTensor, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., reduction_axes: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _t.Any: ...
def sparse_reduce_sum(sp_input: _SparseTensor, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., reduction_axes: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _t.Any: ...
def sparse_reduce_sum_sparse(sp_input: _SparseTensor, axis: TensorLike | None = ..., keepdims: _b.bool | None = ..., reduction_axes: TensorLike | None = ..., keep_dims: _b.bool | None = ...) -> _t.Any: ...
sparse_reorder = _reorder
sparse_reset_shape = _reset_shape
sparse_reshape = _reshape
sparse_retain = _retain
def sparse_segment_mean(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: str | None = ..., num_segments: TensorLike | None = ..., sparse_gradient: _b.bool = ...) -> _t.Any: ...
def sparse_segment_sqrt_n(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: str | None = ..., num_segments: TensorLike | None = ..., sparse_gradient: _b.bool = ...) -> _t.Any: ...
def sparse_segment_sum(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, name: str | None = ..., num_segments: TensorLike | None = ..., sparse_gradient: _b.bool = ...) -> _t.Any: ...
sparse_slice = _slice
sparse_softmax = _softmax
sparse_tensor_dense_matmul = _sparse_dense_matmul
sparse_tensor_to_dense = _to_dense
sparse_to_indicator = _to_indicator
sparse_transpose = _transpose
string_join = _join
string_strip = _strip
def string_to_hash_bucket(string_tensor: TensorLike, num_buckets: int, name: str | None = ...) -> _Tensor: ...
string_to_hash_bucket_fast = _to_hash_bucket_fast
string_to_hash_bucket_strong = _to_hash_bucket_strong
def string_to_number(string_tensor: TensorLike | None = ..., out_type: DTypeLike = ..., name: str | None = ..., input: TensorLike | None = ...) -> _Tensor: ...
def substr(input: TensorLike, pos: TensorLike, len: TensorLike, name: str | None = ..., unit: str = ...) -> _Tensor: ...
tensor_scatter_add = _tensor_scatter_nd_add
tensor_scatter_sub = _tensor_scatter_nd_sub
tensor_scatter_update = _tensor_scatter_nd_update
def tuple(tensors: _t.Any, name: str | None = ..., control_inputs: _t.Any = ...) -> _t.Any: ...
def verify_tensor_all_finite(t: TensorLike | None = ..., msg: str | None = ..., name: str | None = ..., x: TensorLike | None = ..., message: str | None = ...) -> _Tensor: ...
where_v2 = _where
