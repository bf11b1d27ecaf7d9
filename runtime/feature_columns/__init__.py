"""Feature columns: how named features of examples become the numbers of a model.

Numeric, bucketized, categorical, crossed, embedded and sequence columns, what they hold
between calls, and their configurations.

Not here: the layers that take columns, which are Keras 2's; `input_layer` and
`linear_model` of TensorFlow 1 (`compat.v1`).
"""
