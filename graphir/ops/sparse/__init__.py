"""Ops on sparse and ragged tensors, passed as their dense parts, and on sets.

Not here: dense tensors that are gathered (`arrays`).
"""
