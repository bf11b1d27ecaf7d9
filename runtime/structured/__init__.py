"""Structured tensors: records of named tensors, one by one or in ragged rows.

Not here: classes with fields of their own (`extension_types`).
"""
