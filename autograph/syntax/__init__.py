"""Python text and trees; knows nothing of conversion.

Not here: facts about a tree (`analysis`), and its conversion (`converters`).
"""
