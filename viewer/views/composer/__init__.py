"""The composer: what is answered, how the reply will look, and what it comes after."""
