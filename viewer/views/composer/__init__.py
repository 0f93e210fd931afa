"""The composer: what one answers, how it will look, and what it comes after."""
