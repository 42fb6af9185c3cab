/* queue.h - queries that wait to be answered under a budget, and the stores
 * that they borrow: shared by the files about queues and tickets.
 */
#ifndef BIND_QUEUE_H
#define BIND_QUEUE_H

#include "../field/field.h"
#include "../query/job.h"
#include "../query/path.h"

enum {
  QUEUE_WORKERS = 4, /* searches that run at the same time */
  QUEUE_EVERY = 8,   /* each such turn goes to the oldest ticket */
  QUEUE_TURN = 1024  /* units of work in a turn */
};

/* The kinds of result. */
typedef enum TicketKind {
  TICKET_PATH,
  TICKET_FIELD,
  TICKET_PREPARE
} TicketKind;

/* A search's states, and waiting. */
typedef enum TicketStatus {
  TICKET_WAITING,
  TICKET_RUNNING,
  TICKET_FOUND,
  TICKET_FAILED
} TicketStatus;

/* The neighbours in a list; NULL at its ends. */
typedef struct TicketLinks {
  struct Ticket *before, *after;
} TicketLinks;

typedef struct TicketQuery {
  tp_Rect map; /* its cells refer to this */
  tp_Query query;
  QueryOptions options;
  double avoid_price; /* price of others' cells (avoid.h) */
  bool avoids;        /* are there units to avoid? In slots */
} TicketQuery;

/* A query in a queue. It has no store; the workers have the stores. */
typedef struct Ticket {
  struct Queue *queue;      /* NULL: it has left. A slot keeps it alive */
  Finder *finder;           /* until then; this, too */
  TicketLinks age, waiting; /* list of all tickets by number; list of waiting
                               tickets by turn */
  double priority;
  uint64_t number; /* grows from ticket to ticket */
  uint32_t place;  /* in the queue's table, from 1 */
  int worker;      /* its worker; -1: none */
  TicketKind kind;
  TicketStatus status;
  tp_Reason reason;
  double cost;
  TicketQuery asked;
  bind_Numbers list; /* of goals; empty: no list */
  Field *field;      /* to be built, if any */
} Ticket;

/* Slots of the handle. TICKET_LIST lies behind TICKET_BLOCKS as GOAL_LIST lies
 * behind BLOCKS, so that the list of goals is read into it. */
enum {
  TICKET_QUEUE = 1,
  TICKET_FINDER,
  TICKET_LIST,
  TICKET_INTO,
  TICKET_ON_DONE,
  TICKET_AVOID, /* values of the options avoid, except */
  TICKET_EXCEPT,
  TICKET_RESULT, /* the path or the field */
  TICKET_SLOTS = TICKET_RESULT,
  TICKET_BLOCKS = TICKET_LIST - (GOAL_LIST - BLOCKS)
};

/* The stages of a worker. */
typedef enum WorkerStage {
  WORKER_READY, /* updates its pathfinder's map */
  WORKER_RUN,   /* searches */
  WORKER_MEASURE,
  WORKER_WRITE,
  WORKER_FIELD,  /* builds its field */
  WORKER_PREPARE /* prepares its pathfinder */
} WorkerStage;

/* A path while it is written. */
typedef struct WorkerPath {
  tp_Measuring measuring;
  PathTable table;
  PathWriter writer;
} WorkerPath;

/* Effects of edits on a ticket, besides restarts. */
typedef struct WorkerEdits {
  uint64_t revision; /* of the grid when it was last worked on */
  uint32_t stalls;   /* edits in a row that came before it could continue */
  uint64_t spent;    /* units since stalls were last counted */
} WorkerEdits;

/* Answers tickets, one at a time, with the store of a search. */
typedef struct Worker {
  Ticket *ticket;        /* NULL: it is free */
  Finder *finder;        /* of the last search, kept alive by a slot */
  int32_t width, height; /* of the map that its blocks are for */
  uint64_t turn;         /* its last turn */
  WorkerStage stage;
  WorkerStage resume; /* the stage that an edit has interrupted */
  WorkerEdits edits;
  Job job; /* while it prepares a pathfinder, work counts as restarts */
  QueryOptions options;
  WorkerPath path;
} Worker;

