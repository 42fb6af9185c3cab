/* search.h - jump point search, on maps of one price. */
#ifndef TP_SEARCH_JUMP_SEARCH_H
#define TP_SEARCH_JUMP_SEARCH_H

#include "../search.h"

/* How many buckets the open list is to have. */
TP_FUNC uint32_t tp_jps_window(const tp_Navmap *navmap);

/* What search.h promises, for this algorithm. */
TP_FUNC tp_Status tp_jps_start(tp_Search *s, const tp_Navmap *navmap);
TP_FUNC tp_Status tp_jps_run(tp_Search *s, const tp_Navmap *navmap,
                             uint64_t budget);
TP_FUNC bool tp_jps_next_leg(const tp_Search *s, tp_Backtrace *b, tp_Leg *leg);
TP_FUNC bool tp_jps_node_info(const tp_Search *s, const tp_Navmap *navmap,
                              tp_Cell cell, tp_NodeInfo *info);

#endif
