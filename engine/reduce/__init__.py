"""From orders to state: sets and other objects."""
