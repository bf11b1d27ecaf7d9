"""Resizing, cropping, colors and measures of images: ``tf.image``."""