/* The allowed and the used time or work of an update. */
typedef struct Budget {
  bool by_nodes;
  double seconds, taken; /* allowed; used */
  double last;           /* the last time of the clock */
  uint64_t nodes;        /* allowed, if by_nodes */
  uint64_t spent;        /* units of work */
  uint64_t slice;        /* units between two looks at the clock */
} Budget;

typedef struct Queue {
  Budget budget;
  TicketLinks age;     /* `after` is the first ticket, `before` the last */
  TicketLinks waiting; /* the same */
  uint32_t count;
  uint32_t answered; /* by the last update */
  uint64_t tickets;  /* in all */
  uint64_t turns;
  bool may_run;   /* __run was called by update, not by the user */
  bool is_owed;   /* the next free worker is for the oldest ticket */
  bool has_clock; /* of its own, in a slot */
  int serving;    /* the running worker; -1: none */
  Worker worker[QUEUE_WORKERS];
} Queue;

/* Slots of the handle. The slots of each worker are laid out as those of a
 * search. */
enum {
  WORKER_SLOTS = SEARCH_SLOTS,
  WORKER_TABLE = INTO, /* the path that is written */
  QUEUE_TICKETS = QUEUE_WORKERS * WORKER_SLOTS + 1,
  QUEUE_CLOCK, /* a function, if has_clock */
  QUEUE_SLOTS = QUEUE_CLOCK
};

TP_INLINE int worker_slot(int worker, int slot) {
  return worker * WORKER_SLOTS + slot;
}

/* ---- schedule.c: the order of turns ------------------------------------- */

/* Inserts a ticket, which has its number and priority, into both lists. */
TP_FUNC void tp_schedule_join(Queue *queue, Ticket *ticket);

/* Start removes it from the list of waiting tickets; leave from both. */
TP_FUNC void tp_schedule_start(Queue *queue, Ticket *ticket);
TP_FUNC void tp_schedule_leave(Queue *queue, Ticket *ticket);

/* The ticket of the next turn; NULL if there is none. A waiting ticket must be
 * given a worker; one is free. */
TP_FUNC Ticket *tp_schedule_choose(Queue *queue);

/* ---- ticket.c ----------------------------------------------------------- */

/* Pushes a ticket for the pathfinder at that index, without a metatable. */
TP_FUNC Ticket *tp_ticket_new(lua_State *L, TicketKind kind, int finder);

/* Adds the ticket at an index to the queue at another index. */
TP_FUNC void tp_ticket_join(lua_State *L, int at, int queue);

/* For the Lua files: core.set_on_done(ticket, function) -> the old function.
 * The ticket must not have ended. */
TP_FUNC int tp_ticket_set_on_done(lua_State *L);

/* The ticket leaves its queue and its worker, and releases all except its
 * result. */
TP_FUNC void tp_ticket_leave(lua_State *L, int at);

/* Ends the ticket as cancelled, unless it has ended. If its worker is running,
 * it leaves the queue after that. */
TP_FUNC void tp_ticket_cancel(lua_State *L, int at);

/* ---- worker.c ----------------------------------------------------------- */

/* Gives the ticket at that index a free worker, which is returned. The queue is
 * at 1. */
TP_FUNC Worker *tp_worker_assign(lua_State *L, int ticket);

/* Runs a worker for up to `may` units. Returns the units used, at least 1. The
 * ticket's status tells if it has ended; then its result is kept. The queue,
 * the ticket and its pathfinder are at these indices. */
enum { WORKER_QUEUE_AT = 1, WORKER_TICKET_AT, WORKER_FINDER_AT };
TP_FUNC uint64_t tp_worker_run(lua_State *L, Worker *worker, uint64_t may);

/* Was it interrupted so often that it now runs to its end? */
TP_FUNC bool tp_worker_is_uninterrupted(const Worker *worker);

/* Releases all stores. */
TP_FUNC void tp_worker_clear_all(lua_State *L, int queue);

#endif
