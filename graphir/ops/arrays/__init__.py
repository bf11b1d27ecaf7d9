"""Ops that make, join, cut, pick and rearrange elements, without computing.

Not here: what computes with elements (`math`), and lists of tensors (`state`).
"""
