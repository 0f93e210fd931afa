"""What can go wrong with Spark, each in words that say what to do."""

from engine.errors import TanglescopeError


class SparkError(TanglescopeError):
    """Spark can't do the work; the database is as it was, and what is checked stays checked."""


class NoJava(SparkError):
    """There is no Java that Spark can run on."""


class SparkFailed(SparkError):
    """Spark could not start, or it ended in the middle of the work."""


class Cancelled(Exception):
    """Somebody has asked the work to stop."""
