/* oracle.c - Dijkstra's algorithm (1959) as in a textbook, a checker of steps,
 * and exact sight by looking at every cell.
 *
 * Nothing here is fast or clever. Costs are doubles, added in the order of the
 * steps; a sum of n of them is right to n * 1e-16.
 */
#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_free(const OracleMap *m, int x, int y) {
  if (x < 0 || y < 0 || x >= m->width || y >= m->height) return false;
  return m->price[y * m->width + x] < INFINITY;
}

/* ---- hexagons ----------------------------------------------------------- */

/* Cube coordinates of a hexagon. The sum of all three coordinates is 0. */
typedef struct Cube {
  int64_t q, r;
} Cube;

static Cube cube_of(OracleStagger stagger, int64_t x, int64_t y) {
  switch (stagger) {
    case ORACLE_ODD_R: return (Cube){x - (y - (y & 1)) / 2, y};
    case ORACLE_EVEN_R: return (Cube){x - (y + (y & 1)) / 2, y};
    case ORACLE_ODD_Q: return (Cube){x, y - (x - (x & 1)) / 2};
    default: return (Cube){x, y - (x + (x & 1)) / 2};
  }
}

int64_t oracle_apart(OracleStagger stagger, int64_t x1, int64_t y1, int64_t x2,
                     int64_t y2) {
  const Cube a = cube_of(stagger, x1, y1), b = cube_of(stagger, x2, y2);
  const int64_t q = a.q - b.q, r = a.r - b.r;
  return (llabs(q) + llabs(r) + llabs(q + r)) / 2;
}

OracleStagger oracle_cut(OracleStagger stagger, int first_x, int first_y) {
  switch (stagger) {
    case ORACLE_ODD_R: return first_y % 2 ? ORACLE_EVEN_R : ORACLE_ODD_R;
    case ORACLE_EVEN_R: return first_y % 2 ? ORACLE_ODD_R : ORACLE_EVEN_R;
    case ORACLE_ODD_Q: return first_x % 2 ? ORACLE_EVEN_Q : ORACLE_ODD_Q;
    case ORACLE_EVEN_Q: return first_x % 2 ? ORACLE_ODD_Q : ORACLE_EVEN_Q;
    default: return stagger;
  }
}

/* Is the other cell a neighbour: one of 6 hexagons, or one of 8 squares? */
static bool is_beside(const OracleMap *m, int x, int y, int dx, int dy) {
  if (m->stagger == ORACLE_SQUARES) return dx != 0 || dy != 0;
  return oracle_apart(m->stagger, x, y, x + dx, y + dy) == 1;
}

/* ---- fences ------------------------------------------------------------- */

/* What shuts the side between a cell and the cell before it, in its row or
 * column. */
static int shut_at_left(const OracleSides *s, int x, int y) {
  bool is_inside = x > 0 && y >= 0 && x < s->width && y < s->height;
  return is_inside ? s->left[y * s->width + x] : 0;
}

static int shut_at_top(const OracleSides *s, int x, int y) {
  bool is_inside = x >= 0 && y > 0 && x < s->width && y < s->height;
  return is_inside ? s->top[y * s->width + x] : 0;
}

/* Does a straight step of the agent from (x, y) cross a side that is closed? */
static bool is_closed(const OracleMap *m, int x, int y, int dx, int dy) {
  if (!m->sides) return false;
  x += m->side_x;
  y += m->side_y;
  int way = dx > 0 || dy > 0 ? ORACLE_SHUT_ON : ORACLE_SHUT_BACK;
  int closed = 0;
  for (int j = 0; dx != 0 && j < m->high; j++) {
    closed |= shut_at_left(m->sides, dx > 0 ? x + m->wide : x, y + j);
  }
  for (int i = 0; dy != 0 && i < m->wide; i++) {
    closed |= shut_at_top(m->sides, x + i, dy > 0 ? y + m->high : y);
  }
  return closed & way;
}

/* The same for a diagonal step: as two straight steps, in both orders. */
static bool is_fenced(const OracleMap *m, int x, int y, int dx, int dy) {
  bool over_x = is_closed(m, x, y, dx, 0) || is_closed(m, x + dx, y, 0, dy);
  bool over_y = is_closed(m, x, y, 0, dy) || is_closed(m, x, y + dy, dx, 0);
  if (m->rule == ORACLE_BOTH_FREE) return over_x || over_y;
  return over_x && over_y;
}

/* The same between hexagons. The later cell of the two, in reading order along
 * rows or columns, stores the side. */
