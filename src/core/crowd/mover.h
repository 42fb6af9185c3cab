/* mover.h - one unit as far as it moves: where it stands or goes, what it
 * wants, and how long its steps take. 120 bytes.
 *
 * It is in one cell (its top left one), `at`. A step gives it the cell that it
 * goes to at once; until `end` it is under way from another one, `from`, whose
 * cells it holds as well, but for those that a follower has taken over:
 *
 *      from        at             the occupancy says, from begin to end:
 *      +---+      +---+           both are its own
 *      | o-|----->|   |
 *      +---+      +---+           x = from + (at - from) (now - begin)
 *      begin       end                         / (end - begin)
 *
 * A link is taken like a step, but both ends are its own alone until `end`: no
 * follower has the one that it leaves. Such a step has no beginning that
 * anybody asks for, and may last longer than `lasts` can count: that is 0.
 *
 * Times are whole numbers; so are places, until somebody asks for them.
 */
#ifndef TP_MOVER_H
#define TP_MOVER_H

#include "../agent/metric.h"
#include "guide.h"

#define TP_NO_TIME UINT64_MAX

enum { TP_MOST_GROUPS = 16, TP_MOST_PLANS = 127 };

/* What a mover may choose besides a direction: to stay is TP_DIRECTIONS. */
enum { TP_TO_LINK = TP_DIRECTIONS + 1, TP_CHOICES };

/* The state of a mover. */
typedef enum tp_MoverState {
  TP_IDLE,    /* nothing: it makes way, and goes back to its home  */
  TP_WAITING, /* to go, as soon as it has a way                    */
  TP_GOING,
  TP_ARRIVED, /* it is at its goal, or goes back to it             */
  TP_SETTLED, /* near enough, at rest                              */
  TP_BLOCKED  /* no way, or nobody lets it through: rests, and tries again */
} tp_MoverState;

/* Flags of a mover. */
enum {
  TP_MOVER_THERE = 1,    /* this id is somebody's                            */
  TP_MOVER_PAUSED = 2,   /* it stands and cannot be pushed                   */
  TP_MOVER_ROUND = 4,    /* a paused one has stopped it: it asks for a way
                            round them, and has come no nearer since         */
  TP_MOVER_QUEUED = 8,   /* it is in the queue for ways                      */
  TP_MOVER_REFUSED = 16, /* there is no way to its goal                     */
  TP_MOVER_AWAY = 32,    /* it was pushed off where it rests                 */
  TP_MOVER_TOLD = 64,    /* its end was told by an event; of one that loops,
                            and it has not stepped since                     */
  TP_MOVER_STUCK = 128 /* it was blocked, and has come no nearer since       */
};

/* What a round has made of a mover: it may yet be asked, or not. */
typedef enum tp_Choice {
  TP_UNDECIDED,
  TP_TRIES, /* it has reserved the cell `to`, if those there make way */
  TP_STEPS, /* goes to `to`                                          */
  TP_STAYS
} tp_Choice;

/* The step that is under way, or the last one: over where end <= now. Cells as
 * tp_pack_cell has them. */
typedef struct TP_STATE tp_Stride {
  uint64_t end;
  uint32_t lasts; /* since its begin; 0: it is by a link. Of one that chooses
                     TP_TO_LINK: the cell that the link leads to, packed     */
  uint32_t from;
} tp_Stride;

/* How it has fared since its order. */
typedef struct TP_STATE tp_Progress {
  uint64_t since;  /* when it was ordered, or was at its goal last        */
  uint64_t best;   /* the least that its way has cost                     */
  uint64_t nearer; /* when that was; or when it tries again, if blocked   */
} tp_Progress;

/* How long a step takes: along x, along y, along both. At least 1. */
typedef struct tp_Durations {
  uint32_t x, y, both;
} tp_Durations;

