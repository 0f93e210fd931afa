"""The panel Profile: who a person is."""
