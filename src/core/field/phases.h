/* phases.h - makes fields: new ones, repairs of old ones, and flights.
 *
 *     tp_field_begin(b, f, navmap, &query);
 *     while (tp_field_run(b, navmap, budget) == TP_NEEDS_ROOM)
 *       tp_field_give(b, a block of b->need.bytes bytes);
 *
 * Both structures must be zero at first. They point to blocks that the caller
 * owns, and to the list of sources.
 */
#pragma once

#include "fieldmemory.h"

/* Begins a new field. The agent must be up to date. */
TP_FUNC void tp_field_begin(tp_FieldBuild *b, tp_Field *f, const tp_Navmap *nav,
                            const tp_FieldQuery *query);

/* Begins a field that leads away from the sources of another one. That one must
 * be finished, and unchanged until this one is. `strength` is in units of
 * 1/TP_STRENGTH. */
TP_FUNC void tp_field_flee(tp_FieldBuild *b, tp_Field *f, const tp_Navmap *nav,
                           const tp_Field *from, uint32_t strength);

/* After edits, or for other sources: begins a repair of the field, or a new
 * one. The agent must be up to date. The old list of sources is needed until
 * the field is finished. Not for flights. */
TP_FUNC void tp_field_update(tp_FieldBuild *b, const tp_Navmap *nav,
                             const tp_FieldQuery *query);

/* Goes on for up to `budget` cells. TP_FOUND: the field is finished. The grid
 * must be unchanged since the field was begun or updated. */
TP_FUNC tp_Status tp_field_run(tp_FieldBuild *b, const tp_Navmap *nav,
                               uint64_t budget);
