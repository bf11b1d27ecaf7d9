"""What `if`, `while`, `for` and built-in calls mean on tensors while tracing.

Layers: truth, values, partial_values, jumps, lists, sequences, recursion, refusals,
effects, loop_recorder, carried_variables, branches, loops, filters, builtins, calls
"""
