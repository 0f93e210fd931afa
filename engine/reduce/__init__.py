"""State out of orders: sets."""
