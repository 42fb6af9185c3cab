/* run.h - makes fields: new ones, by repair, or out of another by turning it
 * round.
 *
 *     tp_field_begin(b, f, navmap, &query);
 *     while (tp_field_run(b, navmap, budget) == TP_NEEDS_ROOM)
 *       tp_field_give(b, a block of b->need.bytes bytes);
 *
 * Both structures are zero at first. They hold addresses of blocks that the
 * caller owns, and that of the list of sources.
 */
#ifndef TP_FIELD_RUN_H
#define TP_FIELD_RUN_H

#include "build.h"

/* Begins a field. The agent has caught up. */
TP_FUNC void tp_field_begin(tp_FieldBuild *b, tp_Field *f, const tp_Navmap *nav,
                            const tp_FieldQuery *query);

/* Begins a field that leads away from the sources of another, which is done,
 * and stays so until this one is. `strength` is in parts of TP_STRENGTH. */
TP_FUNC void tp_field_flee(tp_FieldBuild *b, tp_Field *f, const tp_Navmap *nav,
                           const tp_Field *from, uint32_t strength);

/* After edits, or with other sources: begins to repair what changed, or the
 * field anew. The agent has caught up. The old list of sources is wanted until
 * the field is done. Not for flights. */
TP_FUNC void tp_field_update(tp_FieldBuild *b, const tp_Navmap *nav,
                             const tp_FieldQuery *query);

/* Goes on for up to `budget` cells. TP_FOUND: the field is done. The grid is
 * the one that it was begun or updated with. */
TP_FUNC tp_Status tp_field_run(tp_FieldBuild *b, const tp_Navmap *nav,
                               uint64_t budget);

#endif
