"""The debugger of order: why a message is where it is, and what moved it.

Everything here is a pure function of a graph, or of the order in which a graph arrived. Commands
print the results, and the window draws them.
"""
