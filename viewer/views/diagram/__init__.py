"""The diagram on the screen."""
