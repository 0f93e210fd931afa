"""One graph delivered in many orders: does it end in one, and what is the smallest failure?"""
