"""Widgets: painting, keyboard and mouse."""
