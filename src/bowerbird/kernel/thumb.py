"""Play cards by rule of thumb, for fast bulk play: sound habits, no search, and no hidden cards.

Depends on the player's own hand, the cards played, the trick on the table, and whether its side made trump. Cards are
relabelled as in `bowerbird.kernel.search`.
"""
# mypy: disable-error-code="untyped-decorator,no-any-return"

try:
    import cython
except ImportError:
    from bowerbird.kernel import plain as cython

if cython.compiled:
    from cython.cimports.bowerbird.kernel.bits import LOW_SUIT, TRUMPS, ones, suit_of
    from cython.cimports.bowerbird.kernel.search import masters
else:
    from bowerbird.kernel.bits import LOW_SUIT, TRUMPS, ones, suit_of
    from bowerbird.kernel.search import masters


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _highest(cards: cython.ulonglong) -> cython.ulonglong:
    while cards & (cards - 1):
        cards &= cards - 1
    return cards


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def least(cards: cython.ulonglong, hand: cython.ulonglong) -> cython.ulonglong:
    """The least useful card: not a trump if possible, low, and preferably the only one of its suit."""
    chosen: cython.ulonglong = 0
    cost: cython.int
    lowest_cost: cython.int = 1 << 20
    suit: cython.ulonglong = LOW_SUIT
    field: cython.int = 0
    card: cython.ulonglong
    while suit < TRUMPS:
        card = cards & suit
        if card:
            card &= 0 - card
            cost = cython.cast(cython.int, card >> 11 * field) << 1
            # A low singleton gives a void; a guarded card is kept a little longer.
            if hand & suit == card and hand & TRUMPS and cost < 256:
                cost >>= 3
            if cost < lowest_cost:
                lowest_cost = cost
                chosen = card
        suit <<= 11
        field += 1
    if chosen:
        return chosen
    return cards & (0 - cards)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def thumb_lead(
    hand: cython.ulonglong, unseen: cython.ulonglong, makers: cython.bint, caller: cython.bint
) -> cython.ulonglong:
    """Choose a lead: makers draw trumps, defenders cash aces and lead low from short suits."""
    top: cython.ulonglong = masters(hand, unseen)
    trumps: cython.ulonglong = hand & TRUMPS
    sides: cython.ulonglong = hand & ~TRUMPS
    if makers and unseen & TRUMPS:
        if trumps & top:
            return _highest(trumps)
        if trumps and (ones(trumps >> 44) > 2 or not caller):
            return _highest(trumps)
    if sides & top:
        return _highest(sides & top)
    if sides:
        return least(sides, hand)
    return _highest(trumps)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def thumb_follow(
    hand: cython.ulonglong,
    unseen: cython.ulonglong,
    suit: cython.ulonglong,
    best: cython.ulonglong,
    partner_wins: cython.bint,
    last: cython.bint,
) -> cython.ulonglong:
    """Choose a card to follow: win as cheaply as is safe, and waste nothing on a partner's trick."""
    legal: cython.ulonglong = hand & suit
    follows: cython.bint = legal != 0
    if not follows:
        legal = hand
    winners: cython.ulonglong = legal & (suit | TRUMPS) & ~((best << 1) - 1)
    losers: cython.ulonglong = legal ^ winners
    top: cython.ulonglong
    if partner_wins and (last or masters(best, unseen & suit_of(best))):
        return least(losers if losers else winners, hand)
    if winners == 0:
        return least(legal, hand)
    if last or not follows:
        if partner_wins and losers:
            return least(losers, hand)
        return winners & (0 - winners)
    top = masters(winners, unseen & suit)
    if top:
        return top & (0 - top)
    if partner_wins and losers:
        return least(losers, hand)
    return _highest(winners) if losers == 0 or winners & TRUMPS else least(legal, hand)
