"""Stages for values of other libraries; import the one that you use.

Layers:

    jax_values      the values of variables, as arrays and what holds them
    jax_recording   Python code run once, as a function of JAX
    jax_branches    `if` and conditional expressions
    jax_carries     what a loop carries from one iteration to the next
    jax_loops       `while` and `for`
    jax             the stage, and `jit`
"""
