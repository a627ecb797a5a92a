"""Random cards and deals: the same seed gives the same shuffles on every machine.

The generator is `draw` in `bowerbird.kernel.bits`. A seed is scrambled first, so that neighbouring seeds give unrelated
sequences.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import below, draw
else:
    from bowerbird.kernel.bits import below, draw

_HALF = cython.declare(cython.ulonglong, 0xFFFFFFFF)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pick(state: cython.p_ulonglong, cards: cython.ulonglong, held: cython.int) -> cython.ulonglong:
    """A random card of a mask with `held` cards."""
    skip: cython.int = below(state, held)
    while skip:
        cards &= cards - 1
        skip -= 1
    return cards & (0 - cards)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pick_some(
    state: cython.p_ulonglong, cards: cython.ulonglong, held: cython.int, wanted: cython.int
) -> cython.ulonglong:
    """`wanted` random cards of a mask with `held` cards, all choices equally likely."""
    picked: cython.ulonglong = 0
    card: cython.ulonglong
    while wanted:
        card = pick(state, cards, held)
        picked |= card
        cards ^= card
        held -= 1
        wanted -= 1
    return picked


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _next_card(cards: cython.p_uchar, count: cython.int, place: cython.int, bits: cython.ulonglong) -> cython.ulonglong:
    """One step of a shuffle with 32 random bits: the card that comes to `place`, as a mask."""
    other: cython.int = place + cython.cast(cython.int, (bits * (count - place)) >> 32)
    card: cython.uchar = cards[other]
    cards[other] = cards[place]
    cards[place] = card
    return cython.cast(cython.ulonglong, 1) << card


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal(cards: cython.p_uchar, count: cython.int, state: cython.p_ulonglong, hands: cython.p_ulonglong) -> cython.int:
    """Shuffle as far as needed, fill four hands, and return the turn-up. A turned-up joker is dealt again."""
    place: cython.int
    bits: cython.ulonglong
    while True:
        for place in range(4):
            hands[place] = 0
        # One random number serves two cards.
        for place in range(0, 20, 2):
            bits = draw(state)
            hands[place & 2] |= _next_card(cards, count, place, bits & _HALF)
            hands[(place & 2) + 1] |= _next_card(cards, count, place + 1, bits >> 32)
        _next_card(cards, count, 20, draw(state) & _HALF)
        if cards[20] < 32:
            return cards[20]


def seeded(seed: int, stream: int = 0) -> int:
    """The initial state. Another `stream` of the same seed gives another sequence."""
    state = cython.declare(cython.ulonglong[1])
    state[0] = (seed * 0x9E3779B97F4A7C15 + stream * 0xD1342543DE82EF95) & 0xFFFFFFFFFFFFFFFF
    return int(draw(state))
