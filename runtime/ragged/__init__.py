"""Ragged tensors, whose rows have different lengths, and what applies to them.

Not here: text of ragged tensors (`strings`), and maps over rows (`mapping`).
"""
