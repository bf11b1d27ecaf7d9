"""SavedModels: models saved and loaded with functions and variables."""
