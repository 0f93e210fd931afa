"""The window itself: its parts, menus and commands, open conversations, and navigation."""
