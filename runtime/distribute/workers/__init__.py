"""Strategies whose replicas are processes, each with a part of every batch.

Not here: what carries the bytes (`transport`), replicas within one process
(`strategies`).
"""
