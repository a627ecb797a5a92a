"""The director's desk: an event as it is run in a room, with its clock, its links and rights, and what each role sees.

The rules of an event are `bowerbird.event`'s; this is about who may do what from which screen, and about keeping it. It
knows no web page and no paper.
"""
