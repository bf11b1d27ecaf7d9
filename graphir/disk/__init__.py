"""Files of the disk: written whole or not at all.

Not here: the formats of files (`wire`, `text`, `pictures`).
"""
