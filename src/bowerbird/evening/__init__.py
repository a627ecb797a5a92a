"""One event as people run it: the director's requests, their effects, and the view of each role. Pure.

The desk and the command line are both thin shells around this package: a request goes in, a `Proposal` with facts,
notes and words comes out. It has no clock, no random source and no I/O: time and chance come in with the request.
"""
