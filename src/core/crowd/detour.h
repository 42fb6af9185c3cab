/* detour.h - ways round those that are paused: of movers with TP_MOVER_ROUND.
 */
#ifndef TP_DETOUR_H
#define TP_DETOUR_H

#include "state.h"

/* Does a paused one keep the mover from the cell, so that a way round is worth
 * a look? */
TP_FUNC bool tp_detour_helps(const tp_Motion *m, uint32_t id, tp_Cell c);

/* From its next look on it is to go round them. */
TP_INLINE void tp_detour_begin(tp_Motion *m, uint32_t id) {
  tp_motion_mover(m, id)->flags |= TP_MOVER_ROUND;
  m->has_detours = true;
}

/* Makes the chart of one that has one of the whole map of its own. False: there
 * is no way round. */
TP_FUNC bool tp_detour_make(tp_Motion *m, uint32_t id, uint64_t *budget);

/* Is another chart to be found for it? Its own is made anew when others have
 * been paused since. */
TP_FUNC bool tp_detour_lacks(tp_Motion *m, uint32_t id, uint64_t *budget);

/* Makes those anew that lag behind the map, or behind who is paused. */
TP_FUNC void tp_detour_renew_all(tp_Motion *m, uint64_t *budget);

/* For one that comes to rest: no detour any more, if it had one. */
TP_FUNC void tp_detour_end(tp_Motion *m, uint32_t id);

/* Is its chart, one round others, of the map and of the paused ones of now? */
TP_FUNC bool tp_detour_is_current(const tp_Motion *m, uint32_t id);

#endif
