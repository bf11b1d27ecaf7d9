"""The definition of a pass, and helpers that passes of every kind share."""
