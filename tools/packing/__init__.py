"""Packages of the standalone folder: for Debian and Ubuntu, as an AppImage, for Flatpak.

All three hold the same tree, as below /usr: the folder of `make folder`, a link to its program, and
what desktops, shells and `man` read.
"""
