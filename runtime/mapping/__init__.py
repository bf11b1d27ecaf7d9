"""Higher-order functions over the first axis: ``map_fn``, ``scan`` and the two folds.

For dense, ragged and sparse tensors, eagerly and in graphs.

Not here: elements of datasets (`data`).
"""
