"""The pictures and files of messages in the window: decoded elsewhere, shown when they come."""
