"""Element-wise functions and reductions: ``tf.math``."""
