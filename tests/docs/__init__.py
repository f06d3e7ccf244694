"""What the documentation shows runs as it stands."""
