"""Forked processes: locks and lists of threads, put right in them."""
