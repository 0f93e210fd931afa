"""The pictures and files of messages: decoded in another process, shown when they arrive."""
