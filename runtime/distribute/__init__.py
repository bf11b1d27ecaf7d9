"""What programs ask of the strategy around them; one device for now.

Not here: which devices there are (`devices`).
"""
