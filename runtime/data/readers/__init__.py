"""Datasets that read files, as users make them.

Not here: reading itself (`stages`), and single files (`runtime.io`).
"""
