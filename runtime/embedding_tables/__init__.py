"""`tf.tpu.experimental.embedding`: settings of embedding tables, and lookups in them.

Not here: training of tables on TPUs, of which there are none.
"""
