"""Functions of text and bytes: ``tf.strings``.

Not here: files (`io`), and tables of words (`lookup`).
"""
