"""What is painted."""
