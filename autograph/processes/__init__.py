"""Forked processes: locks and lists of threads, put right in them.

Not here: what the locks guard: each module has its own.
"""
