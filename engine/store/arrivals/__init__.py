"""What arrives: archives taken in batch by batch, what is refused, what it changes."""
