"""Strategies whose replicas are processes that share every batch.

Not here: sending of bytes (`transport`), replicas within one process (`strategies`).
"""
