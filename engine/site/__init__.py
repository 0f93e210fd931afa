"""A conversation as one page, or a collection as a folder of pages, for any browser.

The pages load nothing from elsewhere, run no script but the search, and hold nothing private unless
that is asked for. Messages are hostile input: `markup` escapes everything, and no text decides the
name of a file.
"""