static bool is_shut_between(const OracleMap *m, int x, int y, int dx, int dy) {
  const bool rows = m->stagger == ORACLE_ODD_R || m->stagger == ORACLE_EVEN_R;
  const int along = rows ? dx : dy, across = rows ? dy : dx;
  const bool on = across > 0 || (across == 0 && along > 0);
  const OracleSides *s = m->sides;
  if (!s) return false;
  const int cell = (y + m->side_y + (on ? dy : 0)) * s->width + x + m->side_x +
                   (on ? dx : 0);
  const uint8_t *side = dx != 0 && dy != 0 ? s->slant
                        : dx != 0          ? s->left
                                           : s->top;
  return side[cell] & (on ? ORACLE_SHUT_ON : ORACLE_SHUT_BACK);
}

/* ---- steps -------------------------------------------------------------- */

/* Is the step from (x, y) by (dx, dy) legal? Does it end in a free cell? */
static bool is_legal(const OracleMap *m, int x, int y, int dx, int dy) {
  if (!is_free(m, x + dx, y + dy)) return false;
  if (!is_beside(m, x, y, dx, dy)) return false;
  if (m->stagger != ORACLE_SQUARES) return !is_shut_between(m, x, y, dx, dy);
  if (dx == 0 || dy == 0) return !is_closed(m, x, y, dx, dy);
  if (is_fenced(m, x, y, dx, dy)) return false;
  int sides = 0;
  if (is_free(m, x + dx, y)) sides++;
  if (is_free(m, x, y + dy)) sides++;
  if (m->rule == ORACLE_NOTHING) return true;
  if (m->rule == ORACLE_ONE_FREE) return sides >= 1;
  if (m->rule == ORACLE_BOTH_FREE) return sides == 2;
  return false;
}

static double step_length(const OracleMap *m, int dx, int dy) {
  bool is_diagonal = m->stagger == ORACLE_SQUARES && dx != 0 && dy != 0;
  return is_diagonal ? m->diagonal : m->straight;
}

static double step_cost(const OracleMap *m, int dx, int dy, int to_x,
                        int to_y) {
  return step_length(m, dx, dy) * m->price[to_y * m->width + to_x];
}

/* ---- Dijkstra ----------------------------------------------------------- */

typedef struct Item {
  double cost;
  int cell;
} Item;

typedef struct Queue {
  Item *item; /* item[i] is no less than item[(i - 1) / 2] */
  size_t count;
} Queue;

static bool comes_before(Item a, Item b) { return a.cost < b.cost; }

static void put(Queue *q, Item item) {
  size_t i = q->count++;
  for (; i > 0 && comes_before(item, q->item[(i - 1) / 2]); i = (i - 1) / 2) {
    q->item[i] = q->item[(i - 1) / 2];
  }
  q->item[i] = item;
}

static Item take(Queue *q) {
  Item first = q->item[0], last = q->item[--q->count];
  size_t i = 0;
  for (;;) {
    size_t child = 2 * i + 1;
    if (child >= q->count) break;
    if (child + 1 < q->count &&
        comes_before(q->item[child + 1], q->item[child])) {
      child++;
    }
    if (!comes_before(q->item[child], last)) break;
    q->item[i] = q->item[child];
    i = child;
  }
  q->item[i] = last;
  return first;
}

static void *must_allocate(size_t bytes) {
  void *block = malloc(bytes);
  if (block) return block;
  fputs("out of memory\n", stderr);
  exit(2);
}

static size_t cells_of(const OracleMap *m) {
  return (size_t)m->width * (size_t)m->height;
}

/* A queue with room for every cell, every step and every link. */
static Queue make_queue(const OracleMap *m) {
  size_t room = 9 * cells_of(m) + (size_t)m->links + 1;
  return (Queue){must_allocate(room * sizeof(Item)), 0};
}

/* Marks the cells where usable links start, or where they end. */
static bool *find_links(const OracleMap *m, bool backwards) {
  bool *has = memset(must_allocate(cells_of(m)), 0, cells_of(m));
  for (int i = 0; i < m->links; i++) {
    has[backwards ? m->link[i].to : m->link[i].from] = true;
  }
  return has;
}

static bool may_take(const OracleMap *m, const OracleLink *l) {
  return m->price[l->from] < INFINITY && m->price[l->to] < INFINITY &&
         l->cost < INFINITY;
}

/* Relaxes all links from a cell, or to it. */
static void take_links(const OracleMap *m, Item item, bool backwards,
                       double *cost, Queue *q) {
  for (int i = 0; i < m->links; i++) {
    const OracleLink *l = &m->link[i];
    int from = backwards ? l->to : l->from, to = backwards ? l->from : l->to;
    if (from != item.cell || !may_take(m, l)) continue;
    if (item.cost + l->cost >= cost[to]) continue;
    cost[to] = item.cost + l->cost;
    put(q, (Item){cost[to], to});
  }
}

/* May the agent step from a free cell by (dx, dy), or backwards from there? */
static bool may_step(const OracleMap *m, int x, int y, int dx, int dy,
                     bool backwards) {
  if (!backwards) return is_legal(m, x, y, dx, dy);
  return is_free(m, x + dx, y + dy) && is_legal(m, x + dx, y + dy, -dx, -dy);
}

