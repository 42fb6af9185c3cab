/* play.c - plays a trial: a random world, agents of the same rule and step
 * costs that differ in how they search, and questions between edits.
 */
#include "play.h"

#include <math.h>
#include <string.h>

#include "choose.h"
#include "edits.h"
#include "fences_links.h"
#include "judge_body.h"
#include "judge_escape.h"
#include "judge_query.h"
#include "judges.h"
#include "layers.h"

/* Rounds of questions. Edits come before each round except the first. */
enum { ROUNDS = 3, JUMPY_ROUNDS = 8, VAST_ROUNDS = 3, LONG_ROUNDS = 6 };

/* Searches between edits, per round. */
enum {
  STANDING = 4,
  JUMPY_STANDING = 12,
  WIDE_STANDING = 1,
  TINY_STANDING = 100
};

static bool is_narrow(const Trial *t) {
  return t->world.width <= WORLD_NARROW || t->world.height <= WORLD_NARROW;
}

/* ---- what the oracle is told, and what the agents ---------------------- */

/* Costs of links, as multiples of the cheapest step. */
typedef struct LinkCosts {
  double least; /* the least above 0; at most 1 */
  double greatest;
} LinkCosts;

static LinkCosts link_costs_of(const Trial *t, double step) {
  LinkCosts link_costs = {1, 0};
  for (int i = 0; i < t->map.links; i++) {
    double cost = t->link[i].cost;
    if (cost == 0 || cost == INFINITY) continue;
    link_costs.least = fmin(link_costs.least, cost / step);
    link_costs.greatest = fmax(link_costs.greatest, cost / step);
  }
  return link_costs;
}

/* How near to the exact cost the library's costs must be. Costs are whole
 * numbers, chosen so that the sum of a map's steps and links fits 51 bits.
 * - If step costs lie very far apart, the whole numbers are coarse.
 * - If they lie further apart still, only a legal path is promised.
 * - Costs of links are rounded like those of steps. A link below a 1024th of
 *   the cheapest step does not make the numbers finer. */
static double promise_of(const Trial *t, double least, double greatest) {
  double s = t->map.straight, d = t->map.diagonal;
  double cells = (double)t->world.width * t->world.height;
  bool four = t->map.rule == ORACLE_NO_DIAGONALS;
  double step = least * (four ? s : fmin(s, d));
  double apart = greatest * (four ? s : fmax(s, d)) / step;
  const LinkCosts link_costs = link_costs_of(t, step);
  double above = fmax(0, link_costs.greatest - apart) * fmin(cells, 1 << 15);
  double units = ldexp(1, 51) / (apart * cells + above);
  if (units < 2 || link_costs.least < 1.0 / 1024) return 1e300;
  return fmax(1e-6, 2 / (units * link_costs.least));
}

static void price_map(Trial *t) {
  double least = INFINITY, greatest = 0;
  for (int y = 0; y < t->world.height; y++) {
    for (int x = 0; x < t->world.width; x++) {
      double price = body_dearest(&t->world, &t->body, x, y);
      t->price[y * t->world.width + x] =
          price < INFINITY ? body_price(&t->world, &t->body, x, y) : INFINITY;
      if (price == INFINITY) continue;
      least = fmin(least, price);
      greatest = fmax(greatest, price + t->body.away_price);
    }
  }
  t->cheapest = least;
  greatest = layers_price_map(t, greatest);
  trial_map_ways(t);
  t->promise = greatest > 0 ? promise_of(t, t->cheapest, greatest) : 1e-6;
  t->dearest_alone = greatest;
}

/* The same among other units. Units raise prices, but do not change what a step
 * counts. */
static void price_map_among(Trial *t) {
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    int x = i % t->world.width, y = i / t->world.width;
    double price = t->price_alone[i];
    double dearest = body_dearest(&t->world, &t->body, x, y);
    if (dearest < INFINITY) price += body_raise(&t->world, &t->body, x, y);
    t->price[i] = dearest < INFINITY ? price : INFINITY;
  }
  if (t->world.raise == 0 || t->dearest_alone == 0) return;
  t->promise = promise_of(t, t->cheapest, t->dearest_alone + t->world.raise);
}

