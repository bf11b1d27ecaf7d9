"""Ops on sparse and ragged tensors, given by their dense parts, and on sets.

Not here: dense tensors that are gathered (`arrays`).
"""
