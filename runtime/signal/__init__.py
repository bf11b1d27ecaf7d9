"""Fourier and cosine transforms, frames, windows, mel scale: ``tf.signal``."""
