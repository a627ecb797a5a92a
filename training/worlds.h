// Worlds for a search: hands that look the same to the seat that decides, and the other seats' actions before.
//
// A world is a hand with the hidden cards dealt again, and everything seen unchanged. Its past is the same hand at the
// deal; `recall` leads it through every real decision of the other seats, so that a net can rate each one.

enum { NOW = -1, IMPOSSIBLE = -2 };
enum { LAID_AWAY = 4, ASIDE = 5, MOST_HIDDEN = 19 };
// Random swaps of two cards to forget the original places, and further swaps that follow the beliefs.
enum { FORGETTING = 100, BELIEVING = 300 };

// Cards that the seat to decide has not seen, and where each is: with a seat, discarded, or left over.
struct Hidden {
    int count, rules, taken;
    uint8_t card[MOST_HIDDEN], where[MOST_HIDDEN];
};

BOTH void hide(struct Hidden *hidden, int card, int where) {
    hidden->card[hidden->count] = (uint8_t)card;
    hidden->where[hidden->count++] = (uint8_t)where;
}

BOTH struct Hidden hidden_from(const struct Hand *h, int rules) {
    struct Hidden hidden = {0, rules, h->maker != NOBODY && !h->second, {0}, {0}};
    uint32_t aside = 0xFFFFFFu & ~(hidden.taken ? 0u : 1u << h->turn_up);
    if (h->discard != NO_CARD) aside &= ~(1u << h->discard);
    for (int seat = 0; seat < 4; seat++) {
        aside &= ~(h->held[seat] | h->played[seat]);
        if (seat == h->turn) continue;
        for (uint32_t held = h->held[seat]; held; held &= held - 1) hide(&hidden, low_bit(held), seat);
    }
    for (; aside; aside &= aside - 1) hide(&hidden, low_bit(aside), ASIDE);
    if (h->discard != NO_CARD && h->turn != h->dealer) hide(&hidden, h->discard, LAID_AWAY);
    return hidden;
}

BOTH int may_lie(const struct Hand *h, const struct Hidden *hidden, int card, int where) {
    if (card == h->turn_up && hidden->taken)
        return where == h->dealer || (where == LAID_AWAY && (hidden->rules & DISCARD_TURN_UP));
    if (where >= 4) return 1;
    return !(h->voids[where] >> suit_labelled(group_of(slot_of(card, h->base)), h->base) & 1);
}

// The log-probability that a card is there: 24 slots by left, partner, right, nobody.
BOTH float believed(const struct Hand *h, const float *beliefs, int card, int where) {
    int holder = where >= 4 ? 3 : ((where - h->turn) & 3) - 1;
    return beliefs[4 * slot_of(card, h->base) + holder];
}

// Deals the hidden cards again by swapping two at a time: first at random, then by the beliefs. Returns the
// log-probability of this world by the beliefs (up to the same constant for all worlds).
BOTH float imagine_one(struct Hand *h, const float *beliefs, const uint16_t *rules, uint64_t seed, int place) {
    struct Hidden hidden = hidden_from(h, rules[h->situation]);
    float density = 0;
    h->dice = (seed + 1) * 0xD1B54A32D192ED03ull + (uint64_t)place * 0x8CB92BA72F3D8DD7ull;
    for (int swap = 0; swap < FORGETTING + BELIEVING; swap++) {
        int one = (int)roll(&h->dice, hidden.count), other = (int)roll(&h->dice, hidden.count);
        int from = hidden.where[one], to = hidden.where[other], moved = hidden.card[one], back = hidden.card[other];
        float luck = (float)(roll(&h->dice, 1 << 24) + 1) / (1 << 24);
        if (from == to || !may_lie(h, &hidden, moved, to) || !may_lie(h, &hidden, back, from)) continue;
        float gain = believed(h, beliefs, moved, to) + believed(h, beliefs, back, from) -
                     believed(h, beliefs, moved, from) - believed(h, beliefs, back, to);
        if (swap >= FORGETTING && luck > expf(gain)) continue;
        hidden.card[one] = (uint8_t)back;
        hidden.card[other] = (uint8_t)moved;
    }
    for (int seat = 0; seat < 4; seat++)
        if (seat != h->turn) h->held[seat] = 0;
    for (int at = 0; at < hidden.count; at++) {
        int card = hidden.card[at], where = hidden.where[at];
        if (where < 4) h->held[where] |= 1u << card;
        if (where == LAID_AWAY) h->discard = (int8_t)card;
        density += believed(h, beliefs, card, where);
    }
    return density;
}

// The same cards before the first call.
BOTH void rewind_one(struct Hand *past, const struct Hand *world) {
    *past = *world;
    for (int seat = 0; seat < 4; seat++) {
        past->held[seat] |= past->played[seat];
        past->played[seat] = 0;
        past->on_table[seat] = NO_CARD;
        past->leads[seat] = past->voids[seat] = 0;
    }
    if (past->discard != NO_CARD) past->held[past->dealer] |= 1u << past->discard;
    if (past->maker != NOBODY && !past->second) past->held[past->dealer] &= ~(1u << past->turn_up);
    past->turn = (past->dealer + 1) & 3;
    past->phase = FIRST_ROUND;
    past->base = past->turn_up / 6;
    past->discard = NO_CARD;
    past->maker = past->out = past->leader = NOBODY;
    past->alone = past->second = past->placed = past->trick = past->won[0] = past->won[1] = 0;
}

// The next action, or NOW.
BOTH int next_done(const struct Hand *past, const struct Hand *world) {
    if (past->phase <= SECOND_ROUND) {
        if (world->phase == past->phase && world->turn == past->turn) return NOW;
        if (world->maker != past->turn || world->second != past->second) return PASS;
        if (!past->second) return world->alone ? ORDER_ALONE : ORDER;
        return (world->alone ? NAME_ALONE : NAME) + label_of(world->base, past->base) - 1;
    }
    if (past->phase == DISCARD) return world->phase == DISCARD ? NOW : DISCARD_SLOT + slot_of(world->discard, past->base);
    int fallen = cards_fallen(past);
    return fallen == cards_fallen(world) ? NOW : PLAY_SLOT + slot_of(world->order[fallen], past->base);
}

// Moves the past to the next choice of another seat; writes what that seat saw and returns what it did.
BOTH int recall_one(struct Hand *past, const struct Hand *world, int go_on, const uint16_t *all_rules,
                    struct Told *told, int place) {
    const int rules = all_rules[world->situation];
    if (go_on) {
        int done = next_done(past, world);
        if (done == NOW) return NOW;
        apply(past, done, rules);
    }
    for (;;) {
        int done = next_done(past, world);
        if (done == NOW) return NOW;
        int64_t legal = legal_actions(past, rules);
        int idle = past->phase == DISCARD && past->out == past->dealer;
        if (!(legal >> done & 1)) return IMPOSSIBLE;
        if (past->turn != world->turn && (legal & (legal - 1)) && !idle) {
            tell(past, rules, legal, told, place);
            return done;
        }
        apply(past, done, rules);
    }
}
