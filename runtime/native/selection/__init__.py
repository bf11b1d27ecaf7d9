"""Which parts of a graph become native regions.

Not here: code of a region (`regions`).
"""
