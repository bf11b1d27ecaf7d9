# Made by `python -m tools.stubs` of the tables of names.
from runtime.numpy_api.behavior import experimental_enable_numpy_behavior as experimental_enable_numpy_behavior
from runtime.numpy_api.binary import allclose as allclose
from runtime.numpy_api.binary import array_equal as array_equal
from runtime.numpy_api.binary import clip as clip
from runtime.numpy_api.binary import divide as divide
from runtime.numpy_api.binary import divmod as divmod
from runtime.numpy_api.binary import gcd as gcd
from runtime.numpy_api.binary import heaviside as heaviside
from runtime.numpy_api.binary import hypot as hypot
from runtime.numpy_api.binary import isclose as isclose
from runtime.numpy_api.binary import lcm as lcm
from runtime.numpy_api.binary import logaddexp as logaddexp
from runtime.numpy_api.binary import logaddexp2 as logaddexp2
from runtime.numpy_api.binary import promote_types as promote_types
from runtime.numpy_api.binary import result_type as result_type
from runtime.numpy_api.binary import true_divide as true_divide
from runtime.numpy_api.creation import array as array
from runtime.numpy_api.creation import asanyarray as asanyarray
from runtime.numpy_api.creation import asarray as asarray
from runtime.numpy_api.creation import ascontiguousarray as ascontiguousarray
from runtime.numpy_api.creation import copy as copy
from runtime.numpy_api.creation import empty as empty
from runtime.numpy_api.creation import empty_like as empty_like
from runtime.numpy_api.creation import eye as eye
from runtime.numpy_api.creation import full as full
from runtime.numpy_api.creation import full_like as full_like
from runtime.numpy_api.creation import identity as identity
from runtime.numpy_api.creation import ones as ones
from runtime.numpy_api.creation import ones_like as ones_like
from runtime.numpy_api.creation import tri as tri
from runtime.numpy_api.creation import zeros as zeros
from runtime.numpy_api.creation import zeros_like as zeros_like
from runtime.numpy_api.diagonals import diag as diag
from runtime.numpy_api.diagonals import diagflat as diagflat
from runtime.numpy_api.diagonals import diagonal as diagonal
from runtime.numpy_api.diagonals import trace as trace
from runtime.numpy_api.diagonals import tril as tril
from runtime.numpy_api.diagonals import triu as triu
from runtime.numpy_api.elementwise import angle as angle
from runtime.numpy_api.elementwise import around as around
from runtime.numpy_api.elementwise import imag as imag
from runtime.numpy_api.elementwise import iscomplex as iscomplex
from runtime.numpy_api.elementwise import iscomplexobj as iscomplexobj
from runtime.numpy_api.elementwise import isneginf as isneginf
from runtime.numpy_api.elementwise import isposinf as isposinf
from runtime.numpy_api.elementwise import isreal as isreal
from runtime.numpy_api.elementwise import isrealobj as isrealobj
from runtime.numpy_api.elementwise import isscalar as isscalar
from runtime.numpy_api.elementwise import logical_not as logical_not
from runtime.numpy_api.elementwise import real as real
from runtime.numpy_api.elementwise import round as round
from runtime.numpy_api.elementwise import sign as sign
from runtime.numpy_api.extrema import amax as amax
from runtime.numpy_api.extrema import amin as amin
from runtime.numpy_api.extrema import argmax as argmax
from runtime.numpy_api.extrema import argmin as argmin
from runtime.numpy_api.extrema import max as max
from runtime.numpy_api.extrema import min as min
from runtime.numpy_api.extrema import ptp as ptp
from runtime.numpy_api.joining import append as append
from runtime.numpy_api.joining import concatenate as concatenate
from runtime.numpy_api.joining import dsplit as dsplit
from runtime.numpy_api.joining import dstack as dstack
from runtime.numpy_api.joining import hsplit as hsplit
from runtime.numpy_api.joining import hstack as hstack
from runtime.numpy_api.joining import split as split
from runtime.numpy_api.joining import stack as stack
from runtime.numpy_api.joining import vsplit as vsplit
from runtime.numpy_api.joining import vstack as vstack
from runtime.numpy_api.products import cross as cross
from runtime.numpy_api.products import dot as dot
from runtime.numpy_api.products import einsum as einsum
from runtime.numpy_api.products import inner as inner
from runtime.numpy_api.products import kron as kron
from runtime.numpy_api.products import matmul as matmul
from runtime.numpy_api.products import outer as outer
from runtime.numpy_api.products import polyval as polyval
from runtime.numpy_api.products import tensordot as tensordot
from runtime.numpy_api.products import vdot as vdot
from runtime.numpy_api.ranges import arange as arange
from runtime.numpy_api.ranges import diag_indices as diag_indices
from runtime.numpy_api.ranges import geomspace as geomspace
from runtime.numpy_api.ranges import ix_ as ix_
from runtime.numpy_api.ranges import linspace as linspace
from runtime.numpy_api.ranges import logspace as logspace
from runtime.numpy_api.ranges import meshgrid as meshgrid
from runtime.numpy_api.ranges import vander as vander
from runtime.numpy_api.reductions import all as all
from runtime.numpy_api.reductions import any as any
from runtime.numpy_api.reductions import average as average
from runtime.numpy_api.reductions import count_nonzero as count_nonzero
from runtime.numpy_api.reductions import cumprod as cumprod
from runtime.numpy_api.reductions import cumsum as cumsum
from runtime.numpy_api.reductions import mean as mean
from runtime.numpy_api.reductions import nanmean as nanmean
from runtime.numpy_api.reductions import nanprod as nanprod
from runtime.numpy_api.reductions import nansum as nansum
from runtime.numpy_api.reductions import prod as prod
from runtime.numpy_api.reductions import std as std
from runtime.numpy_api.reductions import sum as sum
from runtime.numpy_api.reductions import var as var
from runtime.numpy_api.selection import argsort as argsort
from runtime.numpy_api.selection import compress as compress
from runtime.numpy_api.selection import diff as diff
from runtime.numpy_api.selection import nonzero as nonzero
from runtime.numpy_api.selection import select as select
from runtime.numpy_api.selection import sort as sort
from runtime.numpy_api.selection import take as take
from runtime.numpy_api.selection import take_along_axis as take_along_axis
from runtime.numpy_api.selection import where as where
from runtime.numpy_api.shaping import atleast_1d as atleast_1d
from runtime.numpy_api.shaping import atleast_2d as atleast_2d
from runtime.numpy_api.shaping import atleast_3d as atleast_3d
from runtime.numpy_api.shaping import broadcast_arrays as broadcast_arrays
from runtime.numpy_api.shaping import broadcast_to as broadcast_to
from runtime.numpy_api.shaping import expand_dims as expand_dims
from runtime.numpy_api.shaping import flatten as flatten
from runtime.numpy_api.shaping import flip as flip
from runtime.numpy_api.shaping import fliplr as fliplr
from runtime.numpy_api.shaping import flipud as flipud
from runtime.numpy_api.shaping import moveaxis as moveaxis
from runtime.numpy_api.shaping import ndim as ndim
from runtime.numpy_api.shaping import pad as pad
from runtime.numpy_api.shaping import ravel as ravel
from runtime.numpy_api.shaping import repeat as repeat
from runtime.numpy_api.shaping import reshape as reshape
from runtime.numpy_api.shaping import roll as roll
from runtime.numpy_api.shaping import rot90 as rot90
from runtime.numpy_api.shaping import shape as shape
from runtime.numpy_api.shaping import size as size
from runtime.numpy_api.shaping import squeeze as squeeze
from runtime.numpy_api.shaping import swapaxes as swapaxes
from runtime.numpy_api.shaping import tile as tile
from runtime.numpy_api.shaping import transpose as transpose
from runtime.numpy_api.types import bool_ as bool_
from runtime.numpy_api.types import complex128 as complex128
from runtime.numpy_api.types import complex64 as complex64
from runtime.numpy_api.types import complex_ as complex_
from runtime.numpy_api.types import e as e
from runtime.numpy_api.types import finfo as finfo
from runtime.numpy_api.types import float16 as float16
from runtime.numpy_api.types import float32 as float32
from runtime.numpy_api.types import float64 as float64
from runtime.numpy_api.types import float_ as float_
from runtime.numpy_api.types import iinfo as iinfo
from runtime.numpy_api.types import inexact as inexact
from runtime.numpy_api.types import inf as inf
from runtime.numpy_api.types import int16 as int16
from runtime.numpy_api.types import int32 as int32
from runtime.numpy_api.types import int64 as int64
from runtime.numpy_api.types import int8 as int8
from runtime.numpy_api.types import int_ as int_
from runtime.numpy_api.types import ndarray as ndarray
from runtime.numpy_api.types import newaxis as newaxis
from runtime.numpy_api.types import object_ as object_
from runtime.numpy_api.types import pi as pi
from runtime.numpy_api.types import string_ as string_
from runtime.numpy_api.types import uint16 as uint16
from runtime.numpy_api.types import uint32 as uint32
from runtime.numpy_api.types import uint64 as uint64
from runtime.numpy_api.types import uint8 as uint8
from runtime.numpy_api.types import unicode_ as unicode_
from runtime.stubs.experimental.numpy import random as random
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
import typing as _t
def abs(x: TensorLike) -> Tensor: ...
def absolute(x: TensorLike) -> Tensor: ...
def add(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def arccos(x: TensorLike) -> Tensor: ...
def arccosh(x: TensorLike) -> Tensor: ...
def arcsin(x: TensorLike) -> Tensor: ...
def arcsinh(x: TensorLike) -> Tensor: ...
def arctan(x: TensorLike) -> Tensor: ...
def arctan2(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def arctanh(x: TensorLike) -> Tensor: ...
def bitwise_and(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def bitwise_not(x: TensorLike) -> Tensor: ...
def bitwise_or(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def bitwise_xor(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def cbrt(x: TensorLike) -> Tensor: ...
def ceil(x: TensorLike) -> Tensor: ...
def conj(x: TensorLike) -> Tensor: ...
def conjugate(x: TensorLike) -> Tensor: ...
def cos(x: TensorLike) -> Tensor: ...
def cosh(x: TensorLike) -> Tensor: ...
def deg2rad(x: TensorLike) -> Tensor: ...
def equal(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def exp(x: TensorLike) -> Tensor: ...
def exp2(x: TensorLike) -> Tensor: ...
def expm1(x: TensorLike) -> Tensor: ...
def fabs(x: TensorLike) -> Tensor: ...
def fix(x: TensorLike) -> Tensor: ...
def float_power(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def floor(x: TensorLike) -> Tensor: ...
def floor_divide(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def greater(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def greater_equal(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def isfinite(x: TensorLike) -> Tensor: ...
def isinf(x: TensorLike) -> Tensor: ...
def isnan(x: TensorLike) -> Tensor: ...
def issubdtype(arg1: _t.Any, arg2: _t.Any) -> _t.Any: ...
def less(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def less_equal(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def log(x: TensorLike) -> Tensor: ...
def log10(x: TensorLike) -> Tensor: ...
def log1p(x: TensorLike) -> Tensor: ...
def log2(x: TensorLike) -> Tensor: ...
def logical_and(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def logical_or(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def logical_xor(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def maximum(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def minimum(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def mod(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def multiply(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def negative(x: TensorLike) -> Tensor: ...
def nextafter(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def not_equal(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def positive(x: TensorLike) -> Tensor: ...
def power(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def rad2deg(x: TensorLike) -> Tensor: ...
def reciprocal(x: TensorLike) -> Tensor: ...
def remainder(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def signbit(x: TensorLike) -> Tensor: ...
def sin(x: TensorLike) -> Tensor: ...
def sinc(x: TensorLike) -> Tensor: ...
def sinh(x: TensorLike) -> Tensor: ...
def sqrt(x: TensorLike) -> Tensor: ...
def square(x: TensorLike) -> Tensor: ...
def subtract(x1: TensorLike, x2: TensorLike) -> Tensor: ...
def tan(x: TensorLike) -> Tensor: ...
def tanh(x: TensorLike) -> Tensor: ...