void oracle_costs(const OracleMap *m, int x, int y, bool backwards,
                  double *cost) {
  size_t cells = cells_of(m);
  const int start = y * m->width + x;
  Queue q = make_queue(m);
  bool *has_link = find_links(m, backwards);
  for (size_t i = 0; i < cells; i++) cost[i] = INFINITY;
  cost[start] = 0;
  put(&q, (Item){0, start});
  while (q.count > 0) {
    Item item = take(&q);
    int at_x = item.cell % m->width, at_y = item.cell / m->width;
    if (item.cost > cost[item.cell]) continue;
    if (m->ends && m->ends[item.cell] && item.cell != start) continue;
    for (int dy = -1; dy <= 1; dy++) {
      for (int dx = -1; dx <= 1; dx++) {
        int to_x = at_x + dx, to_y = at_y + dy;
        if (dx == 0 && dy == 0) continue;
        if (!may_step(m, at_x, at_y, dx, dy, backwards)) continue;
        double step = backwards ? step_cost(m, dx, dy, at_x, at_y)
                                : step_cost(m, dx, dy, to_x, to_y);
        int next = to_y * m->width + to_x;
        if (item.cost + step >= cost[next]) continue;
        cost[next] = item.cost + step;
        put(&q, (Item){cost[next], next});
      }
    }
    if (has_link[item.cell]) take_links(m, item, backwards, cost, &q);
  }
  free(has_link);
  free(q.item);
}

/* ---- ways out ----------------------------------------------------------- */

static bool is_inside(const OracleMap *m, int x, int y) {
  return x >= 0 && y >= 0 && x < m->width && y < m->height;
}

/* Are both cells covered by the agent in that position? */
static bool covers(const OracleMap *m, int at_x, int at_y, int x, int y, int dx,
                   int dy) {
  return x >= at_x && y >= at_y && x + dx < at_x + m->wide &&
         y + dy < at_y + m->high;
}

static bool is_outside(const OracleMap *m, int x, int y) {
  return m->outside && is_inside(m, x, y) && m->outside[y * m->width + x];
}

/* May an agent at (x, y) cover what it does at (to_x, to_y), whatever blocks?
 * */
static bool may_cover(const OracleMap *m, int x, int y, int to_x, int to_y) {
  const int right = x + m->wide, bottom = y + m->high;
  if (!is_inside(m, to_x, to_y)) return false;
  if (to_x + m->wide > m->width && to_x + m->wide > right) return false;
  if (to_y + m->high > m->height && to_y + m->high > bottom) return false;
  if (is_outside(m, to_x, to_y)) return false;
  for (int k = 0; k < m->wide * m->high; k++) {
    const int i = to_x + k % m->wide, j = to_y + k / m->wide;
    if (is_outside(m, i, j) && !covers(m, x, y, i, j, 0, 0)) return false;
    if (!m->sides) continue;
    if (i > to_x && shut_at_left(m->sides, i + m->side_x, j + m->side_y) &&
        !covers(m, x, y, i - 1, j, 1, 0)) {
      return false;
    }
    if (j > to_y && shut_at_top(m->sides, i + m->side_x, j + m->side_y) &&
        !covers(m, x, y, i, j - 1, 0, 1)) {
      return false;
    }
  }
  return true;
}

bool oracle_leads_out(const OracleMap *m, int x, int y, int dx, int dy) {
  if (!is_beside(m, x, y, dx, dy)) return false;
  if (!may_cover(m, x, y, x + dx, y + dy)) return false;
  if (m->stagger != ORACLE_SQUARES) return !is_shut_between(m, x, y, dx, dy);
  if (dx == 0 || dy == 0) return !is_closed(m, x, y, dx, dy);
  const int sides =
      may_cover(m, x, y, x + dx, y) + may_cover(m, x, y, x, y + dy);
  if (m->rule == ORACLE_NO_DIAGONALS || is_fenced(m, x, y, dx, dy)) {
    return false;
  }
  return m->rule == ORACLE_NOTHING ||
         sides >= (m->rule == ORACLE_BOTH_FREE ? 2 : 1);
}

double oracle_far(const OracleMap *m, int x1, int y1, int x2, int y2) {
  const double dx = x2 - x1, dy = y2 - y1;
  if (m->stagger == ORACLE_SQUARES) return dx * dx + dy * dy;
  return (double)oracle_apart(m->stagger, x1, y1, x2, y2);
}

/* Notes that an exit so far away leads to a cell. */
static void lead_to(Queue *q, double *far, Item to) {
  if (to.cost >= far[to.cell]) return;
  far[to.cell] = to.cost;
  put(q, to);
}

