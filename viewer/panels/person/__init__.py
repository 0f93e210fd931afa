"""The panel Profile: who somebody is."""
