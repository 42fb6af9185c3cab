/* worker.c - runs a ticket, slice by slice: first the map is updated, then the
 * search runs, then the path is written.
 *
 *     ready -> run -> measure -> write        ready -> field        prepare
 *
 * A worker has a store, which stays after the ticket: the next ticket uses it.
 * After an edit the map is updated first. Then a search continues, and its path
 * is checked at its end. It begins again if the path is no longer valid
 * (core/search/search.h), or if the edit came while the path was written.
 *
 * A ticket becomes urgent after JOB_RESTARTS restarts, or after as many edits
 * in a row without progress. Then it runs to its end in one go, however long
 * that takes.
 *
 * An edit does not restart the preparation of a pathfinder, but with frequent
 * edits it might never end. So its work is counted: as much work as a
 * preparation from nothing takes, with an edit in between, counts as a restart.
 * After PATIENCE restarts it ends if there are landmarks, even if they lack
 * some edits.
 *
 * Invariant: between two slices any other code may run. Within a slice user
 * code runs only while the queue and the grid are busy.
 */
#include <string.h>

#include "../kit/feed.h"
#include "queue.h"

static const char update[] = "update";

enum {
  PATIENCE = 2,     /* restarts until less is enough */
  CELLS_A_UNIT = 16 /* of a path that is measured or written */
};

/* The context of a slice. */
typedef struct Work {
  lua_State *L;
  Queue *queue;
  Worker *worker;
  Ticket *ticket;
  Finder *finder;
  bind_BlockSlot blocks;
} Work;

static void pay(uint64_t *may, uint64_t units) {
  *may -= units < *may ? units : *may;
}

/* ---- its store ---------------------------------------------------------- */

static bool fits(const Worker *d, const Finder *f) {
  return d->width == f->grid->width && d->height == f->grid->height;
}

static void let_go(lua_State *L, int queue, int number, int slot) {
  lua_pushnil(L);
  tp_bind_keep(L, queue, worker_slot(number, slot), lua_gettop(L));
  lua_pop(L, 1);
}

static void clear(lua_State *L, int queue, int number) {
  Queue *q = bind_known(L, queue);
  Worker *d = &q->worker[number];
  for (int slot = BLOCKS; slot <= WORKER_SLOTS; slot++) {
    let_go(L, queue, number, slot);
  }
  memset(d, 0, sizeof *d);
}

void tp_worker_clear_all(lua_State *L, int queue) {
  for (int i = 0; i < QUEUE_WORKERS; i++) clear(L, queue, i);
}

/* A free worker: best the last worker of this pathfinder, then a worker with a
 * map of that size, then an unused worker. */
static int choose(const Queue *q, const Finder *f) {
  int best = -1, most = -1;
  for (int i = 0; i < QUEUE_WORKERS; i++) {
    const Worker *d = &q->worker[i];
    int worth = d->finder == f ? 3 : fits(d, f) ? 2 : !d->finder;
    if (d->ticket || worth <= most) continue;
    most = worth;
    best = i;
  }
  return best;
}

/* A store belongs to one pathfinder and one size of map. */
static void make_fit(lua_State *L, int number, int ticket) {
  Queue *q = bind_known(L, WORKER_QUEUE_AT);
  const Ticket *t = bind_known(L, ticket);
  Worker *d = &q->worker[number];
  Finder *f = t->finder;
  if (d->finder == f && fits(d, f)) return;
  if (!fits(d, f)) clear(L, WORKER_QUEUE_AT, number);
  d->job.run.navmap = NULL; /* a new navmap may get the address of the old */
  let_go(L, WORKER_QUEUE_AT, number, OTHERS);
  d->finder = f;
  d->width = f->grid->width;
  d->height = f->grid->height;
  tp_bind_push_kept(L, ticket, TICKET_FINDER);
  tp_bind_keep(L, WORKER_QUEUE_AT, worker_slot(number, OWNER), lua_gettop(L));
  lua_pop(L, 1);
}

