"""Hash tables from keys to values, that graphs can use: ``tf.lookup``.

Not here: variables (`variables`), and embeddings (`nn`).
"""
