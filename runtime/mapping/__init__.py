"""Functions applied along the first axis.

``map_fn``, ``scan`` and folds, dense and ragged.

Not here: elements of datasets (`data`).
"""
