"""A graph arrives once more: histories of edits, what moved, what each arrival cost."""
