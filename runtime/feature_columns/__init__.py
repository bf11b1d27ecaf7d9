"""Feature columns: transformations of named features into inputs of a model.

Numeric, bucketized, categorical, crossed, embedded and sequence columns, their
variables and tables, and their configurations.

Not here: the layers of Keras 2 that take columns.
"""
