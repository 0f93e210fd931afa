"""ScuttleSort: a timeline that stays in least topological order while events arrive."""
