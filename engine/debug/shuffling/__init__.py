"""The shuffle test: deliver a graph in many sequences, and find the smallest failure."""
