"""Feature columns: how named features of examples become the numbers of a model.

Numeric, bucketized, categorical, crossed, embedded and sequence columns, what they hold
between calls, and their configurations.

Not here: the layers of Keras 2 that take columns.
"""
