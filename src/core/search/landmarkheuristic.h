/* landmarkheuristic.h - chooses the tables of landmarks that a search reads. */
#pragma once

#include "heuristic.h"

/* Chooses the best tables for a path. With several goals (NULL: one), `goal` is
 * one of them or near one; then the tables are on only if the ends are few. */
TP_FUNC void tp_alt_init(tp_Alt *alt, const tp_Navmap *navmap, tp_Cell start,
                         tp_Cell goal, const tp_Goals *goals);

/* Are its tables consistent, and their numbers unchanged? If not, a search that
 * uses them must begin again. */
TP_FUNC bool tp_alt_is_valid(const tp_Alt *alt, const tp_Navmap *navmap);
