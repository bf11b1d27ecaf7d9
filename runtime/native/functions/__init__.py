"""Mathematical functions as instructions, each with its error stated and tested."""
