"""Other ways to look at the open thread, or at the whole archive, beside the timeline."""
