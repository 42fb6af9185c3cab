/* schedule.c - whose turn it is: the order in which a queue sees to its
 * tickets.
 *
 * Of those that wait the first is the one of the highest priority, and among
 * equals the oldest. Those that have a worker take turns: of the highest
 * priority among them the one whose last turn is longest ago; one that waits
 * and is as urgent comes before them, as long as there is a worker for it. The
 * last worker is kept for one that is more urgent than all that have one: so it
 * need not wait until they are done.
 *
 * Nobody starves: one turn in QUEUE_EVERY is the oldest ticket's, whatever its
 * priority. Where it waits and there is no worker for it, the turn goes to the
 * oldest that has one, and the next worker that is free is owed to the oldest
 * ticket. So the oldest always comes nearer to its end, and each is the oldest
 * some day.
 *
 * Cost: O(1) a turn; a ticket joins in O(tickets that wait between its place
 * and the nearer end of that list).
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

/* Looked for from both ends, one ticket at a time. */
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

/* Does the ticket of one worker come before that of another? */
static bool is_before(const Worker *a, const Worker *b) {
  double urgent = a->ticket->priority, other = b->ticket->priority;
  return urgent > other || (urgent == other && a->turn < b->turn);
}

/* How those stand that have a worker. */
typedef struct Workers {
  int free;
  Ticket *next, *oldest; /* NULL: nobody has one */
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

/* Of one in so many turns. */
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
