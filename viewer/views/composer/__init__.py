"""The composer: the reply, its preview, and what it comes after."""
