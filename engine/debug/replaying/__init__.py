"""A graph arrives once more: tapes of edits, what moved, what each arrival cost."""
