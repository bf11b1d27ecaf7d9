"""Resizing, cropping, colors and measures of images: ``tf.image``.

Not here: codecs of files (`graphir.pictures`).
"""
