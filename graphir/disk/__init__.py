"""Files of the disk: written whole or not at all.

Not here: what files say (`wire`, `text`, `pictures`).
"""