Worker *tp_worker_assign(lua_State *L, int ticket) {
  Queue *q = bind_known(L, WORKER_QUEUE_AT);
  Ticket *t = bind_known(L, ticket);
  int number = choose(q, t->finder);
  if (t->kind == TICKET_PATH) make_fit(L, number, ticket);
  Worker *d = &q->worker[number];
  tp_schedule_start(q, t);
  t->worker = number;
  t->status = TICKET_RUNNING;
  d->ticket = t;
  d->stage = t->kind == TICKET_PREPARE ? WORKER_PREPARE : WORKER_READY;
  d->resume = WORKER_READY;
  job_renew(&d->job);
  d->edits = (WorkerEdits){.revision = tp_navmap_revision(&t->finder->navmap)};
  return d;
}

bool tp_worker_is_uninterrupted(const Worker *d) {
  return d->job.restarts >= JOB_RESTARTS || d->edits.stalls >= JOB_RESTARTS;
}

/* ---- ready -------------------------------------------------------------- */

static JobCall call_of(const Work *w) {
  return (JobCall){w->L, update, WORKER_FINDER_AT, w->blocks};
}

static void end(const Work *w, tp_Status status, tp_Reason reason) {
  Ticket *t = w->ticket;
  if (t->status != TICKET_RUNNING) return; /* cancelled meanwhile */
  t->status = status == TP_FOUND ? TICKET_FOUND : TICKET_FAILED;
  t->reason = reason;
}

/* The result of the search. */
static void take_result(const Work *w) {
  Worker *d = w->worker;
  const tp_Search *s = &d->job.run;
  if (s->status == TP_FAILED && s->reason == TP_STALE) {
    d->stage = WORKER_READY;
  } else if (s->status == TP_FAILED) {
    end(w, TP_FAILED, s->reason);
  } else if (s->status == TP_FOUND) {
    const tp_Route route = tp_search_route(s);
    tp_query_note_goal(s, &d->job.goals, &d->options);
    d->path.measuring = tp_measure_begin(&route);
    d->stage = WORKER_MEASURE;
  } else {
    d->stage = WORKER_RUN;
  }
}

/* Makes the ticket's query; pushes the values that it needs. */
static Question question_of(const Work *w) {
  const TicketQuery *asked = &w->ticket->asked;
  Question q = {.function = update,
                .query = asked->query,
                .options = asked->options,
                .goals = w->ticket->list.count > 0,
                .at = WORKER_FINDER_AT};
  const tp_Grid *g = w->finder->grid;
  q.query.start = bind_now(g, asked->map, q.query.start);
  q.query.goal = bind_now(g, asked->map, q.query.goal);
  w->worker->job.goals.list = w->ticket->list;
  w->worker->job.goals.is_list = q.goals > 0;
  if (asked->avoids) {
    q.avoid =
        tp_avoid_kept(w->L, WORKER_TICKET_AT, TICKET_AVOID, asked->avoid_price);
  }
  return q;
}

/* Called again in the next slice until the search has begun. */
static void begin(const Work *w, uint64_t *may) {
  Worker *d = w->worker;
  const JobCall call = call_of(w);
  Question q = question_of(w);
  bool hurries = tp_worker_is_uninterrupted(d);
  bool is_begun = tp_job_begin(&call, &d->job, &q, hurries ? NULL : may);
  pay(may, JOB_BEGIN);
  if (!is_begun) return;
  d->width = w->finder->grid->width;
  d->height = w->finder->grid->height;
  d->options = q.options;
  take_result(w);
}

/* ---- the later stages --------------------------------------------------- */

static void run(const Work *w, uint64_t *may) {
  const JobCall call = call_of(w);
  const tp_Search *s = &w->worker->job.run;
  uint64_t before = s->expanded;
  if (tp_worker_is_uninterrupted(w->worker)) {
    tp_job_run(&call, &w->worker->job, *may);
  } else {
    tp_job_run_some(&call, &w->worker->job, may);
  }
  if (s->expanded > before) w->worker->edits.stalls = 0;
  take_result(w);
}

