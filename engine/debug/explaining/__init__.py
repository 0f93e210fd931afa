"""Why a message is in its row, in whatever order."""
