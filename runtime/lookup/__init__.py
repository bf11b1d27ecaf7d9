"""Hash tables from keys to values, usable in graphs: ``tf.lookup``.

Not here: variables (`variables`), and embeddings (`nn`).
"""