static bool measure(const Work *w, uint64_t *cells) {
  Worker *d = w->worker;
  const tp_Search *s = &d->job.run;
  const tp_Route route = tp_search_route(s);
  if (!tp_measure_some(&d->path.measuring, &route, cells)) return false;
  const tp_Measure all = tp_measure_end(&d->path.measuring, &route);
  d->path.table = (PathTable){.marks = w->blocks.marks,
                              .cost = all.cost,
                              .cells = all.cells,
                              .links = all.links,
                              .blocked = all.blocked};
  tp_path_begin(&d->path.writer, s, w->finder, &d->options, &d->path.table);
  d->stage = WORKER_WRITE;
  return true;
}

/* A table of the user's is filled in one go, because the user may read and
 * change it between two slices. */
static void push_table(const Work *w, uint64_t *cells) {
  lua_State *L = w->L;
  if (w->worker->path.writer.is_open) {
    tp_bind_push_kept(L, WORKER_QUEUE_AT,
                      worker_slot(w->ticket->worker, WORKER_TABLE));
    w->worker->path.table.at = lua_gettop(L);
    return;
  }
  tp_bind_push_kept(L, WORKER_TICKET_AT, TICKET_INTO);
  if (lua_isnil(L, -1)) return;
  w->worker->path.table.into = lua_gettop(L);
  *cells = UINT64_MAX;
}

static void write(const Work *w, uint64_t *cells) {
  lua_State *L = w->L;
  Worker *d = w->worker;
  push_table(w, cells);
  bool is_done = tp_path_go_on(L, &d->path.writer, cells);
  if (d->path.writer.is_open) {
    tp_bind_keep(L, WORKER_QUEUE_AT,
                 worker_slot(w->ticket->worker, WORKER_TABLE),
                 d->path.table.at);
  }
  if (!is_done || w->ticket->status != TICKET_RUNNING) return;
  w->ticket->cost = d->path.table.cost;
  tp_bind_keep(L, WORKER_TICKET_AT, TICKET_RESULT, d->path.table.at);
  end(w, TP_FOUND, TP_NO_REASON);
}

/* Both stages count cells; a user's table counts none. */
static void trace(const Work *w, uint64_t *may) {
  bool is_endless = *may > UINT64_MAX / CELLS_A_UNIT;
  const uint64_t all = is_endless ? UINT64_MAX : *may * CELLS_A_UNIT;
  uint64_t cells = all;
  bool is_measured = w->worker->stage == WORKER_WRITE || measure(w, &cells);
  if (is_measured) write(w, &cells);
  uint64_t taken = all < cells ? w->worker->path.table.cells : all - cells;
  pay(may, taken / CELLS_A_UNIT + 1);
}

/* Continues an interrupted stage, or begins. */
static void prepare(const Work *w, uint64_t *may) {
  Worker *d = w->worker;
  const JobCall call = call_of(w);
  const bool is_path = w->ticket->kind == TICKET_PATH;
  if (is_path && d->resume != WORKER_RUN) {
    d->job.restarts += d->resume != WORKER_READY;
    d->resume = WORKER_READY;
    begin(w, may);
    return;
  }
  bool is_known = is_path ? tp_job_follow(&call, &d->job, may)
                          : tp_job_catch_up(&call, TP_MAP, may);
  if (!is_known) return;
  d->edits.stalls += is_path;
  d->stage = is_path ? WORKER_RUN : WORKER_FIELD;
  d->resume = WORKER_READY;
}

static void make_field(const Work *w, uint64_t *may) {
  lua_State *L = w->L;
  Field *f = w->ticket->field;
  bool is_begun = f->build.field != NULL;
  uint64_t before = f->field.revision;
  tp_bind_push_kept(L, WORKER_TICKET_AT, TICKET_RESULT);
  bool is_done = tp_field_go_on(L, lua_gettop(L), f, *may);
  w->worker->job.restarts += is_begun && f->field.revision != before;
  pay(may, tp_grid_cells(w->finder->grid));
  if (!is_done || w->ticket->status != TICKET_RUNNING) return;
  tp_bind_adopt(L, BIND_FIELD);
  end(w, TP_FOUND, TP_NO_REASON);
}

