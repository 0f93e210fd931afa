"""The doors for scripts: every command that needs no screen."""
