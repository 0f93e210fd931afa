"""The panel Pictures: a gallery of the open conversation."""