/* A heuristic that is never too high, but as inconsistent as possible. On a
 * large map it is less so, since cells would be opened again too many times. */
static void make_told(Trial *t, Player *p) {
  double scale = p->navmap.costs.scale;
  bool small = t->world.width * t->world.height <= 2500;
  bool noise = small && random_chance(&t->random, 0.8);
  oracle_costs(&t->map, t->goal.x, t->goal.y, true, t->rest);
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    double part = noise ? random_unit(&t->random) : 1;
    if (random_chance(&t->random, 0.2)) part = 0;
    double rest = t->rest[i] < INFINITY ? t->rest[i] : 0;
    t->reported[i] =
        (uint64_t)(part * rest * scale * fmax(0, 1 - 2 * t->promise));
  }
  p->reported = t->reported;
}

/* For half of the trials with large agents, the map is enlarged: its walls and
 * passages are as wide as the agent. */
static void draw_world(Trial *t, int width, int height) {
  int side = t->body.wide > t->body.high ? t->body.wide : t->body.high;
  int k = side > 1 && random_chance(&t->random, 0.5) ? side : 1;
  world_draw(&t->world, &t->random, (width + k - 1) / k, (height + k - 1) / k,
             t->jumpy);
  if (k > 1) world_enlarge(&t->world, k, width, height);
}

/* ---- a trial ------------------------------------------------------------ */

static void find_costs(Trial *t) {
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    t->cost[i] = INFINITY;
  }
  if (trial_is_free(t, t->start)) {
    oracle_costs(&t->map, t->start.x, t->start.y, false, t->cost);
  }
}

static void ask(Trial *t, Player *p) {
  t->goal = trial_choose_cell(t);
  if (p->navmap.profile.heuristic == TP_HEURISTIC_USER) {
    if (trial_is_free(t, t->goal))
      make_told(t, p);
    else if (!p->reported)
      return;
  }
  judge_query(t, p);
}

/* A user's heuristic knows nothing of partial goals. */
static bool can_be_partial(const Player *p) {
  const tp_Profile *profile = &p->navmap.profile;
  return profile->heuristic != TP_HEURISTIC_USER ||
         profile->algorithm == TP_DIJKSTRA;
}

static void judge_knowledge(Trial *t, Player *p) {
  if (random_chance(&t->random, 0.3)) {
    trial_expect(t, player_make_landmarks(p, &t->random),
                 "slices come to no end, or are left half spent");
  }
  player_catch_up(p);
  judge_structures(t, p);
  if (!t->wrong && random_chance(&t->random, 0.3)) judge_agent(t, p);
  if (!t->wrong && trial_is_free(t, t->start)) judge_regions(t, p);
}

/* Closes cells for single questions. Afterwards the map must be as before. */
static void shut_some(Trial *t, Player *p) {
  int times = 1 + random_below(&t->random, 6);
  for (int n = 0; n < times && !t->wrong; n++) {
    t->goal = trial_choose_cell(t);
    judge_closing(t, p);
  }
  if (!t->wrong && random_chance(&t->random, 0.5)) judge_structures(t, p);
}

/* Starts in a blocked cell: the same questions with a way out. */
static void ask_for_ways_out(Trial *t, Player *p) {
  int queries = t->jumpy ? 4 : 2;
  if (!escape_begin(t)) return;
  for (int n = 0; n < queries && !t->wrong; n++) ask(t, p);
  for (int n = 0; n < queries && !t->wrong; n++) judge_goals(t, p);
  if (!t->wrong && can_be_partial(p)) {
    t->goal = trial_choose_cell(t);
    judge_partial(t, p);
  }
  escape_take_all(t);
  if (!t->wrong && random_chance(&t->random, 0.5)) {
    judge_reach_out(t, p);
  }
  escape_end(t);
  find_costs(t);
}

static void play_fields(Trial *t, Player *p, Fielder *f) {
  Random *r = &t->random;
  if (!t->wrong && random_chance(r, 0.3)) judge_field(t, p, f);
  if (!t->wrong && !trial_is_hexagonal(t) && random_chance(r, 0.2))
    judge_flow(t, p, f);
  if (!t->wrong && random_chance(r, 0.1)) judge_repairs(t, p);
  if (!t->wrong && random_chance(r, 0.1)) judge_reach(t, p);
  if (!t->wrong && random_chance(r, 0.4)) judge_window(t, p);
  if (!t->wrong && random_chance(r, 0.3)) judge_trail(t, p);
}

