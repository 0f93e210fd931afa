"""The state of a Matrix room: authorization rules and state resolution of its version."""
