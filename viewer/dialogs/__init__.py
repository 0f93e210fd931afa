"""Dialogs: questions to the user, and lists to look at."""
