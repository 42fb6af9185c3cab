/* fence.h - what thin walls hide from a view, and from a body what walls do
 * that do not hide it from a point. */
#ifndef TP_FENCE_H
#define TP_FENCE_H

#include "view.h"

/* Before row y is looked at: casts the shades of what stands on the border
 * before it. After it: of what stands between its columns. */
TP_FUNC void tp_fence_before(tp_View *view, int32_t y);
TP_FUNC void tp_fence_behind(tp_View *view);

/* Leaves what is hidden out of the row that was taken. */
TP_FUNC void tp_fence_leave_out(tp_View *view);

#endif
