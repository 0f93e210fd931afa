"""The commands that debug an order or a graph."""
