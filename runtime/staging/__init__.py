"""What `if`, `while`, `for` and built-in calls mean on tensors while tracing.

Layers: values, row_methods, lists, truth, partial_values, jumps, sequences, recursion,
refusals, effects, loop_recorder, carried_variables, branches, loops, filters, builtins,
calls
"""
