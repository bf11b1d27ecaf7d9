"""Forked processes: locks and lists of threads that are reset in child processes.

Not here: the data that locks guard, which stay in their own modules.
"""
