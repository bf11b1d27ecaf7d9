# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.arrays import count_nonzero as count_nonzero
from runtime.compat.v1.networks import log_softmax as log_softmax
from runtime.compat.v1.networks import softmax as softmax
from runtime.compat.v1.reductions import argmax as argmax
from runtime.compat.v1.reductions import argmin as argmin
from runtime.math.approximation import approx_max_k as approx_max_k
from runtime.math.approximation import approx_min_k as approx_min_k
from runtime.math.arithmetic import abs as abs
from runtime.math.arithmetic import accumulate_n as accumulate_n
from runtime.math.arithmetic import add as add
from runtime.math.arithmetic import add_n as add_n
from runtime.math.arithmetic import maximum as maximum
from runtime.math.arithmetic import minimum as minimum
from runtime.math.arithmetic import multiply as multiply
from runtime.math.arithmetic import multiply_no_nan as multiply_no_nan
from runtime.math.arithmetic import negative as negative
from runtime.math.arithmetic import polyval as polyval
from runtime.math.arithmetic import scalar_mul as scalar_mul
from runtime.math.arithmetic import sign as sign
from runtime.math.arithmetic import square as square
from runtime.math.arithmetic import squared_difference as squared_difference
from runtime.math.arithmetic import subtract as subtract
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
from runtime.math.complex_numbers import conj as conj
from runtime.math.complex_numbers import imag as imag
from runtime.math.complex_numbers import real as real
from runtime.math.division import divide as divide
from runtime.math.division import divide_no_nan as divide_no_nan
from runtime.math.division import floordiv as floordiv
from runtime.math.division import floormod as _floormod
from runtime.math.division import floormod as floormod
from runtime.math.division import reciprocal as reciprocal
from runtime.math.division import reciprocal_no_nan as reciprocal_no_nan
from runtime.math.division import truediv as truediv
from runtime.math.division import xdivy as xdivy
from runtime.math.error_functions import erf as erf
from runtime.math.error_functions import erfc as erfc
from runtime.math.error_functions import erfcinv as erfcinv
from runtime.math.error_functions import erfinv as erfinv
from runtime.math.error_functions import ndtri as ndtri
from runtime.math.exponentials import exp as exp
from runtime.math.exponentials import expm1 as expm1
from runtime.math.exponentials import log as log
from runtime.math.exponentials import log1p as log1p
from runtime.math.exponentials import pow as pow
from runtime.math.exponentials import rsqrt as rsqrt
from runtime.math.exponentials import sigmoid as sigmoid
from runtime.math.exponentials import sqrt as sqrt
from runtime.math.exponentials import xlog1py as xlog1py
from runtime.math.exponentials import xlogy as xlogy
from runtime.math.gamma_functions import betainc as betainc
from runtime.math.gamma_functions import digamma as digamma
from runtime.math.gamma_functions import igamma as igamma
from runtime.math.gamma_functions import igammac as igammac
from runtime.math.gamma_functions import lgamma as lgamma
from runtime.math.gamma_functions import polygamma as polygamma
from runtime.math.gamma_functions import zeta as zeta
from runtime.math.ranking import invert_permutation as invert_permutation
from runtime.math.ranking import sobol_sample as sobol_sample
from runtime.math.ranking import top_k as top_k
from runtime.math.reductions import reduce_euclidean_norm as reduce_euclidean_norm
from runtime.math.rounding import ceil as ceil
from runtime.math.rounding import floor as floor
from runtime.math.rounding import nextafter as nextafter
from runtime.math.rounding import rint as rint
from runtime.math.rounding import round as round
from runtime.math.scans import cumprod as cumprod
from runtime.math.scans import cumsum as cumsum
from runtime.math.scans import cumulative_logsumexp as cumulative_logsumexp
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
from runtime.math.special_functions import bessel_i0 as bessel_i0
from runtime.math.special_functions import bessel_i0e as bessel_i0e
from runtime.math.special_functions import bessel_i1 as bessel_i1
from runtime.math.special_functions import bessel_i1e as bessel_i1e
from runtime.math.statistics import is_non_decreasing as is_non_decreasing
from runtime.math.statistics import is_strictly_increasing as is_strictly_increasing
from runtime.math.statistics import lbeta as lbeta
from runtime.math.statistics import reduce_std as reduce_std
from runtime.math.statistics import reduce_variance as reduce_variance
from runtime.math.statistics import zero_fraction as zero_fraction
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
from runtime.nn.activations import log_sigmoid as log_sigmoid
from runtime.nn.activations import softplus as softplus
from runtime.nn.activations import softsign as softsign
from runtime.nn.normalization import l2_normalize as l2_normalize
from runtime.stubs.math import special as special
from runtime.tensors.likes import DTypeLike
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
import typing as _t
def bincount(arr: TensorLike, weights: TensorLike | None = ..., minlength: TensorLike | None = ..., maxlength: TensorLike | None = ..., dtype: DTypeLike = ...) -> Tensor: ...
def confusion_matrix(labels: _t.Any, predictions: _t.Any, num_classes: _t.Any = ..., dtype: DTypeLike = ..., name: str | None = ..., weights: TensorLike | None = ...) -> Tensor: ...
def in_top_k(predictions: TensorLike, targets: TensorLike, k: TensorLike, name: str | None = ...) -> Tensor: ...
mod = _floormod
def reduce_all(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: bool | None = ...) -> Tensor: ...
def reduce_any(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: bool | None = ...) -> Tensor: ...
def reduce_logsumexp(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: bool | None = ...) -> Tensor: ...
def reduce_max(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: bool | None = ...) -> Tensor: ...
def reduce_mean(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: bool | None = ...) -> Tensor: ...
def reduce_min(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: bool | None = ...) -> Tensor: ...
def reduce_prod(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: bool | None = ...) -> Tensor: ...
def reduce_sum(input_tensor: TensorLike, axis: TensorLike | None = ..., keepdims: bool | None = ..., name: str | None = ..., reduction_indices: TensorLike | None = ..., keep_dims: bool | None = ...) -> Tensor: ...
