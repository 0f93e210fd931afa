"""The window itself: its parts, menus and commands, what is open, and the ways through it."""