/* Units of work to build everything from nothing, about. */
static uint64_t whole(const Finder *f) {
  const uint64_t tables = 2 * (uint64_t)f->navmap.profile.landmarks;
  return tp_grid_cells(f->grid) * (tables + 1) + JOB_BEGIN;
}

static void count_work(const Work *w, uint64_t units) {
  WorkerEdits *edits = &w->worker->edits;
  edits->spent += units;
  if (edits->spent < whole(w->finder)) return;
  uint64_t now = tp_navmap_revision(&w->finder->navmap);
  w->worker->job.restarts += edits->revision != now;
  edits->revision = now;
  edits->spent = 0;
}

/* Updates in one go the parts that any query may need. Then existing landmarks
 * are enough, even if they lack edits: queries take that into account. */
static bool is_good_enough(const Work *w) {
  Finder *f = w->finder;
  bind_BlockSlot slot = {WORKER_FINDER_AT, PARTS, finder_marks(f)};
  if (!tp_navmap_is_ready(&f->navmap, FINDER_PLAIN)) {
    tp_bind_check_idle(w->L, f, BIND_PATHFINDER, update);
    tp_feed_navmap(w->L, &f->navmap, FINDER_PLAIN, slot);
  }
  return tp_landmarked_are_made(&f->navmap);
}

/* Queries on the pathfinder meanwhile continue the same preparation. */
static void prepare_all(const Work *w, uint64_t *may) {
  const JobCall call = call_of(w);
  uint64_t before = *may;
  bool is_patient = w->worker->job.restarts < PATIENCE;
  if ((!is_patient && is_good_enough(w)) ||
      tp_job_catch_up(&call, FINDER_ALL, may)) {
    end(w, TP_FOUND, TP_NO_REASON);
  } else {
    count_work(w, before - *may + 1);
  }
}

/* ---- a slice ------------------------------------------------------------ */

/* After an edit the map must be updated first. A preparation does that in any
 * case. */
static void look_at_map(const Work *w) {
  Worker *d = w->worker;
  uint64_t now = tp_navmap_revision(&w->finder->navmap);
  if (d->edits.revision == now || d->stage == WORKER_PREPARE) return;
  d->edits.revision = now;
  if (d->stage == WORKER_READY) {
    d->job.restarts++;
  } else if (d->stage != WORKER_FIELD) {
    d->resume = d->stage;
  }
  d->stage = WORKER_READY;
}

/* For a path, work that is done in one go (goals, plan) is counted after it was
 * done. */
uint64_t tp_worker_run(lua_State *L, Worker *d, uint64_t may) {
  Queue *q = bind_known(L, WORKER_QUEUE_AT);
  Ticket *t = d->ticket;
  bind_Marks marks = bind_marks(q, t->finder->grid);
  bind_BlockSlot blocks = {WORKER_QUEUE_AT, worker_slot(t->worker, BLOCKS),
                           marks};
  const Work work = {L, q, d, t, t->finder, blocks};
  look_at_map(&work);
  if (tp_worker_is_uninterrupted(d)) may = UINT64_MAX;
  const uint64_t before = t->finder->navmap.looks;
  uint64_t left = may;
  switch (d->stage) {
    case WORKER_READY: prepare(&work, &left); break;
    case WORKER_RUN: run(&work, &left); break;
    case WORKER_MEASURE:
    case WORKER_WRITE: trace(&work, &left); break;
    case WORKER_FIELD: make_field(&work, &left); break;
    case WORKER_PREPARE: prepare_all(&work, &left); break;
  }
  uint64_t worked = (t->finder->navmap.looks - before) / TP_LOOKS_A_UNIT;
  if (t->kind != TICKET_PATH || worked < may - left) worked = may - left;
  return worked > 0 ? worked : 1;
}
