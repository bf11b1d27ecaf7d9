"""Random numbers, with and without state: ``tf.random``.

Not here: shuffling of datasets (`data`), and kernels (`graphir.ops.random`).
"""
