"""The flat model: all equations of one structure as templates and integer arrays."""
