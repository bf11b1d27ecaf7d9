"""What `if`, `while`, `for` and built-in calls mean on tensors while tracing.

Layers: truth, values, partial_values, lists, sequences, recursion, loop_effects,
loop_recorder, branches, loops, builtins, calls
"""
