/* Plays an ending out, each play one of the best, and prints what it is worth.

   cc solve.c $(fortytwo --includes) $(python3-config --includes --ldflags --embed) -o solve */
#include <stdio.h>
#include "fortytwo.h"

int main(int count, char **words) {
    char message[200] = "usage: solve POSITION";
    const ft_api *ft = count == 2 ? ft_open(message, sizeof message) : NULL;
    ft_state *state = ft ? ft->load(words[1], message, sizeof message) : NULL;
    if (!state) {
        fprintf(stderr, "%s\n", message);
        return 2;
    }
    while (ft->turn(state) >= 0) {
        int points[FT_DOMINOES], best = -1, seat = ft->turn(state), sign = seat % 2 ? -1 : 1;
        uint32_t legal = ft->analyse(state, points);
        for (int domino = 0; domino < FT_DOMINOES; domino++)
            if (legal >> domino & 1 && (best < 0 || sign * points[domino] > sign * points[best]))
                best = domino;
        int high = 0;
        while ((high + 1) * (high + 2) / 2 <= best) high++;
        printf("%c %d-%d: NS %d\n", "NESW"[seat], high, best - high * (high + 1) / 2, points[best]);
        ft->play(state, best);
    }
    printf("NS %d, EW %d\n", ft->points(state, 0), ft->points(state, 1));
    ft->free(state);
    return 0;
}
