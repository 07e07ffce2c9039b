#include "view.h"

int dp_read_view(int players, uint64_t own, uint64_t forehead1, uint64_t forehead2,
                 uint64_t forehead3, uint64_t board, uint64_t dead, struct view *view)
{
    uint64_t seen = 0;
    int player;

    if (players != 3 && players != 4)
        return DP_BAD_PLAYERS;
    view->players = players;
    view->known[0] = own;
    view->known[1] = forehead1;
    view->known[2] = forehead2;
    view->known[3] = forehead3;
    view->board = board;
    for (player = 0; player < DP_MAX_PLAYERS; ++player) {
        uint64_t known = view->known[player];
        if (count_bits(known) != (player < players) || (seen & known) != 0)
            return DP_BAD_CARDS;
        seen |= known;
    }
    if (!is_board(board) || (seen & board) != 0 || ((seen | board) & dead) != 0)
        return DP_BAD_CARDS;
    seen |= board | dead;
    view->unseen = ALL_CARDS & ~seen;
    if ((seen & ~ALL_CARDS) != 0 || count_bits(view->unseen) < players)
        return DP_BAD_CARDS;
    return DP_OK;
}

uint64_t dp_count_worlds(const struct view *view)
{
    uint64_t unseen = (uint64_t)count_bits(view->unseen);
    uint64_t worlds = unseen * (unseen - 1) * (unseen - 2);
    return view->players == 3 ? worlds : worlds * (unseen - 3);
}
