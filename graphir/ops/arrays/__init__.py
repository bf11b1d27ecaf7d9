"""Ops that make, join, cut, pick and rearrange elements, without computing.

Not here: ops that compute with elements (`math`), and lists of tensors (`state`).
"""
