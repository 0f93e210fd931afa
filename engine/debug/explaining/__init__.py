"""Why a message is in its row, in any order."""
