"""The form of converted functions that runs while nothing is recorded."""
