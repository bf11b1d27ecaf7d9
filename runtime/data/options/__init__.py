"""Options of input pipelines.

Not here: passes that follow them (`graphir.passes.datasets`).
"""
