"""Derivatives of recorded calls: rules, and the one reverse accumulation.

Not here: rules of ops, which stand with them in `graphir.ops`.
"""