double oracle_exit_far(const OracleMap *m, size_t steps, int x1, int y1, int x2,
                       int y2) {
  const double far = steps > 1 ? oracle_far(m, x1, y1, x2, y2) : 0;
  return (double)steps * 1e9 + far;
}

enum { MOST_OUT = 32 }; /* steps of a way out */

/* Fills exit[] with the distance of each exit, in steps over blocked cells
 * first; INFINITY: the cell is none. */
static void find_exits(const OracleMap *m, int x, int y, double *exit) {
  const int cells = m->width * m->height;
  int *queue = must_allocate((size_t)cells * sizeof *queue);
  int *steps = must_allocate((size_t)cells * sizeof *steps);
  int first = 0, last = 0;
  for (int i = 0; i < cells; i++) {
    exit[i] = INFINITY;
    steps[i] = -1;
  }
  steps[y * m->width + x] = 0;
  queue[last++] = y * m->width + x;
  while (first < last) {
    const int at = queue[first++];
    const int at_x = at % m->width, at_y = at / m->width;
    for (int k = 0; steps[at] < MOST_OUT && k < 9; k++) {
      const int dx = k % 3 - 1, dy = k / 3 - 1;
      const int to = (at_y + dy) * m->width + at_x + dx;
      if (!oracle_leads_out(m, at_x, at_y, dx, dy) || steps[to] >= 0) continue;
      steps[to] = steps[at] + 1;
      if (is_free(m, at_x + dx, at_y + dy)) {
        exit[to] =
            oracle_exit_far(m, (size_t)steps[to], x, y, at_x + dx, at_y + dy);
      } else {
        queue[last++] = to;
      }
    }
  }
  free(queue);
  free(steps);
}

void oracle_escape(const OracleMap *m, int x, int y, double *far,
                   double *exit) {
  const int cells = m->width * m->height;
  Queue q = make_queue(m);
  find_exits(m, x, y, exit);
  for (int i = 0; i < cells; i++) {
    far[i] = INFINITY;
    if (exit[i] < INFINITY) lead_to(&q, far, (Item){exit[i], i});
  }
  while (q.count > 0) {
    const Item item = take(&q);
    const int at_x = item.cell % m->width, at_y = item.cell / m->width;
    for (int dy = -1; dy <= 1; dy++) {
      for (int dx = -1; dx <= 1; dx++) {
        if (!is_legal(m, at_x, at_y, dx, dy)) continue;
        const int next = (at_y + dy) * m->width + at_x + dx;
        lead_to(&q, far, (Item){item.cost, next});
      }
    }
    for (int i = 0; i < m->links; i++) {
      const OracleLink *l = &m->link[i];
      if (l->from != item.cell || !may_take(m, l)) continue;
      lead_to(&q, far, (Item){item.cost, l->to});
    }
  }
  for (int i = 0; i < cells; i++) {
    if (far[i] < INFINITY && exit[i] == INFINITY) exit[i] = ORACLE_BEYOND;
  }
  free(q.item);
}

const char *oracle_follow_out(const OracleMap *m, const int *path, size_t count,
                              double price, size_t *blocked, double *cost) {
  size_t i = 0;
  *cost = 0;
  for (; i < count && !is_free(m, path[2 * i], path[2 * i + 1]); i++) {
    int x = path[2 * i], y = path[2 * i + 1];
    if (i + 1 == count) return "the path ends on a blocked cell";
    int dx = path[2 * i + 2] - x, dy = path[2 * i + 3] - y;
    if (abs(dx) > 1 || abs(dy) > 1 || (dx == 0 && dy == 0)) {
      return "a step of the way out is none";
    }
    if (!oracle_leads_out(m, x, y, dx, dy))
      return "a step out is not of the rule";
    *cost += step_length(m, dx, dy) * price;
  }
  *blocked = i;
  return NULL;
}

/* ---- checking a path ---------------------------------------------------- */

/* Does this link, which must be usable, lead from the one cell to the other? */
static bool joins(const OracleMap *m, const OracleLink *l, const int *from,
                  const int *to) {
  int a = from[1] * m->width + from[0], b = to[1] * m->width + to[0];
  return l->from == a && l->to == b && may_take(m, l);
}

/* Cost of the cheapest link between two cells; INFINITY if there is none. */
static double cost_of_link(const OracleMap *m, const int *from, const int *to) {
  double least = INFINITY;
  for (int i = 0; i < m->links; i++) {
    const OracleLink *l = &m->link[i];
    if (joins(m, l, from, to)) least = fmin(least, l->cost);
  }
  return least;
}

double oracle_spare(const OracleMap *m, const int *path, const bool *linked,
                    size_t count, double rounding) {
  double sum = 0;
  for (size_t i = 1; i < count; i++) {
    const int *from = &path[2 * (i - 1)], *to = &path[2 * i];
    double more = 0;
    if (!linked[i]) continue;
    double least = cost_of_link(m, from, to);
    for (int k = 0; k < m->links; k++) {
      const OracleLink *l = &m->link[k];
      if (l->cost - least > rounding || !joins(m, l, from, to)) continue;
      more = fmax(more, l->cost - least);
    }
    sum += more;
  }
  return sum;
}

