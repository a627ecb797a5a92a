/* A plain minimax in C, written from the rules alone: the referee of the kernel's search where there are many positions.
 *
 * A line of input is a position: trump (4: none), the seats that sit out, the leader, the number of cards in the trick
 * and those cards, then four hands as masks. The answer is a line with each legal card of the player to move and the
 * tricks of North-South from here on if it is played.
 */
#include <stdint.h>
#include <stdio.h>

struct position {
    uint64_t hands[4];
    int trump, out, leader, size;
    int trick[4]; /* cards in the order of play */
};

/* The suit that a card belongs to: jacks of trump's colour are trumps, the joker is a trump or a suit of its own. */
static int suit(int card, int trump) {
    if (card == 32) return trump;
    return trump < 4 && card % 8 == 4 && card / 8 == 3 - trump ? trump : card / 8;
}

/* The strength of a card in a trick: trumps above the suit led, anything else nothing. */
static int strength(int card, int led, int trump) {
    if (card == 32) return 100;
    if (trump < 4 && card % 8 == 4 && card / 8 == trump) return 99;
    if (trump < 4 && card % 8 == 4 && card / 8 == 3 - trump) return 98;
    if (card / 8 == trump) return 50 + card % 8;
    return card / 8 == led ? 1 + card % 8 : 0;
}

static int next_seat(int seat, int out) {
    do seat = (seat + 1) % 4;
    while (out >> seat & 1);
    return seat;
}

static int to_move(const struct position *now) {
    int seat = now->leader;
    for (int card = 0; card < now->size; card++) seat = next_seat(seat, now->out);
    return seat;
}

static int winner(const struct position *now) {
    int led = suit(now->trick[0], now->trump), best = -1, found = -1, seat = now->leader;
    for (int card = 0; card < now->size; card++, seat = next_seat(seat, now->out)) {
        int value = strength(now->trick[card], led, now->trump);
        if (value > best) best = value, found = seat;
    }
    return found;
}

static uint64_t legal(const struct position *now, int seat) {
    uint64_t follows = 0;
    for (int card = 0; card < 33 && now->size; card++)
        if (now->hands[seat] >> card & 1 && suit(card, now->trump) == suit(now->trick[0], now->trump))
            follows |= 1ULL << card;
    return follows ? follows : now->hands[seat];
}

static int value(const struct position *now, int least, int most);

/* North-South's tricks after a card; only what lies between `least` and `most` matters. */
static int after(const struct position *now, int seat, int card, int least, int most) {
    struct position then = *now;
    int taken = 0, players = 4 - __builtin_popcount((unsigned)now->out);
    then.hands[seat] ^= 1ULL << card;
    then.trick[then.size++] = card;
    if (then.size == players) {
        then.leader = winner(&then);
        then.size = 0;
        taken = then.leader % 2 == 0;
    }
    return taken + value(&then, least - taken, most - taken);
}

static int value(const struct position *now, int least, int most) {
    int seat = to_move(now), ours = seat % 2 == 0, best = ours ? -1 : 9;
    uint64_t cards = legal(now, seat);
    if (!cards) return 0;
    for (int card = 0; card < 33; card++)
        if (cards >> card & 1) {
            int found = after(now, seat, card, least, most);
            if (ours ? found > best : found < best) best = found;
            if (ours && best > least) least = best;
            if (!ours && best < most) most = best;
            if (least >= most) break;
        }
    return best;
}

int main(void) {
    struct position now;
    while (scanf("%d %d %d %d", &now.trump, &now.out, &now.leader, &now.size) == 4) {
        for (int card = 0; card < now.size; card++)
            if (scanf("%d", &now.trick[card]) != 1) return 1;
        for (int seat = 0; seat < 4; seat++) {
            unsigned long long hand;
            if (scanf("%llu", &hand) != 1) return 1;
            now.hands[seat] = hand;
        }
        int seat = to_move(&now);
        uint64_t cards = legal(&now, seat);
        for (int card = 0; card < 33; card++)
            if (cards >> card & 1) printf("%d %d ", card, after(&now, seat, card, -1, 9));
        printf("\n");
    }
    return 0;
}
