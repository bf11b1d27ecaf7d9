"""The form of converted code that runs while nothing is recorded."""
