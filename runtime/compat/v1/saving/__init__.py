"""Variables of graphs saved and restored by name: `tf.compat.v1.train.Saver`.

Not here: checkpoints of objects (`checkpoints`).
"""
