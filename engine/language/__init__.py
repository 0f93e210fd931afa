"""Texts for people: wording in the chosen language, and what strangers wrote made readable."""