typedef struct TP_STATE tp_Mover {
  const tp_Navmap *navmap; /* up to date at each round; its size is the
                              mover's                                     */
  tp_Guide guide;
  tp_Stride stride;
  tp_Progress progress;
  uint64_t wake; /* when it decides next; TP_NO_TIME: when it is pushed or
                    something near it changes                             */
  uint32_t at;
  tp_Durations lasts;
  uint32_t before, after; /* in its list of the wheel; 0: nobody */
  uint32_t bumped;        /* whom it has said to be in its way      */
  int32_t priority : 11;  /* the game's; larger ones come first    */
  uint32_t settle : 15;   /* cells: so near its goal may be enough */
  uint32_t group : 5;     /* cluster in which it is planned; 0: none */
  uint32_t firm : 1;      /* it makes way for nobody                 */
  uint8_t plans : 7;      /* how often one came to nothing, of late          */
  uint8_t asks : 1; /* where to go, each time that it stands and decides  */
  uint8_t steps;    /* that the map allowed when it last looked        */
  uint8_t wide, high;
  uint8_t state : 3;
  uint8_t put : 1; /* it was put where it is, or where its step began */
  uint8_t to : 4;  /* direction that a round has chosen; TP_DIRECTIONS: stay;
                      TP_TO_LINK: by a link to the cell `stride.lasts`     */
  uint8_t flags;
  uint8_t choice : 2;  /* TP_UNDECIDED, but for a round's time           */
  uint8_t loops : 1;   /* at its goal it wants another one, and no rest  */
  uint8_t heading : 4; /* direction of its last step, of hexagons as one turns;
                          TP_DIRECTIONS: none                            */
  uint8_t renewed : 1; /* `best` is of a later way: to be nearer is no news */
  uint8_t pauses : 3;  /* how often it has come to be blocked            */
  uint8_t pushes : 5;  /* how often it was pushed off its goal, of late  */
} tp_Mover;

/* How many cells a step takes that were not under one of that size before, at
 * most: diagonally those of two sides. 0 of nobody. */
TP_INLINE uint32_t tp_mover_sides(int32_t wide, int32_t high) {
  return wide > 0 ? (uint32_t)(wide + high - 1) : 0;
}

TP_INLINE tp_Cell tp_mover_cell(const tp_Mover *m) {
  return tp_unpack_cell(m->at);
}

/* The cells under it in one. */
TP_INLINE tp_Rect tp_mover_under(const tp_Mover *m, uint32_t cell) {
  tp_Cell c = tp_unpack_cell(cell);
  return (tp_Rect){c.x, c.y, m->wide, m->high};
}

/* The cell that a round has chosen. */
TP_INLINE uint32_t tp_mover_to(const tp_Mover *m) {
  if (m->to == TP_DIRECTIONS) return m->at;
  if (m->to == TP_TO_LINK) return m->stride.lasts;
  const tp_Cell to = tp_beside(tp_mover_cell(m), m->to);
  return tp_pack_cell(to.x, to.y);
}

TP_INLINE uint64_t tp_mover_began(const tp_Mover *m) {
  return m->stride.end - m->stride.lasts;
}

TP_INLINE bool tp_mover_is_under_way(const tp_Mover *m, uint64_t now) {
  return m->stride.end > now;
}

/* Is it between the ends of a link, and holds both? */
TP_INLINE bool tp_mover_is_in_link(const tp_Mover *m) {
  return m->stride.from != m->at && m->stride.lasts == 0;
}

/* Has it left no cell that it still has to let go? Then it wakes when it is
 * told to; else at the end of its step. */
TP_INLINE bool tp_mover_stands(const tp_Mover *m) {
  return m->stride.from == m->at;
}

/* Does it stand, whatever it wants? */
TP_INLINE bool tp_mover_is_fixed(const tp_Mover *m) {
  return (m->flags & TP_MOVER_PAUSED) != 0;
}

/* May nobody push it? */
TP_INLINE bool tp_mover_is_firm(const tp_Mover *m) {
  return m->firm || tp_mover_is_fixed(m);
}

/* Is it where it wants to be? */
TP_INLINE bool tp_mover_rests(const tp_Mover *m) {
  return m->state == TP_IDLE || m->state == TP_BLOCKED ||
         ((m->state == TP_ARRIVED || m->state == TP_SETTLED) &&
          !(m->flags & TP_MOVER_AWAY));
}

/* Is it in the way until the game moves it? Others go round it. */
TP_INLINE bool tp_mover_is_wall(const tp_Mover *m) {
  return tp_mover_is_fixed(m) || (m->firm && tp_mover_rests(m));
}

/* Is it at its goal, and wants to be nowhere else? */
TP_INLINE bool tp_mover_is_home(const tp_Mover *m) {
  return m->state == TP_ARRIVED && !(m->flags & TP_MOVER_AWAY);
}

/* May it settle in a cell, so near its goal, and where it is? */
TP_INLINE bool tp_mover_is_near_in(const tp_Mover *m, tp_Cell c) {
  const tp_Cell goal = m->guide.goal;
  return m->settle > 0 && goal.x >= 0 &&
         tp_steps_apart(m->navmap->moves.stagger, c, goal) <= m->settle;
}

TP_INLINE bool tp_mover_is_near(const tp_Mover *m) {
  return tp_mover_is_near_in(m, tp_mover_cell(m));
}

TP_INLINE uint64_t tp_mover_lasts(const tp_Mover *m, int direction) {
  if (tp_is_diagonal(direction)) return m->lasts.both;
  return tp_is_across(direction) ? m->lasts.x : m->lasts.y;
}

#endif
