"""All orders by name, including those for comparison."""
