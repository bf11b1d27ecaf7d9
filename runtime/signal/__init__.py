"""Fourier and cosine transforms, frames, windows, mel scale: ``tf.signal``.

Not here: the kernels (`graphir.ops.math.fourier`).
"""
