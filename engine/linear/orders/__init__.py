"""Every order by its name, and those to compare with."""
