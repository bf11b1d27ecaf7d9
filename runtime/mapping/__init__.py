"""Higher-order functions over the first axis: ``map_fn``, ``scan`` and the two folds.

``map_fn``, ``scan`` and folds, dense and ragged.

Not here: elements of datasets (`data`).
"""
