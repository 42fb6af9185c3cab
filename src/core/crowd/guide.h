/* guide.h - what it costs from a cell to where a mover wants to go: all that a
 * round knows of its way.
 *
 * A trail of the mover's own is asked first. Without one a field, which many
 * may share; and where there is neither, the way is as the crow flies.
 */
#ifndef TP_GUIDE_H
#define TP_GUIDE_H

#include "trail.h"

typedef struct TP_STATE tp_Guide {
  const tp_Field *field; /* done; NULL: none. Of the mover's own navmap, or of
                            one that may enter the same cells                */
  tp_Trail *trail; /* NULL: none. It counts as the navmap does               */
  tp_Cell goal;    /* where it wants to be; x < 0: wherever the field ends; of
                   an idle mover its home                                  */
} tp_Guide;

TP_INLINE bool tp_guide_has_goal(const tp_Guide *g) { return g->goal.x >= 0; }

/* Does it lead over the map, and not just as the crow flies? */
TP_INLINE bool tp_guide_leads(const tp_Guide *g) {
  return g->field != NULL || g->trail != NULL;
}

/* How many of its units are one of the navmap's step costs. */
TP_INLINE uint64_t tp_guide_factor(const tp_Guide *g) {
  return g->field && !g->trail ? g->field->asked.factor : 1;
}

/* What it costs from a cell inside the map; TP_FAR where no way is known, 0
 * everywhere where it neither leads nor has a goal. It needs no memory and
 * changes nothing. Of a trail, outside of its window, that is exact on it near
 * the mover; elsewhere as if one could go straight to one of its turns. */
TP_FUNC uint64_t tp_guide_cost(const tp_Guide *g, const tp_Navmap *nav,
                               tp_Cell c);

/* Is the cell where it leads to? */
TP_FUNC bool tp_guide_is_end(const tp_Guide *g, const tp_Navmap *nav,
                             tp_Cell c);

/* Does its way go on from the cell by an edge that is no dearer than to go on by
 * steps? Of several edges it is the cheapest, of equal ones the first. `best`
 * may be NULL. */
TP_FUNC bool tp_guide_edge(const tp_Guide *g, const tp_Navmap *nav, tp_Cell at,
                           tp_Edge *best);

/* What it costs by an edge that it may take, as tp_guide_cost does. */
TP_FUNC uint64_t tp_guide_edge_cost(const tp_Guide *g, const tp_Navmap *nav,
                                    const tp_Edge *edge);

/* The next cell of the trail of a mover that is on it, which may go there with
 * one step, or by a link: if nobody is in it nothing else needs to be asked.
 * False where there is none. */
TP_FUNC bool tp_guide_next(const tp_Guide *g, const tp_Navmap *nav, tp_Cell at,
                           tp_Cell *next);

/* How a guide serves a mover that is in a cell. */
typedef enum tp_Service {
  TP_GUIDE_SERVES,
  TP_GUIDE_LAGS,  /* its window is to be made, or made anew */
  TP_GUIDE_ASTRAY /* another way is to be found             */
} tp_Service;

/* `is_hindered`: somebody stands in the next cell of its trail, so that it
 * wants to know the costs around. The navmap is up to date. Notes how far the
 * mover has come, and as of when what it goes by holds. */
TP_FUNC tp_Service tp_guide_service(tp_Guide *g, const tp_Navmap *nav,
                                    tp_Cell at, bool is_hindered);

/* Makes the window of one that lags, in working space of
 * tp_guide_scratch_bytes. Returns how it then serves. */
TP_FUNC tp_Service tp_guide_refresh(tp_Guide *g, const tp_Navmap *nav,
                                    tp_Cell at, void *scratch);

/* The map has been edited: a window that showed the place shows it as it is
 * now. So an edit that is undone leaves it as it was. */
TP_FUNC void tp_guide_note_edit(tp_Guide *g, const tp_Navmap *nav,
                                void *scratch);

TP_FUNC size_t tp_guide_scratch_bytes(void);

/* What is left of a mover's way, to be walked along: by steps to the trail,
 * from one that others have made leave it, and then along that. */
typedef struct tp_Rest {
  const tp_Trail *trail; /* NULL: none, it is there                       */
  const tp_Navmap *navmap;
  tp_Cell joins;  /* where it comes to the trail                         */
  uint32_t legs;  /* from there to the end                               */
  uint32_t steps; /* until there, and the direction of each              */
  bool is_shut;   /* its cell is blocked                                 */
  uint8_t direction[TP_WINDOW_CELLS];
} tp_Rest;

/* What is left for a mover in the cell, as the map is now, in working space as
 * tp_guide_refresh has it. False: it leads nowhere, or the mover is to ask for
 * another way. Changes nothing of the guide. */
TP_FUNC bool tp_guide_rest(const tp_Guide *g, const tp_Navmap *nav, tp_Cell at,
                           void *scratch, tp_Rest *rest);

/* The same as a route, which is walked from its end and points to the rest. */
TP_FUNC tp_Route tp_rest_route(const tp_Guide *g, const tp_Rest *rest);

/* How many steps of a trail, which there is, are left for a mover in the cell:
 * from `joins`, its cell that is nearest. Changes nothing. */
TP_FUNC tp_StepCount tp_guide_steps(const tp_Guide *g, tp_Stagger stagger,
                                    tp_Cell at, tp_Cell *joins);

#endif
