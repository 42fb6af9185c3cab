/* queue.h - queries that wait to be answered under a budget, and what they are
 * lent meanwhile: what the files about queues and tickets share.
 */
#ifndef BIND_QUEUE_H
#define BIND_QUEUE_H

#include "../field/field.h"
#include "../query/job.h"
#include "../query/path.h"

enum {
  QUEUE_WORKERS = 4, /* searches under way at once                       */
  QUEUE_EVERY = 8,   /* one turn in so many is that of the oldest ticket */
  QUEUE_TURN = 1024  /* units of work in a turn                          */
};

/* What is asked for. */
typedef enum TicketKind {
  TICKET_PATH,
  TICKET_FIELD,
  TICKET_PREPARE
} TicketKind;

/* As a search's, and one more. */
typedef enum TicketStatus {
  TICKET_WAITING,
  TICKET_RUNNING,
  TICKET_FOUND,
  TICKET_FAILED
} TicketStatus;

/* Those before and after it in a list; NULL at its ends. */
typedef struct TicketLinks {
  struct Ticket *before, *after;
} TicketLinks;

typedef struct TicketQuery {
  tp_Rect map; /* of which its cells are */
  tp_Query query;
  QueryOptions options;
  double avoid_cost; /* of stepping onto others (avoid.h)      */
  bool avoids;       /* is somebody in the way? Slots tell who */
} TicketQuery;

/* One query. It holds no store: those are the workers'. */
typedef struct Ticket {
  struct Queue *queue;      /* NULL: it has left it. Kept alive by a slot, as */
  Finder *finder;           /* this is, until then                            */
  TicketLinks age, waiting; /* all of the queue by number; those that wait as
                               their turn comes                               */
  double priority;
  uint64_t number; /* grows from one to the next           */
  uint32_t place;  /* in the table that keeps them, from 1 */
  int worker;      /* that has it; -1: none                */
  TicketKind kind;
  TicketStatus status;
  tp_Reason reason;
  double cost;
  TicketQuery asked;
  bind_Numbers list; /* of goals; none: there is no list */
  Field *field;      /* that is to be made, if one is  */
} Ticket;

/* Slots of the handle. A list of goals is read into the one that lies as far
 * behind TICKET_BLOCKS as that of a search lies behind BLOCKS. */
enum {
  TICKET_QUEUE = 1,
  TICKET_FINDER,
  TICKET_LIST,
  TICKET_EYES,
  TICKET_INTO,
  TICKET_ON_DONE,
  TICKET_AVOID, /* and TICKET_EXCEPT: what the options name */
  TICKET_EXCEPT,
  TICKET_RESULT, /* the path, the field */
  TICKET_SLOTS = TICKET_RESULT,
  TICKET_BLOCKS = TICKET_LIST - (GOAL_LIST - BLOCKS)
};

/* How far a worker has come with its ticket. */
typedef enum WorkerStage {
  WORKER_READY, /* its pathfinder is brought up to date */
  WORKER_RUN,   /* it searches                          */
  WORKER_MEASURE,
  WORKER_WRITE,
  WORKER_FIELD,  /* its field is made                        */
  WORKER_PREPARE /* its pathfinder is prepared for others    */
} WorkerStage;

/* A path that is written. */
typedef struct WorkerPath {
  tp_Measuring measuring;
  PathTable table;
  PathWriter writer;
} WorkerPath;

/* What edits do to a ticket, besides having it begin again. */
typedef struct WorkerEdits {
  uint64_t revision; /* of the grid when it was last worked at           */
  uint32_t stalls;   /* so often, in a row, it could go on, but there was
                        no time to do so before the next one             */
  uint64_t spent;    /* units, since that was last counted               */
} WorkerEdits;

/* Answers one ticket after the other, with the store of a search. */
typedef struct Worker {
  Ticket *ticket; /* NULL: it is free                                        */
  Finder *finder; /* of the last search, kept alive by a slot                */
  int32_t width, height; /* of the map that its blocks are for             */
  uint64_t turn;         /* when it had its last one                       */
  WorkerStage stage;
  WorkerStage resume; /* that an edit has interrupted */
  WorkerEdits edits;
  Job job; /* one that prepares a pathfinder counts work as
                              restarts                                     */
  QueryOptions options;
  WorkerPath path;
} Worker;

