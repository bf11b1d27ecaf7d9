"""Derivatives of recorded calls: rules, and the one accumulation in reverse.

Not here: rules of ops, which stand with them in `graphir.ops`.
"""
