"""Strategies whose replicas are processes that share every batch.

Not here: what carries the bytes (`transport`), replicas within one process
(`strategies`).
"""
