"""Arrivals: archives are imported batch by batch, with refused records and reported changes."""
