"""Graphs in which rewrites that are no equations have something to do."""

from __future__ import annotations

from typing import Final

EXAMPLES: Final = {
    "copy_of_several": [
        """graph @g(%x: f32[3], %y: i32[]) -> (%a, %b) {
          %a, %b = IdentityN(%x, %y)
        }"""
    ],
    "element_of_stack": [
        """graph @g(%x: f32[3], %y: f32[3]) -> (%z) {
          %s = Pack(%x, %y) {axis = 0}
          %b = Const() {value = [1] : i32[1]} : i32[1]
          %e = Const() {value = [2] : i32[1]} : i32[1]
          %c = Const() {value = [1] : i32[1]} : i32[1]
          %z = StridedSlice(%s, %b, %e, %c) {shrink_axis_mask = 1}
        }""",
        """graph @g(%x: i64[?], %y: i64[?]) -> (%z) {
          %s = Pack(%x, %y) {axis = 0}
          %i = Const() {value = 0 : i32[]} : i32[]
          %a = Const() {value = 0 : i32[]} : i32[]
          %z = GatherV2(%s, %i, %a)
        }""",
    ],
    "parts_of_join": [
        """graph @g(%x: f32[3], %y: f32[3]) -> (%a, %b) {
          %s = Pack(%x, %y) {axis = 1}
          %a, %b = Unpack(%s) {num = 2, axis = -1}
        }""",
        """graph @g(%x: f32[2,3], %y: f32[2,3]) -> (%a, %b) {
          %axis = Const() {value = 1 : i32[]} : i32[]
          %s = ConcatV2(%x, %y, %axis)
          %a, %b = Split(%axis, %s) {num_split = 2}
        }""",
        """graph @g(%x: f32[1,3], %y: f32[2,3]) -> (%a, %b) {
          %axis = Const() {value = 0 : i32[]} : i32[]
          %s = ConcatV2(%x, %y, %axis)
          %sizes = Const() {value = [1, 2] : i32[2]} : i32[2]
          %a, %b = SplitV(%s, %sizes, %axis) {num_split = 2}
        }""",
    ],
    "join_of_joins": [
        """graph @g(%x: f32[3], %y: f32[2], %z: f32[1]) -> (%b) {
          %axis = Const() {value = 0 : i32[]} : i32[]
          %a = ConcatV2(%x, %y, %axis)
          %b = ConcatV2(%z, %a, %axis)
        }"""
    ],
    "constant_parts": [
        """graph @g(%x: i32[?]) -> (%b) {
          %axis = Const() {value = 0 : i32[]} : i32[]
          %c = Const() {value = [1, 2] : i32[2]} : i32[2]
          %d = Const() {value = [3] : i32[1]} : i32[1]
          %b = ConcatV2(%x, %c, %d, %axis)
        }"""
    ],
    "function_of_parts": [
        """graph @g(%x: f32[3], %y: f32[3]) -> (%b) {
          %f = Tanh(%x)
          %g = Tanh(%y)
          %axis = Const() {value = 0 : i32[]} : i32[]
          %b = ConcatV2(%f, %g, %axis)
        }""",
        """graph @g(%x: f32[3], %y: f32[3]) -> (%b) {
          %f = Cast(%x) {DstT = i32}
          %g = Cast(%y) {DstT = i32}
          %b = Pack(%f, %g) {axis = 1}
        }""",
    ],
    "needless_broadcast": [
        """graph @g(%x: f32[3], %y: f32[2,3]) -> (%b) {
          %s = Const() {value = [2, 3] : i32[2]} : i32[2]
          %a = BroadcastTo(%x, %s)
          %b = Sub(%y, %a)
        }"""
    ],
    "gradient_of_equal_shapes": [
        """graph @g(%x: f32[?], %y: f32[]) -> (%a, %b) {
          %f = Tanh(%x)
          %p = Mul(%x, %y)
          %s = Shape(%f)
          %t = Shape(%p)
          %a, %b = BroadcastGradientArgs(%s, %t)
        }"""
    ],
    "sum_of_sums": [
        """graph @g(%x: f32[?], %y: f32[?], %z: f32[?]) -> (%b) {
          %a = AddN(%x, %y, %x)
          %b = AddN(%a, %z)
        }""",
        """graph @g(%x: i8[3], %y: i8[3], %z: i8[3]) -> (%b) {
          %a = AddN(%x, %y)
          %b = AddN(%z, %a, %z)
        }""",
    ],
    "sum_of_equal_parts": [
        f"""graph @g(%x: {dtype}[3]) -> (%b) {{
          %b = AddN(%x, %x, %x)
        }}"""
        for dtype in ("f32", "f64", "f16", "bf16", "i32", "u8")
    ]
    + ["""graph @g(%x: i64[3]) -> (%b) { %b = AddN(%x, %x, %x, %x, %x) }"""],
    "element_added_to_list": [
        f"""graph @g(%x: {dtype}[3,2], %y: {dtype}[3,2], %z: {dtype}[2]) -> (%b) {{
          %n = Const() {{value = [2] : i32[1]}} : i32[1]
          %i = Const() {{value = 1 : i32[]}} : i32[]
          %l = TensorListFromTensor(%x, %n)
          %m = TensorListFromTensor(%y, %n)
          %s = TensorListElementShape(%m) {{shape_type = i32}}
          %c = TensorListLength(%m)
          %e = TensorListReserve(%s, %c) {{element_dtype = {dtype}}}
          %w = TensorListSetItem(%e, %i, %z)
          %a = AddN({order})
          %b = TensorListStack(%a, %n) {{element_dtype = {dtype}}}
        }}"""
        for dtype in ("f32", "f16", "i32")
        for order in ("%l, %w", "%w, %l", "%l, %w, %l")
    ],
    "small_operands_first": [
        """graph @g(%x: i32[2,3], %y: i32[], %z: i32[3]) -> (%b) {
          %a = AddV2(%y, %x)
          %b = AddV2(%z, %a)
        }""",
        """graph @g(%x: i8[2,3], %y: i8[2,1], %z: i8[]) -> (%b) {
          %a = Mul(%x, %y)
          %b = Mul(%a, %z)
        }""",
    ],
    "reshape_chain": [
        """graph @g(%x: f32[2,3]) -> (%b) {
          %zero = Const() {value = 0 : i32[]} : i32[]
          %a = ExpandDims(%x, %zero)
          %b = Squeeze(%a)
        }""",
        """graph @g(%x: i64[2,3]) -> (%b) {
          %s = Const() {value = [1, 6] : i32[2]} : i32[2]
          %a = Reshape(%x, %s)
          %b = Squeeze(%a)
        }""",
    ],
    "division_by_power_of_two": [
        """graph @g(%x: f32[4]) -> (%b) {
          %c = Const() {value = [4.0, 0.5, -8.0, 1.0] : f32[4]} : f32[4]
          %b = RealDiv(%x, %c)
        }""",
        """graph @g(%x: f64[4]) -> (%b) {
          %c = Const() {value = 1048576.0 : f64[]} : f64[]
          %b = RealDiv(%x, %c)
        }""",
    ],
    "fused_bias": [
        """graph @g(%x: f32[?,3], %w: f32[3,4], %b: f32[4]) -> (%z) {
          %p = MatMul(%x, %w)
          %z = BiasAdd(%p, %b)
        }""",
        """graph @g(%x: f32[2,3], %w: f32[3,4], %b: f32[4]) -> (%z) {
          %p = MatMul(%x, %w)
          %z = AddV2(%b, %p)
        }""",
        """graph @g(%x: f64[1,4,4,2], %w: f64[2,2,2,3], %b: f64[3]) -> (%z) {
          %p = Conv2D(%x, %w) {strides = [1, 1, 1, 1], padding = "SAME"}
          %z = BiasAdd(%p, %b)
        }""",
        """graph @g(%x: f32[1,2,4,4], %w: f32[2,2,2,3], %b: f32[3]) -> (%z) {
          %p = Conv2D(%x, %w) {strides = [1, 1, 1, 1], padding = "SAME",
                               data_format = "NCHW"}
          %z = BiasAdd(%p, %b) {data_format = "NCHW"}
        }""",
    ],
    "fused_normalization": [
        """graph @g(%x: f32[1,4,4,2], %w: f32[2,2,2,3], %s: f32[3], %o: f32[3],
                    %m: f32[3], %v: f32[3]) -> (%z) {
          %p = Conv2D(%x, %w) {strides = [1, 1, 1, 1], padding = "SAME"}
          %z, %b, %c, %d, %e, %f = FusedBatchNormV3(%p, %s, %o, %m, %v)
            {is_training = false}
        }"""
    ],
    "scaled_convolution": [
        """graph @g(%x: f32[1,4,4,1]) -> (%z) {
          %w = Const() {value = [[[[1.5, -2.0]]]] : f32[1,1,1,2]} : f32[1,1,1,2]
          %c = Const() {value = [0.3, 3.1] : f32[2]} : f32[2]
          %p = Conv2D(%x, %w) {strides = [1, 1, 1, 1], padding = "SAME"}
          %z = Mul(%p, %c)
        }"""
    ],
    "folded_normalization": [
        """graph @g(%x: f32[1,4,4,1]) -> (%z) {
          %w = Const() {value = [[[[1.5, -2.0]]]] : f32[1,1,1,2]} : f32[1,1,1,2]
          %s = Const() {value = [0.5, 3.0] : f32[2]} : f32[2]
          %o = Const() {value = [1.0, -3.0] : f32[2]} : f32[2]
          %v = Const() {value = [2.0, 0.25] : f32[2]} : f32[2]
          %p = Conv2D(%x, %w) {strides = [1, 1, 1, 1], padding = "SAME"}
          %z, %b, %c, %d, %e, %f = FusedBatchNormV3(%p, %s, %o, %o, %v)
            {is_training = false}
        }"""
    ],
    "fused_normalization_and_relu": [
        """graph @g(%x: f32[1,2,2,4], %s: f32[4]) -> (%z) {
          %y, %b, %c, %d, %e, %f = FusedBatchNormV3(%x, %s, %s, %s, %s)
            {is_training = false}
          %z = Relu(%y)
        }"""
    ],
    "fused_activation": [
        f"""graph @g(%x: {dtype}[2,3], %w: {dtype}[3,4], %b: {dtype}[4]) -> (%z) {{
          %p = _FusedMatMul(%x, %w, %b) {{fused_ops = ["BiasAdd"]}}
          %z = {name}(%p)
        }}"""
        for name in ("Relu", "Relu6", "Elu", "LeakyRelu", "Tanh", "Sigmoid")
        for dtype in ("f32", "f16", "bf16")
    ]
    + [
        f"""graph @g(%x: f32[1,4,4,2], %w: f32[2,2,2,3], %b: f32[3]) -> (%z) {{
          %p = _FusedConv2D(%x, %w, %b) {{strides = [1, 1, 1, 1], padding = "SAME",
               fused_ops = ["BiasAdd"], num_args = 1, TArgs = [f32]}}
          %z = {name}(%p)
        }}"""
        for name in ("Relu", "Relu6", "Elu", "LeakyRelu")
    ],
}
"""Rule -> graphs as text; inputs get random values, special ones among them."""
