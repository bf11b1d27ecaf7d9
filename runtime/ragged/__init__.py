"""Ragged tensors, whose rows have different lengths, and functions on them.

Not here: text of ragged tensors (`strings`), and maps over rows (`mapping`).
"""