/* The questions to a player in a round. */
static void play_turn(Trial *t, Player *p, Fielder *f) {
  Random *r = &t->random;
  int queries = t->jumpy ? 4 : 2;
  judge_knowledge(t, p);
  for (int n = 0; n < queries && !t->wrong; n++) ask(t, p);
  for (int n = 0; n < 4 && !t->wrong; n++) judge_sight(t, p);
  if (!t->wrong) judge_body(t, p);
  if (!t->wrong && random_chance(r, t->body.radius > 0 ? 0.9 : 0.3))
    judge_view(t, p);
  if (!t->wrong) play_fields(t, p, f);
  for (int n = 0; n < queries && !t->wrong; n++) judge_goals(t, p);
  if (!t->wrong && random_chance(r, 0.4)) ask_for_ways_out(t, p);
  if (!t->wrong) judge_nearest(t, p);
  if (!t->wrong && random_chance(r, 0.4)) judge_fresh(t, p);
  if (!t->wrong && !p->alone && random_chance(r, 0.2)) shut_some(t, p);
  if (t->wrong || !can_be_partial(p)) return;
  t->goal = trial_choose_cell(t);
  if (random_chance(r, t->jumpy ? 0.2 : 0.7)) judge_partial(t, p);
}

/* The questions in a vast world, where each answer takes the oracle long. */
static void play_vast_turn(Trial *t, Player *p, Fielder *f) {
  Random *r = &t->random;
  judge_knowledge(t, p);
  if (!t->wrong) ask(t, p);
  if (!t->wrong) judge_sight(t, p);
  if (!t->wrong) judge_body(t, p);
  if (!t->wrong) judge_nearest(t, p);
  if (!t->wrong && !p->alone && random_chance(r, 0.2)) judge_closing(t, p);
  if (!t->wrong && random_chance(r, 0.2)) judge_field(t, p, f);
  if (!t->wrong && random_chance(r, 0.2)) judge_goals(t, p);
}

/* A search may begin on another navmap next. */
static void swap_searches(Player *a, Player *b) {
  tp_Search search = a->search;
  a->search = b->search;
  b->search = search;
}

/* The same player among other units, which have moved since. */
static void play_among(Trial *t, int i) {
  Player *p = &t->among[i], *alone = &t->player[i];
  size_t cells = (size_t)t->world.width * (size_t)t->world.height;
  double promise = t->promise;
  memcpy(t->price_alone, t->price, cells * sizeof *t->price);
  memcpy(t->cost_alone, t->cost, cells * sizeof *t->cost);
  if (!p->alone) {
    bool is_raised = random_chance(&t->random, 0.4);
    player_catch_up(alone);
    player_join(p, alone, t->others.avoided,
                is_raised ? world_price(&t->random) : 0);
  }
  if (random_chance(&t->random, 0.2)) swap_searches(p, alone);
  t->world.has_others = true;
  t->world.raise = p->navmap.raise;
  for (int n = 1 + random_below(&t->random, 2); n > 0 && !t->wrong; n--) {
    others_move(&t->others, &t->world, &t->random);
    others_aim(&t->others, &t->world, &t->random,
               (tp_Rect){t->start.x, t->start.y, t->body.wide, t->body.high});
    price_map_among(t);
    layers_raise(t, p);
    find_costs(t);
    if (t->vast) {
      play_vast_turn(t, p, &t->fielder_among[i]);
    } else {
      play_turn(t, p, &t->fielder_among[i]);
    }
  }
  t->world.has_others = false;
  t->promise = promise;
  memcpy(t->price, t->price_alone, cells * sizeof *t->price);
  memcpy(t->cost, t->cost_alone, cells * sizeof *t->cost);
}

/* After edits, computes the oracle's costs for the same start. */
static void look_again(Trial *t) {
  price_map(t);
  find_costs(t);
}

