"""What is said to the user beside errors: log lines and deprecation warnings."""
