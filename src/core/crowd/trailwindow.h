/* trailwindow.h - the window of a trail, and whether both show the map as it is. */
#pragma once

#include "unitpath.h"

/* This near to its edge a window is renewed, in cells. */
enum { TP_WINDOW_EDGE = 2 };

/* Can the trail still be walked at its cost? A rectangle of the log may be
 * larger than the change: rectangles only save the look at each step. If the
 * mover's cell was closed, the old way through the closed cells is none: two
 * movers that meet would wait for each other, but ways out do not cross. */
TP_FUNC bool tp_trail_has_way(const tp_Trail *t, const tp_Navmap *nav);

/* Takes note of the changes since the last look. Returns false if they cut the
 * trail. */
TP_FUNC bool tp_trail_follow(tp_Trail *t, const tp_Navmap *nav);

/* Bytes of working space for tp_trail_show. */
TP_FUNC size_t tp_trail_scratch_bytes(void);

/* Chooses the rectangle of a window. A map that fits is shown whole. Otherwise
 * the window has the mover, its place on the trail, and as much of the trail
 * ahead as fits. Empty: the mover is too far off. */
TP_FUNC tp_Rect tp_trail_window(tp_Trail *t, const tp_Navmap *nav, tp_Cell at);

/* Fills a window for a rectangle of the map. */
TP_FUNC void tp_trail_show(const tp_Trail *t, tp_Window *w,
                           const tp_Navmap *nav, tp_Rect area, void *scratch);
