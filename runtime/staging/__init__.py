"""Meanings of `if`, `while`, `for` and built-in calls on tensors while tracing.

Not here: the functions of control flow (`control_flow`), and the graph itself
(`tracing`).
"""