const char *oracle_follow(const OracleMap *m, const int *path,
                          const bool *linked, size_t count, double *cost) {
  *cost = 0;
  if (count == 0) return "the path is empty";
  if (!is_free(m, path[0], path[1])) return "the path starts on a blocked cell";
  for (size_t i = 1; i < count; i++) {
    const int *from = &path[2 * (i - 1)], *to = &path[2 * i];
    int dx = to[0] - from[0], dy = to[1] - from[1];
    if (linked && linked[i]) {
      *cost += cost_of_link(m, from, to);
      if (*cost == INFINITY) return "a link is none";
      continue;
    }
    if (dx == 0 && dy == 0) return "a cell comes twice in a row";
    if (abs(dx) > 1 || abs(dy) > 1) return "a step skips a cell";
    if (!is_legal(m, from[0], from[1], dx, dy)) return "a step is not legal";
    *cost += step_cost(m, dx, dy, to[0], to[1]);
  }
  return NULL;
}

/* ---- sight -------------------------------------------------------------- */

/* A number as a fraction; below > 0. */
typedef struct Fraction {
  int64_t above, below;
} Fraction;

static Fraction fraction(int64_t above, int64_t below) {
  if (below < 0) return (Fraction){-above, -below};
  return (Fraction){above, below};
}

static bool is_less(Fraction a, Fraction b) {
  return a.above * b.below < b.above * a.below;
}

static double value(Fraction a) { return (double)a.above / (double)a.below; }

/* The open interval of t in which start + t * change lies between low and high.
 * Returns false if there is none. For all t the interval is -1 .. 2, which
 * covers 0 .. 1. */
static bool between(int64_t start, int64_t change, int64_t low, int64_t high,
                    Fraction *from, Fraction *to) {
  *from = (Fraction){-1, 1};
  *to = (Fraction){2, 1};
  if (change == 0) return low < start && start < high;
  *from = fraction((change > 0 ? low : high) - start, change);
  *to = fraction((change > 0 ? high : low) - start, change);
  return true;
}

typedef struct Segment {
  int64_t x1, y1, dx, dy;
} Segment;

/* The part of the segment, 0 .. 1, inside a rectangle; 0 if the segment does
 * not meet the rectangle's inside. */
static double part_inside(const Segment *s, int64_t left, int64_t top,
                          int64_t right, int64_t bottom) {
  const Fraction zero = {0, 1}, one = {1, 1};
  Fraction from_x, to_x, from_y, to_y;
  if (!between(s->x1, s->dx, left, right, &from_x, &to_x)) return 0;
  if (!between(s->y1, s->dy, top, bottom, &from_y, &to_y)) return 0;
  Fraction from = is_less(from_x, from_y) ? from_y : from_x;
  Fraction to = is_less(to_x, to_y) ? to_x : to_y;
  if (is_less(from, zero)) from = zero;
  if (is_less(one, to)) to = one;
  return is_less(from, to) ? value(to) - value(from) : 0;
}

static double part_in_cell(const Segment *s, int x, int y) {
  const int64_t u = ORACLE_UNIT;
  /* A segment along a border meets the cells on both sides: widen the cells. */
  bool down = s->dx == 0 && s->x1 % u == 0;
  bool across = s->dy == 0 && s->y1 % u == 0;
  return part_inside(s, x * u - down, y * u - across, (x + 1) * u + down,
                     (y + 1) * u + across);
}

static int owner(int64_t v) { return (int)(v / ORACLE_UNIT); }

/* If the segment passes through the top left corner of cell (i, j): is that
 * legal? */
static bool passes_corner(const OracleMap *m, const Segment *s, int i, int j) {
  int64_t x = (int64_t)i * ORACLE_UNIT - s->x1;
  int64_t y = (int64_t)j * ORACLE_UNIT - s->y1;
  if (x * s->dy != y * s->dx) return true;
  Fraction t = fraction(x, s->dx);
  if (t.above < 0 || t.above > t.below) return true;
  int before_x = s->dx > 0 ? i - 1 : i, after_x = s->dx > 0 ? i : i - 1;
  int before_y = s->dy > 0 ? j - 1 : j, after_y = s->dy > 0 ? j : j - 1;
  if (t.above == 0) before_x = i, before_y = j;
  if (t.above == t.below) after_x = i, after_y = j;
  if (before_x == after_x && before_y == after_y) return true;
  if (before_x == after_x || before_y == after_y) {
    return !is_closed(m, before_x, before_y, after_x - before_x,
                      after_y - before_y);
  }
  return is_legal(m, before_x, before_y, after_x - before_x,
                  after_y - before_y);
}

