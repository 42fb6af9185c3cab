/* schedule.c - the order in which a queue works on its tickets.
 *
 * The first waiting ticket is the ticket of the highest priority; among equals
 * the oldest. Tickets that have a worker take turns: among those of the highest
 * priority, the ticket whose last turn is longest ago comes next. A waiting
 * ticket of at least the same priority comes before them while two workers are
 * free. The last free worker is kept for a ticket of a higher priority than all
 * that have workers, so it need not wait until they end.
 *
 * No ticket starves: each QUEUE_EVERY-th turn goes to the oldest ticket,
 * whatever its priority. If that ticket waits and no worker is free, the turn
 * goes to the oldest ticket with a worker, and the next free worker is reserved
 * for the oldest waiting ticket. So the oldest ticket always progresses, and
 * each ticket is the oldest at some time.
 *
 * Cost: O(1) a turn. A ticket joins in O(waiting tickets between its place and
 * the nearer end of the list).
 */
#include "queue.h"

/* ---- the lists ---------------------------------------------------------- */

static void insert_by_age(Queue *q, Ticket *t) {
  t->age = (TicketLinks){q->age.before, NULL};
  if (q->age.before) {
    q->age.before->age.after = t;
  } else {
    q->age.after = t;
  }
  q->age.before = t;
}

/* Looks for the place from both ends at the same time. */
void tp_schedule_join(Queue *q, Ticket *t) {
  Ticket *before = q->waiting.before, *next = q->waiting.after;
  insert_by_age(q, t);
  while (before && before->priority < t->priority) {
    if (next->priority < t->priority) {
      before = next->waiting.before;
      break;
    }
    before = before->waiting.before;
    next = next->waiting.after;
  }
  Ticket *after = before ? before->waiting.after : q->waiting.after;
  t->waiting = (TicketLinks){before, after};
  *(before ? &before->waiting.after : &q->waiting.after) = t;
  *(after ? &after->waiting.before : &q->waiting.before) = t;
}

void tp_schedule_start(Queue *q, Ticket *t) {
  Ticket *before = t->waiting.before, *after = t->waiting.after;
  *(before ? &before->waiting.after : &q->waiting.after) = after;
  *(after ? &after->waiting.before : &q->waiting.before) = before;
  t->waiting = (TicketLinks){NULL, NULL};
}

void tp_schedule_leave(Queue *q, Ticket *t) {
  Ticket *before = t->age.before, *after = t->age.after;
  if (t->worker < 0) tp_schedule_start(q, t);
  *(before ? &before->age.after : &q->age.after) = after;
  *(after ? &after->age.before : &q->age.before) = before;
  t->age = (TicketLinks){NULL, NULL};
}

/* ---- turns -------------------------------------------------------------- */

/* Does the ticket of worker a come before the ticket of worker b? */
static bool is_before(const Worker *a, const Worker *b) {
  double urgent = a->ticket->priority, other = b->ticket->priority;
  return urgent > other || (urgent == other && a->turn < b->turn);
}

/* State of the workers. */
typedef struct Workers {
  int free;
  Ticket *next, *oldest; /* NULL: no ticket has a worker */
} Workers;

static Workers look(const Queue *q) {
  Workers workers = {0, NULL, NULL};
  for (int i = 0; i < QUEUE_WORKERS; i++) {
    const Worker *d = &q->worker[i];
    Ticket *t = d->ticket;
    if (!t) {
      workers.free++;
      continue;
    }
    if (!workers.next || is_before(d, &q->worker[workers.next->worker]))
      workers.next = t;
    if (!workers.oldest || t->number < workers.oldest->number)
      workers.oldest = t;
  }
  return workers;
}

static Ticket *oldest_that_waits(const Queue *q) {
  Ticket *t = q->age.after;
  while (t && t->worker >= 0) t = t->age.after;
  return t;
}

/* For each QUEUE_EVERY-th turn. */
static Ticket *next_by_age(Queue *q, Workers workers) {
  Ticket *oldest = q->age.after;
  if (oldest->worker >= 0 || workers.free > 0) return oldest;
  q->is_owed = true;
  return workers.oldest;
}

Ticket *tp_schedule_choose(Queue *q) {
  Workers workers = look(q);
  Ticket *first = q->waiting.after;
  if (q->count == 0) return NULL;
  if (++q->turns % QUEUE_EVERY == 0) return next_by_age(q, workers);
  if (!first || workers.free == 0) return workers.next;
  if (q->is_owed) {
    q->is_owed = false;
    return oldest_that_waits(q);
  }
  if (!workers.next) return first;
  double most = workers.next->priority;
  bool may =
      workers.free > 1 ? first->priority >= most : first->priority > most;
  return may ? first : workers.next;
}
