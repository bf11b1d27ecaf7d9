"""Staging of `if`, `while`, `for` and built-in functions on tensors while tracing.

Not here: tf.cond and other functions of control flow (`control_flow`), and the graph
(`tracing`).
"""
