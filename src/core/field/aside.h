/* aside.h - where an agent of a swarm goes with others around it: along the
 * flow, past those in front, or out of the way. */
#ifndef TP_ASIDE_H
#define TP_ASIDE_H

#include "flow.h"
#include "pile.h"
#include "placed.h"
#include "steer.h"
#include "swarm.h"

typedef struct tp_Aside {
  tp_Flow flow;
  tp_Placed placed;
  double quarter; /* of a cell, in world units: the lesser side          */
  tp_Pile *pile;  /* by root                                             */
  bool may_press; /* it is known who had arrived                         */
  bool is_calm;   /* all had arrived that have others near               */
  bool stirs;     /* somebody before has moved in this call              */
} tp_Aside;

/* In the world. */
typedef struct tp_AsidePoint {
  double x, y;
} tp_AsidePoint;

typedef struct tp_AsideAgent {
  uint32_t number;
  tp_AsidePoint at, on; /* where it is; where the flow leads it         */
  tp_Drift drift;       /* ON: it stands, or may go on      */
  bool by_link;         /* it takes one to get there        */
  bool rests;           /* against those who have arrived   */
  bool is_tight;        /* and somebody is nearer than apart */
  uint32_t root;        /* of them, or of who waits for them */
} tp_AsideAgent;

typedef enum tp_AsideStep {
  TP_GOES,
  TP_SLIDES,
  TP_PRESSES, /* against those who have arrived */
  TP_GIVES_WAY,
  TP_STANDS
} tp_AsideStep;

TP_INLINE tp_Spot tp_aside_spot(const tp_Flow *w, double x, double y) {
  return (tp_Spot){tp_spot_column(w, x), tp_spot_row(w, y), {0, 0}};
}

/* Is it in a cell that may be entered? Finds that. */
TP_INLINE bool tp_aside_is_open(const tp_Flow *w, tp_Spot *s) {
  return tp_spot_find_cell(w, s) && tp_steer_can_enter(w, s->cell);
}

/* A step by so much of an agent that is in a cell that may be entered, which
 * the flow leads on so far, and that drift is told. */
TP_FUNC tp_AsideStep tp_aside_step(const tp_Aside *k, tp_AsideAgent *a,
                                   double by);

/* Of one that has arrived: off those before it that are too near. */
TP_FUNC void tp_aside_make_room(const tp_Aside *k, tp_AsideAgent *a, double by);

/* After a step that presses: who has arrived there makes way, and who lies
 * behind those. `queue` has room for all. */
TP_FUNC void tp_aside_press(tp_Aside *k, const tp_Swarm *swarm, uint32_t agent,
                            uint32_t *queue);

#endif
