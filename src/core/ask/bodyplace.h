/* bodyplace.h - where the body of an agent fits. */
#pragma once

#include "../navmap/navmap.h"
#include "line.h"

/* A point in the free cell of `at` where the body fits, and to which it can go
 * straight from the cell's centre: `at`, if the body fits there, or a point
 * near it. */
TP_FUNC tp_Point tp_body_place(const tp_Navmap *navmap, tp_Point at);
