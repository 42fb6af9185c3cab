/* raised.h - what an agent pays for being in a cell that is not to be entered
 * lightly: the price of an agent alone, raised where somebody stands. */
#ifndef TP_RAISED_H
#define TP_RAISED_H

#include "costmap.h"

/* So many prices there may be without a raise; class price + TP_RAISED is the
 * same, raised. */
enum { TP_RAISED = TP_NO_CLASS / 2 };

/* How the classes of an agent alone become others: see tp_raised_begin. */
typedef struct tp_Raised {
  tp_Classes alone;          /* from which all else follows             */
  uint8_t class[TP_CLASSES]; /* of each of those, not raised            */
  double price[TP_RAISED];   /* of each class, not raised; rising       */
  int32_t prices;
  int32_t padding;
} tp_Raised;

/* Where nothing is known yet. */
TP_FUNC void tp_raised_init(tp_Raised *raised);

/* Says which classes those of an agent alone become: one for each price that is
 * known, or where there are more than TP_RAISED, for a few of them that follow
 * one another, of which the dearest counts. Are they others now? Then all cells
 * are to be read. */
TP_FUNC bool tp_raised_begin(tp_Raised *raised, const tp_Classes *alone);

/* What the classes of positions follow from. */
typedef struct tp_RaisedFrom {
  const uint8_t *alone;      /* those of an agent alone               */
  const tp_Mask *mask;       /* where that may be                     */
  const tp_Mask *stood;      /* the single cells where somebody stands */
  const tp_Profile *profile; /* the agent's                           */
} tp_RaisedFrom;

/* Finds the classes of the positions of a rectangle (which lies inside), or of
 * a few more. */
TP_FUNC void tp_raised_read(const tp_Raised *raised, tp_Costmap *ground,
                            const tp_RaisedFrom *from, tp_Rect rect);

/* What the classes stand for, and which are in use: those of an agent alone,
 * and all of them raised where somebody stands anywhere. */
TP_FUNC void tp_raised_tell(const tp_Raised *raised, const tp_Costmap *ground,
                            double raise, tp_Classes *classes);

#endif
