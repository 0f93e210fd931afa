"""Panels: other views of the open thread, or of the whole archive, beside the timeline."""
