"""Options of input pipelines.

Not here: what passes do with them (`graphir.passes.datasets`).
"""
