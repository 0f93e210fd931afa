"""Tanglescope without a screen: messages, tangles, orders, archives, databases."""

__version__ = "0.1.0.dev0"