/* What an update may take, and has taken so far. */
typedef struct Budget {
  bool by_nodes;
  double seconds, taken; /* unless so: allowed; taken        */
  double last;           /* when the clock was last looked at */
  uint64_t nodes;        /* allowed, if so                   */
  uint64_t spent;        /* units of work                    */
  uint64_t slice;        /* units between two looks at it    */
} Budget;

typedef struct Queue {
  Budget budget;
  TicketLinks age;     /* `after` is the first one, `before` the last */
  TicketLinks waiting; /* the same                                    */
  uint32_t count;
  uint32_t answered; /* by the last update                              */
  uint64_t tickets;  /* that there have been                            */
  uint64_t turns;
  bool may_run;   /* has update called it, or somebody who found it? */
  bool is_owed;   /* the next worker that is free is the oldest one's  */
  bool has_clock; /* of its own, in a slot                           */
  int serving;    /* the worker that is at work; -1: none              */
  Worker worker[QUEUE_WORKERS];
} Queue;

/* Slots of the handle. Those of each worker lie as those of a search do. */
enum {
  WORKER_SLOTS = SEARCH_SLOTS,
  WORKER_TABLE = INTO, /* the path that is being written */
  QUEUE_TICKETS = QUEUE_WORKERS * WORKER_SLOTS + 1,
  QUEUE_CLOCK, /* a function, if it has_clock */
  QUEUE_SLOTS = QUEUE_CLOCK
};

TP_INLINE int worker_slot(int worker, int slot) {
  return worker * WORKER_SLOTS + slot;
}

/* ---- schedule.c: whose turn it is --------------------------------------- */

/* Puts a ticket, which has its number and priority, into both lists. */
TP_FUNC void tp_schedule_join(Queue *queue, Ticket *ticket);

/* Takes it out of the one of those that wait, or out of both. */
TP_FUNC void tp_schedule_start(Queue *queue, Ticket *ticket);
TP_FUNC void tp_schedule_leave(Queue *queue, Ticket *ticket);

/* The next turn is whose? One that waits is to be given a worker: there is one
 * free. NULL: nobody's. */
TP_FUNC Ticket *tp_schedule_choose(Queue *queue);

/* ---- ticket.c ----------------------------------------------------------- */

/* Pushes a ticket for the pathfinder at that index, not adopted yet. */
TP_FUNC Ticket *tp_ticket_new(lua_State *L, TicketKind kind, int finder);

/* Puts it, which stands at that index, into the queue at another. */
TP_FUNC void tp_ticket_join(lua_State *L, int at, int queue);

/* For the Lua files: core.set_on_done(ticket, function) -> the one before it.
 * Of a ticket that has not ended. */
TP_FUNC int tp_ticket_set_on_done(lua_State *L);

/* It leaves its queue and its worker, and lets go of all but its result. */
TP_FUNC void tp_ticket_leave(lua_State *L, int at);

/* Ends it, unless it has ended: cancelled. One that is being worked at leaves
 * when that is over. */
TP_FUNC void tp_ticket_cancel(lua_State *L, int at);

/* ---- worker.c ----------------------------------------------------------- */

/* Gives the ticket at that index a free worker, which is returned. The queue
 * stands at 1. */
TP_FUNC Worker *tp_worker_assign(lua_State *L, int ticket);

/* Has a worker go on, by up to `may` units. Returns how many it took, at least
 * 1. The ticket's status tells whether it has ended; its result is kept then.
 * It and its pathfinder stand at these places. */
enum { WORKER_QUEUE_AT = 1, WORKER_TICKET_AT, WORKER_FINDER_AT };
TP_FUNC uint64_t tp_worker_run(lua_State *L, Worker *worker, uint64_t may);

/* Has it been disturbed so often that it may not be any more? */
TP_FUNC bool tp_worker_is_uninterrupted(const Worker *worker);

/* Lets go of all stores. */
TP_FUNC void tp_worker_clear_all(lua_State *L, int queue);

#endif
