"""Stages: the implementation of dataset ops, and their iterators.

Not here: the public classes (`datasets`, `iterators`).
"""
