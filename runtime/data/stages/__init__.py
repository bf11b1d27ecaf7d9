"""Stages: the implementation of dataset ops, and their iterators.

Not here: what users see (`datasets`, `iterators`).
"""
