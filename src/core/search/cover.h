/* cover.h - which goal each cell ends a search for, noted cell by cell. */
#ifndef TP_COVER_H
#define TP_COVER_H

#include "../ask/visible.h"
#include "chamfer.h"
#include "goals.h"

/* In a block of tp_cover_bytes. */
typedef struct tp_Cover tp_Cover;

/* For goals of the kinds TP_GOAL_RANGE and TP_GOAL_SIDES, those that are left:
 * lists them by rank. None of their ends is noted yet. */
TP_FUNC size_t tp_cover_bytes(const tp_Goals *goals);
TP_FUNC void tp_cover_init(tp_Cover *cover, tp_Goals *goals,
                           const tp_Navmap *navmap);

/* About what it takes to make one, and to note the ends of one goal: in steps,
 * as those of tp_goals_at. */
TP_FUNC uint64_t tp_cover_price(const tp_Goals *goals, const tp_Navmap *navmap);

/* What a goal may cost at most to be of interest: of those at that extra cost,
 * the tie of the last one. */
typedef struct tp_Most {
  uint64_t extra, tie;
} tp_Most;

/* What tp_goals_at says, if that is a goal of interest. The more is noted, the
 * less is asked. */
TP_FUNC const tp_Goal *tp_cover_at(const tp_Cover *cover, const tp_Goals *goals,
                                   const tp_Navmap *navmap, tp_Cell cell,
                                   tp_Most most, uint64_t *steps);

/* Notes ends until that takes so many steps, or nothing is left to note.
 * Returns how many it took. */
TP_FUNC uint64_t tp_cover_note(tp_Cover *cover, const tp_Goals *goals,
                               const tp_Navmap *navmap, uint64_t most);
TP_FUNC bool tp_cover_is_whole(const tp_Cover *cover, const tp_Goals *goals);

#endif
