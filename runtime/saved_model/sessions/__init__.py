"""SavedModels of sessions: `tf.compat.v1.saved_model`.

Not here: models of objects and functions (`saved_model`).
"""
