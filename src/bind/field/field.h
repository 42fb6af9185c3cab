/* field.h - types and functions that the files about fields share.
 */
#pragma once

#include "../../core/field/phases.h"
#include "../crowd/avoid.h"
#include "../query/goals.h"

/* The sources of a field: the cells of its goals that lie on the grid. Each has
 * its goal's number, from 0. */
typedef struct Sources {
  tp_Source *source;
  size_t room; /* size of its block in bytes */
  uint32_t count;
} Sources;

typedef struct Field {
  double most;          /* max_cost; INFINITY: none */
  bool adjacent;        /* the field leads beside its goals */
  double strength;      /* of a flight */
  Finder *finder;       /* kept alive by a slot; origin and navmap, too */
  struct Field *origin; /* the field that a flight was made from; else NULL */
  /* the pathfinder's, or its overlay with avoided units */
  tp_Navmap *navmap;
  uint64_t revision; /* of the grid when the field was begun */
  uint64_t stamp;    /* grows with each build or repair */
  uint64_t made_of;  /* of a flight: the stamp of its origin */
  uint64_t shape;    /* of the grid; all below belongs to it */
  tp_Field field;
  tp_FieldBuild build;
  bind_Numbers goals[2]; /* the current goals, and the old or new goals */
  Sources sources[2];    /* the same for sources */
  int goals_now, sources_now;
  bind_Numbers points; /* coordinates of moved agents, from tables */
  bind_Numbers swarm;  /* working space for them */
} Field;

/* Slots of the handle. Blocks of the core are at FIELD_BLOCKS +
 * tp_FieldSlot. */
enum {
  FIELD_BLOCKS = 1,
  FIELD_FINDER = FIELD_BLOCKS + TP_FIELD_SLOTS,
  FIELD_ORIGIN,
  FIELD_GOALS, /* two slots, and two sources */
  FIELD_SOURCES = FIELD_GOALS + 2,
  FIELD_POINTS = FIELD_SOURCES + 2,
  FIELD_SWARM,
  FIELD_OTHERS, /* the units to avoid */
  FIELD_AVOID,  /* copies of the options avoid and except */
  FIELD_SLOTS = FIELD_AVOID + AVOID_SLOTS - 1
};

/* A flight shares the lock of its origin. */
TP_INLINE Field *field_to_lock(Field *f) { return f->origin ? f->origin : f; }
TP_INLINE bind_Locks field_locks(Field *f) {
  return bind_locks(field_to_lock(f), f->finder->grid);
}

/* Resets the field if the grid was resized. */
TP_FUNC void tp_field_reset_if_resized(Field *f);

/* Updates the map of the field's pathfinder, and finishes the field if it is
 * not done. Raises if it is being built (in a finalizer). */
TP_FUNC void tp_field_ready(lua_State *L, int handle, Field *f,
                            const char *function);

/* The field at 1, ready. */
TP_FUNC Field *tp_field_self(lua_State *L, const char *function);

TP_INLINE bool field_is_done(const Field *f) {
  return f->field.status == TP_FOUND;
}

TP_INLINE bool field_is_current(const Field *f) {
  return f->field.revision == tp_navmap_revision(f->navmap);
}

/* Does the field have a cost for the cell? */
TP_INLINE bool field_knows(const Field *f, tp_Cell c) {
  return tp_mask_can_enter(f->navmap->mask, c.x, c.y) &&
         tp_field_cost(&f->field, c.x, c.y) != TP_FAR;
}

/* Builds or repairs the whole field, with the list of goals of that number. */
TP_FUNC void tp_field_renew(lua_State *L, int handle, Field *f, int goals,
                            const char *function);

/* Pushes nil and the reason why the field has no answer for the cell. */
TP_FUNC int tp_field_refuse(lua_State *L, const Field *f, tp_Cell c);

/* The core's query for the list of goals of that number (fieldsources.c). Makes
 * their sources, in a suitable unit, unless they exist. An error leaves
 * everything as it was. */
TP_FUNC tp_FieldQuery tp_field_query(lua_State *L, int handle, Field *f,
                                     int goals);
