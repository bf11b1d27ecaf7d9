"""Models with their functions and variables, saved and loaded: ``tf.saved_model``.

Not here: checkpoints alone (`checkpoints`).
"""
