"""What arrives: archives taken in portion by portion, what is refused, what it changes."""
