/* taskrunner.h - runs the resumable tasks of the core, and gives them the
 * memory that they ask for (base/task.h).
 *
 * The blocks live in the given slot and in the slots after it. Each block is
 * made with the slot's locks held.
 */
#pragma once

#include "../../core/field/phases.h"
#include "../../core/search/search.h"
#include "memory.h"

/* The first of the slots of walls that have their parts, by tp_Part. */
enum { WALLS_PARTS = 1 };

/* Brings parts of a navmap up to date with its grid (navmap.h). `walls`: the
 * slot of the same handle with that of its walls; 0: it has none. */
TP_FUNC void tp_taskrunner_navmap(lua_State *L, tp_Navmap *navmap,
                                  unsigned parts, bind_BlockSlot blocks,
                                  int walls);

/* Runs the search until it has expanded `budget` more cells, or has ended. */
TP_FUNC tp_Status tp_taskrunner_search(lua_State *L, tp_Search *search,
                                       bind_BlockSlot blocks, uint64_t budget);

/* Runs the build of a field until it has expanded `budget` more cells, or has
 * ended. */
TP_FUNC tp_Status tp_taskrunner_field(lua_State *L, tp_FieldBuild *build,
                                      const tp_Navmap *navmap,
                                      bind_BlockSlot blocks, uint64_t budget);

/* Wall-clock time, for `finder.info.seconds` and the budgets of queues: seconds
 * since a moment that is fixed while the program runs. */
TP_FUNC double tp_clock_now(void);
