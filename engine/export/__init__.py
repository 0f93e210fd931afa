"""Conversations and messages as other programs read them: JSON, diagrams and pictures."""
