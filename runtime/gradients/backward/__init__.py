"""Derivatives of recorded calls: gradient rules, and reverse accumulation.

Not here: gradient rules of single ops, which are declared with the ops (`graphir.ops`).
"""
