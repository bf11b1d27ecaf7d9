"""Linear algebra: ``tf.linalg``; its linear operators are in the room ``operators``."""