static bool lies_inside(Fraction v, int64_t low, int64_t high) {
  return is_less((Fraction){low, 1}, v) && is_less(v, (Fraction){high, 1});
}

/* Does a line that changes by `change` along an axis cross the border, in
 * either direction? A point on the border counts as behind it. */
static bool crosses(int64_t start, int64_t change, int64_t border) {
  int64_t end = start + change;
  return (start < border && end >= border) || (start >= border && end < border);
}

/* The same, but the line must neither begin nor end on the border. */
static bool passes(int64_t start, int64_t change, int64_t border) {
  return lies_inside((Fraction){border - start, 1}, change < 0 ? change : 0,
                     change < 0 ? 0 : change);
}

/* May the segment cross the left and the upper side of cell (i, j), between
 * their corners? If the segment runs along a border, it crosses the sides at
 * both sides of that border. */
static bool passes_sides(const OracleMap *m, const Segment *s, int i, int j) {
  const int64_t u = ORACLE_UNIT, x = i * u, y = j * u;
  bool by_x = s->dx == 0 && s->x1 == x, by_y = s->dy == 0 && s->y1 == y;
  if (by_x && (s->y1 > y || s->y1 + s->dy > y) &&
      (s->y1 < y + u || s->y1 + s->dy < y + u) &&
      (is_closed(m, i - 1, j, 1, 0) || is_closed(m, i, j, -1, 0))) {
    return false;
  }
  if (by_y && (s->x1 > x || s->x1 + s->dx > x) &&
      (s->x1 < x + u || s->x1 + s->dx < x + u) &&
      (is_closed(m, i, j - 1, 0, 1) || is_closed(m, i, j, 0, -1))) {
    return false;
  }
  if (s->dx != 0 && crosses(s->x1, s->dx, x)) {
    Fraction at = fraction(s->y1 * s->dx + (x - s->x1) * s->dy, s->dx);
    bool beside = s->y1 == y + u && passes(s->x1, s->dx, x);
    bool along = s->dy == 0 && (s->y1 == y || beside);
    int from = s->dx > 0 ? i - 1 : i, by = s->dx > 0 ? 1 : -1;
    if ((along || lies_inside(at, y, y + u)) && is_closed(m, from, j, by, 0)) {
      return false;
    }
  }
  if (s->dy != 0 && crosses(s->y1, s->dy, y)) {
    Fraction at = fraction(s->x1 * s->dy + (y - s->y1) * s->dx, s->dy);
    bool beside = s->x1 == x + u && passes(s->y1, s->dy, y);
    bool along = s->dx == 0 && (s->x1 == x || beside);
    int from = s->dy > 0 ? j - 1 : j, by = s->dy > 0 ? 1 : -1;
    if ((along || lies_inside(at, x, x + u)) && is_closed(m, i, from, 0, by)) {
      return false;
    }
  }
  return true;
}

/* ---- sight over hexagons ------------------------------------------------ */

/* A cell that a part of the line runs in or beside. */
typedef struct Stretch {
  Fraction from, to;
  int x, y;
  bool reached, leads_on; /* by legal steps from the start; to the end */
} Stretch;

static int by_begin(const void *a, const void *b) {
  const Stretch *one = a, *other = b;
  return is_less(other->from, one->from) - is_less(one->from, other->from);
}

/* A hexagon lies between three pairs of parallel lines: along the axes of
 * differences of cube coordinates, at a distance of at most 1 from its centre.
 */
static bool meets_hexagon(Cube from, Cube to, Cube cell, Stretch *s) {
  const int64_t q = from.q - cell.q, r = from.r - cell.r;
  const int64_t dq = to.q - from.q, dr = to.r - from.r;
  const int64_t start[] = {q - r, q + 2 * r, -2 * q - r};
  const int64_t change[] = {dq - dr, dq + 2 * dr, -2 * dq - dr};
  s->from = (Fraction){0, 1};
  s->to = (Fraction){1, 1};
  for (int i = 0; i < 3; i++) {
    const int64_t far = change[i] < 0 ? 1 : -1;
    if (change[i] == 0 && llabs(start[i]) > 1) return false;
    if (change[i] == 0) continue;
    const Fraction in = fraction(far - start[i], change[i]);
    const Fraction out = fraction(-far - start[i], change[i]);
    if (is_less(s->from, in)) s->from = in;
    if (is_less(out, s->to)) s->to = out;
  }
  return is_less(s->from, s->to);
}

static bool is_same(Fraction a, Fraction b) {
  return !is_less(a, b) && !is_less(b, a);
}

/* Does a legal step lead from one stretch's cell to the next? */
static bool follows(const OracleMap *m, const Stretch *a, const Stretch *b) {
  return is_same(a->to, b->from) &&
         is_legal(m, a->x, a->y, b->x - a->x, b->y - a->y);
}

