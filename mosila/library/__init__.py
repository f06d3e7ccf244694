"""Libraries: names of classes -> files, read when asked for."""
