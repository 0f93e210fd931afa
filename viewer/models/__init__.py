"""Qt models: replicas that apply edits."""
