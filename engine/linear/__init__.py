"""Orders out of graphs, and the edits by which an order changes."""
