/* visible.h - all cells from which one is seen, row by row. */
#ifndef TP_VISIBLE_H
#define TP_VISIBLE_H

#include "view.h"

/* Words of working space that a view takes on a map so wide. */
TP_FUNC size_t tp_view_words(int32_t width);

/* A view of the cells within that range, squared, from which one sees the cell
 * (which lies inside) as tp_sees_goal has it. The agent is up to date. */
TP_FUNC void tp_view_start(tp_View *view, const tp_Navmap *navmap, tp_Cell cell,
                           uint64_t range, uint64_t *work);

/* False where there are no more rows. */
TP_FUNC bool tp_view_next(tp_View *view);

#endif
