/* field.h - what the files about fields share. */
#ifndef BIND_FIELD_H
#define BIND_FIELD_H

#include "../../core/field/run.h"
#include "../crowd/avoid.h"
#include "../query/goals.h"

/* The sources of a field: those of its goals that lie on the grid, with their
 * numbers from 0. */
typedef struct Sources {
  tp_Source *source;
  size_t room; /* bytes of the block that it stands in */
  uint32_t count;
  uint32_t *region; /* those that they are in, as far as somebody has asked */
  uint32_t region_count;
  uint64_t
      regions_seen; /* versions of mask and odd cells; 0: nobody has asked  */
} Sources;

typedef struct Field {
  bool sliced;          /* built by field:step alone                        */
  double most;          /* max_cost; INFINITY: none                         */
  double strength;      /* of a flight                                      */
  Finder *finder;       /* kept alive by a slot, here and below             */
  struct Field *origin; /* what a flight flees by; else NULL                */
  tp_Navmap *navmap;    /* the pathfinder's; or that of its agent among others,
                           which are kept in a slot                         */
  uint64_t revision; /* of the grid that it was begun on                    */
  uint64_t stamp;    /* grows each time it is made or repaired              */
  uint64_t shape;    /* of the grid, that all below is for                  */
  tp_Field field;
  tp_FieldBuild build;
  bind_Numbers
      goals[2];       /* those in use, and the ones before or after them    */
  Sources sources[2]; /* the same                                           */
  int goals_now, sources_now;
  bind_Numbers points; /* of agents that are moved, out of tables */
  bind_Numbers swarm;  /* what the core takes for them            */
} Field;

/* Slots of the handle. Blocks of the core stand at FIELD_BLOCKS + tp_FieldSlot.
 */
enum {
  FIELD_BLOCKS = 1,
  FIELD_FINDER = FIELD_BLOCKS + TP_FIELD_SLOTS,
  FIELD_ORIGIN,
  FIELD_GOALS, /* two, and */
  FIELD_SOURCES = FIELD_GOALS + 2,
  FIELD_POINTS = FIELD_SOURCES + 2,
  FIELD_SWARM,
  FIELD_OTHERS, /* who is in the way, and          */
  FIELD_AVOID,  /* copies of two options about them */
  FIELD_SLOTS = FIELD_AVOID + 1
};

/* A flight shares the busy mark of what it flees by. */
TP_INLINE Field *field_marked(Field *f) { return f->origin ? f->origin : f; }
TP_INLINE bind_Marks field_marks(Field *f) {
  return bind_marks(field_marked(f), f->finder->grid);
}

/* If the grid has another shape it knows nothing, and is to begin. */
TP_FUNC void tp_field_look(Field *f);

/* The field at 1, with its pathfinder up to date. One that is not sliced is
 * done; but for calls from finalizers while it is being made. */
TP_FUNC Field *tp_field_self(lua_State *L, const char *function);

TP_INLINE bool field_is_done(const Field *f) {
  return f->field.status == TP_FOUND;
}

TP_INLINE bool field_is_current(const Field *f) {
  return f->field.revision == tp_navmap_revision(f->navmap);
}

/* Pushes nil and why the field knows nothing of a cell; or that it is not done.
 */
TP_FUNC int tp_field_refuse(lua_State *L, Field *f, tp_Cell c);

/* What the core is asked, with the goals of that number (sources.c): makes
 * their sources, in the unit that is right for them, unless they are there.
 * Fails without a change, or not at all. */
TP_FUNC tp_FieldQuery tp_sources_query(lua_State *L, int handle, Field *f,
                                       int goals);

/* Does a way lead from here to a goal that is only too far? */
TP_FUNC bool tp_sources_are_too_far(Field *f, tp_Cell c);

/* For queues. A field for the pathfinder at 1, with the goals at 2 and the
 * options at 3, is pushed, not adopted and not begun; `is_queued`: options of a
 * queue may be among these. */
TP_FUNC Field *tp_field_read(lua_State *L, bool is_queued);

/* Pushes a field of the pathfinder at an absolute index to one cell. */
TP_FUNC Field *tp_field_make(lua_State *L, int finder, tp_Cell goal,
                             const char *function);

/* Begins it, or goes on, for up to so many cells; after an edit it is repaired.
 * True when it is done. Its pathfinder is up to date. */
TP_FUNC bool tp_field_go_on(lua_State *L, int handle, Field *f,
                            uint64_t budget);

/* Makes it done, or done again, for units that go along it. */
TP_FUNC void tp_field_finish(lua_State *L, int handle, Field *f,
                             const char *function);

#endif
