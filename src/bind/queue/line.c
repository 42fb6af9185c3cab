/* line.c - whose turn it is: the order in which a queue sees to its tickets.
 *
 * Of those that wait the first is the one of the highest priority, and among
 * equals the oldest. Those that have a desk take turns: of the highest priority
 * among them the one whose last turn is longest ago; one that waits and is as
 * urgent comes before them, as long as there is a desk for it. The last desk is
 * kept for one that is more urgent than all that have one: so it need not wait
 * until they are done.
 *
 * Nobody starves: one turn in QUEUE_EVERY is the oldest ticket's, whatever its
 * priority. Where it waits and there is no desk for it, the turn goes to the
 * oldest that has one, and the next desk that is free is owed to the oldest
 * ticket. So the oldest always comes nearer to its end, and each is the oldest
 * some day.
 *
 * Cost: O(1) a turn; a ticket joins in O(tickets that wait between its place
 * and the nearer end of the line).
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
void tp_line_join(Queue *q, Ticket *t) {
  Ticket *before = q->line.before, *next = q->line.after;
  insert_by_age(q, t);
  while (before && before->priority < t->priority) {
    if (next->priority < t->priority) {
      before = next->line.before;
      break;
    }
    before = before->line.before;
    next = next->line.after;
  }
  Ticket *after = before ? before->line.after : q->line.after;
  t->line = (TicketLinks){before, after};
  *(before ? &before->line.after : &q->line.after) = t;
  *(after ? &after->line.before : &q->line.before) = t;
}

void tp_line_step_up(Queue *q, Ticket *t) {
  Ticket *before = t->line.before, *after = t->line.after;
  *(before ? &before->line.after : &q->line.after) = after;
  *(after ? &after->line.before : &q->line.before) = before;
  t->line = (TicketLinks){NULL, NULL};
}

void tp_line_leave(Queue *q, Ticket *t) {
  Ticket *before = t->age.before, *after = t->age.after;
  if (t->desk < 0) tp_line_step_up(q, t);
  *(before ? &before->age.after : &q->age.after) = after;
  *(after ? &after->age.before : &q->age.before) = before;
  t->age = (TicketLinks){NULL, NULL};
}

/* ---- turns -------------------------------------------------------------- */

/* Does the ticket of one desk come before that of another? */
static bool is_before(const Desk *a, const Desk *b) {
  double urgent = a->ticket->priority, other = b->ticket->priority;
  return urgent > other || (urgent == other && a->turn < b->turn);
}

/* How those stand that have a desk. */
typedef struct Desks {
  int free;
  Ticket *next, *oldest; /* NULL: nobody has one */
} Desks;

static Desks look(const Queue *q) {
  Desks desks = {0, NULL, NULL};
  for (int i = 0; i < QUEUE_DESKS; i++) {
    const Desk *d = &q->desk[i];
    Ticket *t = d->ticket;
    if (!t) {
      desks.free++;
      continue;
    }
    if (!desks.next || is_before(d, &q->desk[desks.next->desk])) desks.next = t;
    if (!desks.oldest || t->number < desks.oldest->number) desks.oldest = t;
  }
  return desks;
}

static Ticket *oldest_that_waits(const Queue *q) {
  Ticket *t = q->age.after;
  while (t && t->desk >= 0) t = t->age.after;
  return t;
}

/* Of one in so many turns. */
static Ticket *next_by_age(Queue *q, Desks desks) {
  Ticket *oldest = q->age.after;
  if (oldest->desk >= 0 || desks.free > 0) return oldest;
  q->is_owed = true;
  return desks.oldest;
}

Ticket *tp_line_choose(Queue *q) {
  Desks desks = look(q);
  Ticket *first = q->line.after;
  if (q->count == 0) return NULL;
  if (++q->turns % QUEUE_EVERY == 0) return next_by_age(q, desks);
  if (!first || desks.free == 0) return desks.next;
  if (q->is_owed) {
    q->is_owed = false;
    return oldest_that_waits(q);
  }
  if (!desks.next) return first;
  double most = desks.next->priority;
  bool may = desks.free > 1 ? first->priority >= most : first->priority > most;
  return may ? first : desks.next;
}
