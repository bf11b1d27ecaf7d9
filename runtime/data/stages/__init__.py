"""Stages: what dataset ops are, and the iterators over them.

Not here: what users see (`datasets`, `iterators`).
"""
