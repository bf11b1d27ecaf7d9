"""Graphs with loops and branches, as text, for several tests."""

from __future__ import annotations

COLLATZ = """
graph @collatz(%n: i32[]) -> (%w:1) {
  %zero = Const() {value = 0 : i32[]} : i32[]
  %w = StatelessWhile(%n, %zero) {cond = @c, body = @b} : i32[], i32[]
}
func @c(%n: i32[], %k: i32[]) -> (r = %g) {
  %one = Const() {value = 1 : i32[]} : i32[]
  %g = Greater(%n, %one)
}
func @b(%n: i32[], %k: i32[]) -> (n2 = %i, k2 = %next) {
  %one = Const() {value = 1 : i32[]} : i32[]
  %two = Const() {value = 2 : i32[]} : i32[]
  %zero = Const() {value = 0 : i32[]} : i32[]
  %rest = FloorMod(%n, %two)
  %even = Equal(%rest, %zero)
  %i = StatelessIf(%even, %n) {then_branch = @halve, else_branch = @triple,
                               Tout = [i32]} : i32[]
  %next = AddV2(%k, %one)
}
func @halve(%n: i32[]) -> (r = %h) {
  %two = Const() {value = 2 : i32[]} : i32[]
  %h = FloorDiv(%n, %two)
}
func @triple(%n: i32[]) -> (r = %a) {
  %one = Const() {value = 1 : i32[]} : i32[]
  %three = Const() {value = 3 : i32[]} : i32[]
  %m = Mul(%n, %three)
  %a = AddV2(%m, %one)
}
"""

SWAPPING = """
graph @swapping(%a: f32[*], %b: f32[*], %n: i32[]) -> (%w:1, %w:2) {
  %zero = Const() {value = 0 : i32[]} : i32[]
  %w = StatelessWhile(%zero, %a, %b, %n) {cond = @c, body = @s}
     : i32[], f32[*], f32[*], i32[]
}
func @c(%i: i32[], %a: f32[*], %b: f32[*], %n: i32[]) -> (r = %l) {
  %l = Less(%i, %n)
}
func @s(%i: i32[], %a: f32[*], %b: f32[*], %n: i32[])
  -> (i2 = %next, a2 = %b, b2 = %sum, n2 = %n) {
  %one = Const() {value = 1 : i32[]} : i32[]
  %next = AddV2(%i, %one)
  %sum = AddV2(%a, %b)
}
"""
"""Fibonacci on arrays: (a, b) becomes (b, a + b)."""

FACTORIAL = """
graph @main(%n: i32[]) -> (%f) {
  %f = PartitionedCall(%n) {f = @fact, Tout = [i32]} : i32[]
}
func @fact(%n: i32[]) -> (r = %i) {
  %one = Const() {value = 1 : i32[]} : i32[]
  %c = Greater(%n, %one)
  %i = StatelessIf(%c, %n) {then_branch = @step, else_branch = @stop, Tout = [i32]}
     : i32[]
}
func @step(%n: i32[]) -> (r = %m) {
  %one = Const() {value = 1 : i32[]} : i32[]
  %less = Sub(%n, %one)
  %rest = PartitionedCall(%less) {f = @fact, Tout = [i32]} : i32[]
  %m = Mul(%n, %rest)
}
func @stop(%n: i32[]) -> (r = %one) {
  %one = Const() {value = 1 : i32[]} : i32[]
}
"""

LOWERED_COUNTER = """
graph @counter(%n: i32[]) -> (%out) {
  %zero = Const() {value = 0 : i32[]} : i32[]
  %enter = Enter(%zero) {frame_name = "loop"} : i32[]
  %limit = Enter(%n) {frame_name = "loop", is_constant = true} : i32[]
  %merge = Merge(%enter, %again) {N = 2} : i32[], i32[]
  %less = Less(%merge, %limit) : bool[]
  %cond = LoopCond(%less) : bool[]
  %switch = Switch(%merge, %cond) : i32[], i32[]
  %one = Const() {value = 1 : i32[]} : i32[]
  %step = Enter(%one) {frame_name = "loop", is_constant = true} : i32[]
  %next = AddV2(%switch:1, %step) : i32[]
  %again = NextIteration(%next) : i32[]
  %out = Exit(%switch) : i32[]
}
"""
