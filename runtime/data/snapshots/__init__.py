"""Folders of elements that `save` and `snapshot` write, in TensorFlow's format.

Not here: record files that are read one by one (`stages.files`).
"""
