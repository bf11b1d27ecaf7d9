"""Ops that update rows, elements or slices of variables."""

from __future__ import annotations

from typing import Final

from graphir.ops.state.state import Effect

_NUMBERS: Final = (
    "[float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,qint32,"
    "bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64]"
)
_ROWS: Final = f"""(resource: resource, indices: Tindices, updates: dtype) -> ()
    | dtype: type in {_NUMBERS}; Tindices: type in [int32,int64]
    | stateful
"""
_ELEMENTS: Final = """(ref: resource, indices: Tindices, updates: T) -> ()
    | T: type; Tindices: type in [int32,int64]; use_locking: bool = True;
      bad_indices_policy: string = ''
    | stateful
"""


class ResourceScatterAdd(
    Effect,
    signature="ResourceScatterAdd" + _ROWS,
    handles="variable",
    earlier_name="ScatterAdd",
):
    """Adds to rows; a row named twice gets both."""


class ResourceScatterSub(
    Effect,
    signature="ResourceScatterSub" + _ROWS,
    handles="variable",
    earlier_name="ScatterSub",
):
    """Subtracts from rows."""


class ResourceScatterMul(
    Effect,
    signature="ResourceScatterMul" + _ROWS,
    handles="variable",
    earlier_name="ScatterMul",
):
    """Multiplies rows."""


class ResourceScatterDiv(
    Effect,
    signature="ResourceScatterDiv" + _ROWS,
    handles="variable",
    earlier_name="ScatterDiv",
):
    """Divides rows."""


class ResourceScatterMax(
    Effect,
    signature="ResourceScatterMax" + _ROWS,
    handles="variable",
    earlier_name="ScatterMax",
):
    """Keeps the larger of rows and values."""


class ResourceScatterMin(
    Effect,
    signature="ResourceScatterMin" + _ROWS,
    handles="variable",
    earlier_name="ScatterMin",
):
    """Keeps the smaller of rows and values."""


class ResourceScatterUpdate(
    Effect,
    signature="""
        ResourceScatterUpdate(resource: resource, indices: Tindices, updates: dtype)
        -> () | dtype: type; Tindices: type in [int32,int64] | stateful
    """,
    handles="variable",
    earlier_name="ScatterUpdate",
):
    """Replaces rows."""


class ResourceScatterNdAdd(
    Effect,
    signature="ResourceScatterNdAdd" + _ELEMENTS,
    handles="variable",
    earlier_name="ScatterNdAdd",
):
    """Adds to the elements or slices that index vectors name."""


class ResourceScatterNdSub(
    Effect,
    signature="ResourceScatterNdSub" + _ELEMENTS,
    handles="variable",
    earlier_name="ScatterNdSub",
):
    """Subtracts from elements or slices."""


class ResourceScatterNdMax(
    Effect,
    signature="ResourceScatterNdMax" + _ELEMENTS,
    handles="variable",
    earlier_name="ScatterNdMax",
):
    """Keeps the larger of elements and values."""


class ResourceScatterNdMin(
    Effect,
    signature="ResourceScatterNdMin" + _ELEMENTS,
    handles="variable",
    earlier_name="ScatterNdMin",
):
    """Keeps the smaller of elements and values."""


class ResourceScatterNdUpdate(
    Effect,
    signature="ResourceScatterNdUpdate" + _ELEMENTS,
    handles="variable",
    earlier_name="ScatterNdUpdate",
):
    """Replaces elements or slices."""


class ResourceStridedSliceAssign(
    Effect,
    signature="""
        ResourceStridedSliceAssign(ref: resource, begin: Index, end: Index,
        strides: Index, value: T) -> ()
        | T: type; Index: type in [int32,int64]; begin_mask: int = 0; end_mask: int = 0;
          ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0
        | stateful
    """,
    handles="variable",
    earlier_name="StridedSliceAssign",
):
    """Assigns to a slice of a variable."""
