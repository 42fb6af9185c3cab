/* pathwindow.h - the window of a path; and if both show the map as it is. */
#pragma once

#include "unitpath.h"

/* This near to its edge a window is renewed, in cells. */
enum { TP_WINDOW_EDGE = 2 };

/* Can the path still be walked at its cost? A rectangle of the log may be
 * larger than the change: rectangles only save the look at each step. If the
 * unit's cell was closed after the path was taken, the way through the closed
 * cells is none: two units that meet would wait for each other, but ways out do
 * not cross. A path that begins in closed cells keeps its way out; a given path
 * and a trail may be closed. */
TP_FUNC bool tp_unitpath_is_whole(const tp_UnitPath *p, const tp_Navmap *nav);

/* Takes note of the changes since the last look. Returns false if they cut the
 * path. */
TP_FUNC bool tp_unitpath_catch_up(tp_UnitPath *p, const tp_Navmap *nav);

/* Bytes of working space for tp_unitpath_show. */
TP_FUNC size_t tp_unitpath_scratch_bytes(void);

/* Chooses the rectangle of a window. A map that fits is shown whole. Otherwise
 * the window has the unit, its place on the path, and as much of the path
 * ahead as fits. Empty: the unit is too far off. */
TP_FUNC tp_Rect tp_unitpath_window(tp_UnitPath *p, const tp_Navmap *nav,
                                   tp_Cell at);

/* Fills a window for a rectangle of the map. */
TP_FUNC void tp_unitpath_show(const tp_UnitPath *p, tp_Window *w,
                              const tp_Navmap *nav, tp_Rect area,
                              void *scratch);