static void play_round(Trial *t) {
  Random *r = &t->random;
  price_map(t);
  t->start = trial_choose_cell(t);
  t->goal = t->start;
  find_costs(t);
  bool is_wide = t->vast && !is_narrow(t);
  for (int i = 0; i < PLAYERS && !t->wrong; i++) {
    if (!random_chance(r, is_wide ? 0.5 : t->tiny ? 0.1 : 0.9)) continue;
    if (t->vast) {
      play_vast_turn(t, &t->player[i], &t->fielder[i]);
    } else {
      play_turn(t, &t->player[i], &t->fielder[i]);
    }
    if (!t->wrong && random_chance(r, t->vast ? 0.3 : 0.5)) play_among(t, i);
  }
  int standing = t->jumpy ? JUMPY_STANDING : STANDING;
  if (is_wide) standing = WIDE_STANDING;
  if (t->tiny) standing = TINY_STANDING;
  for (int n = standing; n > 0 && !t->wrong; n--) {
    judge_standing(t, &t->player[random_below(r, PLAYERS)], look_again);
  }
}

void play_trial(uint64_t number, bool hexagonal, Tally *tally) {
  static Trial trial; /* megabytes, so one trial at a time */
  Trial *t = &trial;
  int width, height;
  double straight, diagonal;
  t->number = number;
  t->tally = tally;
  memset(t->fielder, 0, sizeof t->fielder); /* one may have been abandoned */
  memset(t->fielder_among, 0, sizeof t->fielder_among);
  memset(t->among, 0, sizeof t->among);
  t->world.has_others = false;
  t->random.state = number;
  t->wrong = t->escape = false;
  t->world.stagger = ORACLE_SQUARES;
  t->world.half_side = 0;
  if (hexagonal) choose_stagger(t);
  t->jumpy = random_chance(&t->random, 0.6);
  choose_size(t, &width, &height);
  t->body = body_draw(&t->random, t->jumpy, width, height);
  if (hexagonal) t->body = body_small();
  if (t->vast && t->body.wide * t->body.high > WORLD_NARROW) {
    t->body.wide = t->body.high = 1;
  }
  draw_world(t, width, height);
  ways_draw(t);
  t->map = (OracleMap){.width = width, .height = height, .price = t->price};
  t->map.rule = (OracleRule)random_below(&t->random, 4);
  if (t->world.seamed && random_chance(&t->random, 0.6)) {
    t->map.rule = ORACLE_NOTHING;
  }
  if (hexagonal) t->map.rule = ORACLE_NOTHING;
  t->map.stagger = t->world.stagger;
  t->map.half_side = t->world.half_side;
  if (body_may_be_round(t->map.rule)) {
    body_draw_cells(&t->body, &t->random);
    body_draw_radius(&t->body, &t->random);
  }
  if (t->jumpy) {
    choose_jumpy_costs(t, &straight, &diagonal);
  } else {
    choose_costs(t, &straight, &diagonal);
  }
  if (hexagonal) diagonal = straight;
  t->map.straight = straight;
  t->map.diagonal = diagonal;
  t->board = trial_make_board(t);
  layers_draw(t);
  others_make(&t->others, &t->world, &t->random);
  for (int i = 0; i < PLAYERS; i++) {
    bool jumpy = t->jumpy && i < PLAYERS - 1;
    choose_profile(t, &t->profile[i], straight, diagonal, jumpy);
    player_init(&t->player[i], &t->board, &t->world, &t->profile[i]);
    player_take_layers(&t->player[i], t->layer, t->weight, t->layers, t->least);
    t->player[i].is_poor = random_chance(&t->random, 0.3);
  }
  int rounds = t->jumpy ? JUMPY_ROUNDS : ROUNDS;
  if (t->vast) rounds = is_narrow(t) ? LONG_ROUNDS : VAST_ROUNDS;
  for (int round = 0; round < rounds && !t->wrong; round++) {
    if (round > 0) edits_make(t);
    if (!t->wrong) play_round(t);
  }
  for (int i = 0; i < PLAYERS; i++) {
    player_free(&t->player[i]);
    fielder_free(&t->fielder[i]);
    player_free(&t->among[i]);
    fielder_free(&t->fielder_among[i]);
  }
  others_free(&t->others);
  layers_free(t);
  board_free(&t->board);
  tally->failed += t->wrong;
}
