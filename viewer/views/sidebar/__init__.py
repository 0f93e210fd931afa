"""The list of conversations: its rows, its filter, and the rail of sections."""
