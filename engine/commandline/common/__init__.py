"""The shared code of commands: options, streams, subjects."""
