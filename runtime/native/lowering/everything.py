"""Imports every lowering rule, which registers them."""

import runtime.native.functions.elementwise
import runtime.native.functions.error_function
import runtime.native.lowering.arrays
import runtime.native.lowering.contractions
import runtime.native.lowering.convolutions
import runtime.native.lowering.depthwise
import runtime.native.lowering.elements
import runtime.native.lowering.moves
import runtime.native.lowering.reductions
import runtime.native.lowering.slices  # noqa: F401
