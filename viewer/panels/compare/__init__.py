"""Compare orders: two to four of them side by side."""
