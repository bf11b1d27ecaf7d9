"""Messages to the user beside errors: log lines and deprecation warnings.

Not here: errors (`errors`).
"""
