"""Models over data sets larger than memory: parts of files, each computed once.

Not here: what a model is (`saved_model`), batches of Ray's datasets (`workers`).
"""
