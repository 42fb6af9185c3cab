/* feed.h - runs what the core does bit by bit, and gives it the memory that it
 * asks for (base/status.h).
 *
 * Its blocks live in the slot that is given, and in those behind it. Each is
 * made with the slot's marks up.
 */
#ifndef BIND_FEED_H
#define BIND_FEED_H

#include "../../core/field/run.h"
#include "../../core/search/search.h"
#include "block.h"

/* Brings parts of a navmap up to date with its grid (navmap.h). */
TP_FUNC void tp_feed_navmap(lua_State *L, tp_Navmap *navmap, unsigned parts,
                            bind_BlockSlot blocks);

/* The same in slices: until that is done (TP_FOUND), or about so many units of
 * work are, by which the budget is lowered (TP_RUNNING). */
TP_FUNC tp_Status tp_feed_navmap_some(lua_State *L, tp_Navmap *navmap,
                                      unsigned parts, bind_BlockSlot blocks,
                                      uint64_t *budget);

/* Until it has expanded `budget` more cells, or ended. */
TP_FUNC tp_Status tp_feed_search(lua_State *L, tp_Search *search,
                                 bind_BlockSlot blocks, uint64_t budget);

/* Gets it ready for that (search.h). */
TP_FUNC tp_Status tp_feed_search_ready(lua_State *L, tp_Search *search,
                                       bind_BlockSlot blocks, uint64_t *budget);

/* Finds the exit of a way out: TP_FOUND, or TP_FAILED. */
TP_FUNC tp_Status tp_feed_escape(lua_State *L, tp_Escape *escape,
                                 const tp_Navmap *navmap, const tp_Query *query,
                                 bind_BlockSlot blocks);

/* As a search. */
TP_FUNC tp_Status tp_feed_field(lua_State *L, tp_FieldBuild *build,
                                const tp_Navmap *navmap, bind_BlockSlot blocks,
                                uint64_t budget);

/* The wall's clock, for `finder.info.seconds` and the budgets of queues:
 * seconds since some moment that stays the same while the program runs. */
TP_FUNC double tp_clock_now(void);

#endif
