"""Models over data sets larger than memory: parts of files, each computed once.

Not here: loading of models (`saved_model`), batches of Ray's datasets (`workers`).
"""
