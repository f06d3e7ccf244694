"""Every example runs as its page says, and gives the numbers that it should."""