/* Marks what legal steps reach. At most two cells share a part of the line. */
static void join(const OracleMap *m, Stretch *s, int count) {
  for (int i = 0; i < count; i++) {
    if (i == 0) s[i].reached = true;
    for (int k = i - 1; k >= 0 && k >= i - 4; k--) {
      if (s[k].reached && follows(m, &s[k], &s[i])) s[i].reached = true;
    }
  }
  for (int i = count - 1; i >= 0; i--) {
    if (i == count - 1) s[i].leads_on = true;
    for (int k = i + 1; k < count && k <= i + 4; k++) {
      if (s[k].leads_on && follows(m, &s[i], &s[k])) s[i].leads_on = true;
    }
  }
}

/* The cost along the line; each part of it counts once, in its cheapest cell.
 */
static double cost_of_hexagons(const OracleMap *m, const Stretch *s,
                               int count) {
  double cost = 0;
  for (int i = 0; i < count;) {
    const Fraction from = s[i].from, to = s[i].to;
    double price = INFINITY;
    for (; i < count && is_same(s[i].from, from); i++) {
      if (!s[i].reached || !s[i].leads_on) continue;
      price = fmin(price, m->price[s[i].y * m->width + s[i].x]);
    }
    cost += price * (value(to) - value(from));
  }
  return cost * m->straight;
}

static bool sees_over_hexagons(const OracleMap *m, int x1, int y1, int x2,
                               int y2, double *cost) {
  const Cube from = cube_of(m->stagger, x1, y1);
  const Cube to = cube_of(m->stagger, x2, y2);
  const double q = (double)(to.q - from.q), r = (double)(to.r - from.r);
  const int left = (x1 < x2 ? x1 : x2) - 1, right = (x1 < x2 ? x2 : x1) + 1;
  const int top = (y1 < y2 ? y1 : y2) - 1, bottom = (y1 < y2 ? y2 : y1) + 1;
  const size_t most = 3 * (size_t)(right - left + bottom - top);
  Stretch *s = must_allocate(most * sizeof *s);
  int count = 0;
  *cost = 0;
  for (int y = top; y <= bottom; y++) {
    for (int x = left; x <= right; x++) {
      Stretch here = {.x = x, .y = y};
      if (!meets_hexagon(from, to, cube_of(m->stagger, x, y), &here)) continue;
      s[count++] = here;
    }
  }
  qsort(s, (size_t)count, sizeof *s, by_begin);
  if (is_free(m, x1, y1)) join(m, s, count);
  const bool sees = s[count - 1].reached;
  if (sees) *cost = cost_of_hexagons(m, s, count) * sqrt(q * q + q * r + r * r);
  free(s);
  return sees;
}

bool oracle_sees(const OracleMap *m, int64_t x1, int64_t y1, int64_t x2,
                 int64_t y2, double *cost) {
  Segment s = {x1, y1, x2 - x1, y2 - y1};
  double length = hypot((double)s.dx, (double)s.dy) / ORACLE_UNIT;
  bool down = s.dx == 0 && x1 % ORACLE_UNIT == 0;
  bool across = s.dy == 0 && y1 % ORACLE_UNIT == 0;
  if (m->stagger != ORACLE_SQUARES) {
    return sees_over_hexagons(m, owner(x1), owner(y1), owner(x2), owner(y2),
                              cost);
  }
  *cost = 0;
  if (!is_free(m, owner(x1), owner(y1))) return false;
  if (!is_free(m, owner(x2), owner(y2))) return false;
  if (s.dx == 0 && s.dy == 0) return true;
  /* Look one column and row further on every side: cells outside are blocked.
   */
  for (int y = -1; y <= m->height; y++) {
    for (int x = -1; x <= m->width; x++) {
      double part = part_in_cell(&s, x, y);
      if (part > 0 && !is_free(m, x, y)) return false;
      if (part > 0 && (!down || x == owner(x1)) &&
          (!across || y == owner(y1))) {
        *cost += part * length * m->straight * m->price[y * m->width + x];
      }
      if (s.dx != 0 && s.dy != 0 && !passes_corner(m, &s, x, y)) return false;
      if (m->sides && !passes_sides(m, &s, x, y)) return false;
    }
  }
  return true;
}

/* ---- the plane of hexagons ---------------------------------------------- */

/* A segment in the plane, or a part of it in a hexagon. */
typedef struct Way {
  double x, y, dx, dy;
} Way;

typedef struct Piece {
  double from, to;
  int x, y;
} Piece;

static int by_from(const void *a, const void *b) {
  const Piece *one = a, *other = b;
  return (one->from > other->from) - (one->from < other->from);
}

static bool has_rows(const OracleMap *m) {
  return m->stagger == ORACLE_ODD_R || m->stagger == ORACLE_EVEN_R;
}

