"""Files of images, read and written: PNG and BMP here, others through Pillow.

Not here: pictures of graphs (`drawing`).
"""
