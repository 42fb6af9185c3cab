/* among.h - the navmap of an agent among others: that of the agent alone, but
 * where somebody stands it may not be, or pays more.
 *
 *     tp_navmap_prepare(base, TP_REGIONS), and room where it is needed;
 *     tp_avoided_aim(avoided, presence);
 *     tp_navmap_prepare(among, parts), and room where it is needed
 *
 * in this order before each question. All that takes a navmap takes this one.
 * Where no goals are refused (fields, sight) TP_MAP of the base will do. In
 * slices (tp_navmap_prepare_some) changes here and there, of one cell in a
 * thousand at most, are followed at once, whatever the budget.
 */
#ifndef TP_AMONG_H
#define TP_AMONG_H

#include "navmap.h"

/* `base`, which has its map, and `avoided` outlive it. `raise`: of the price of
 * each step onto cells where somebody stands, as a terrain's price is counted;
 * 0: there are no such steps. */
TP_FUNC void tp_among_init(tp_Navmap *among, const tp_Navmap *base,
                           const tp_Avoided *avoided, double raise);

#endif