/* The middle of a cell, along the lines of cells and across. */
static void middle_of(const OracleMap *m, int x, int y, double *along,
                      double *across) {
  const int line = has_rows(m) ? y : x;
  const bool even = m->stagger == ORACLE_EVEN_R || m->stagger == ORACLE_EVEN_Q;
  const bool shoved = even == (line % 2 == 0);
  *along = (has_rows(m) ? x : y) * (double)ORACLE_UNIT +
           (shoved ? ORACLE_UNIT / 2 : 0);
  *across = line * (ORACLE_UNIT / 2.0 + m->half_side);
}

static void place_of(const OracleMap *m, int64_t x, int64_t y, double *along,
                     double *across) {
  const double in_x = (double)(x % ORACLE_UNIT) - ORACLE_UNIT / 2.0;
  const double in_y = (double)(y % ORACLE_UNIT) - ORACLE_UNIT / 2.0;
  middle_of(m, owner(x), owner(y), along, across);
  *along += has_rows(m) ? in_x : in_y;
  *across += has_rows(m) ? in_y : in_x;
}

/* The part of the segment in a hexagon whose sides are moved outwards. */
static bool cuts(const OracleMap *m, const Way *w, int x, int y, double grow,
                 Piece *p) {
  const double half = ORACLE_UNIT / 2.0, slant = half - m->half_side;
  const double size = hypot(slant, half);
  const double normal[3][2] = {
      {1, 0}, {slant / size, half / size}, {-slant / size, half / size}};
  const double far[3] = {half, half * half / size, half * half / size};
  double along, across;
  middle_of(m, x, y, &along, &across);
  *p = (Piece){0, 1, x, y};
  for (int i = 0; i < 6; i++) {
    const double sign = i < 3 ? 1 : -1;
    const double nx = sign * normal[i % 3][0], ny = sign * normal[i % 3][1];
    const double left =
        far[i % 3] + grow - (nx * (w->x - along) + ny * (w->y - across));
    const double change = nx * w->dx + ny * w->dy;
    if (change == 0 && left <= 0) return false;
    if (change > 0) p->to = fmin(p->to, left / change);
    if (change < 0) p->from = fmax(p->from, left / change);
  }
  return p->from < p->to;
}

OracleAnswer oracle_walks(const OracleMap *m, int64_t x1, int64_t y1,
                          int64_t x2, int64_t y2, double *cost) {
  const double margin = 4;
  const int left = owner(x1 < x2 ? x1 : x2) - 1;
  const int right = owner(x1 < x2 ? x2 : x1) + 1;
  const int top = owner(y1 < y2 ? y1 : y2) - 1;
  const int bottom = owner(y1 < y2 ? y2 : y1) + 1;
  Piece *p = must_allocate((size_t)((right - left + 1) * (bottom - top + 1)) *
                           sizeof *p);
  OracleAnswer answer = ORACLE_YES;
  Way w;
  int count = 0;
  place_of(m, x1, y1, &w.x, &w.y);
  place_of(m, x2, y2, &w.dx, &w.dy);
  w.dx -= w.x;
  w.dy -= w.y;
  const double r = w.dy / (ORACLE_UNIT / 2.0 + m->half_side);
  const double q = w.dx / ORACLE_UNIT - r / 2;
  bool is_near = false;
  *cost = 0;
  if (!is_free(m, owner(x1), owner(y1)) || !is_free(m, owner(x2), owner(y2))) {
    answer = ORACLE_NO;
  }
  for (int y = top; y <= bottom; y++) {
    for (int x = left; x <= right; x++) {
      Piece here;
      if (!is_free(m, x, y)) {
        if (cuts(m, &w, x, y, -margin, &here)) answer = ORACLE_NO;
        if (answer == ORACLE_YES && cuts(m, &w, x, y, margin, &here)) {
          answer = ORACLE_PERHAPS;
        }
        continue;
      }
      if (cuts(m, &w, x, y, 0, &here)) {
        *cost +=
            (here.to - here.from) * m->straight * m->price[y * m->width + x];
      }
      if (cuts(m, &w, x, y, -margin, &here)) {
        p[count++] = here;
      } else if (cuts(m, &w, x, y, margin, &here)) {
        is_near = true;
      }
    }
  }
  qsort(p, (size_t)count, sizeof *p, by_from);
  for (int i = 1; i < count; i++) {
    const int dx = p[i].x - p[i - 1].x, dy = p[i].y - p[i - 1].y;
    if (!is_beside(m, p[i - 1].x, p[i - 1].y, dx, dy)) continue;
    if (!is_legal(m, p[i - 1].x, p[i - 1].y, dx, dy)) answer = ORACLE_NO;
  }
  *cost *= is_near ? NAN : sqrt(q * q + q * r + r * r);
  if (is_near && m->sides && answer == ORACLE_YES) answer = ORACLE_PERHAPS;
  free(p);
  return answer;
}
