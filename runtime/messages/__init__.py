"""Messages to the user other than errors: log lines and deprecation warnings.

Not here: errors (`errors`).
"""
