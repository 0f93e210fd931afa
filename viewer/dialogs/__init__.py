"""Dialogs: questions to the user, and lists."""
