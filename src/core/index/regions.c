/* regions.c - connected components of a mask, in blocks of blocks.
 *
 * The map is cut into tiles of 32 x 32 cells, whose components are found run by
 * run (components.h). Two by two, tiles form a block of 64 x 64 cells. Its
 * components are those of its tiles, joined where they meet. Four blocks form
 * the next larger block, and so on up to the whole map. A block knows which of
 * its components are on its sides, and its parent knows only those. So each
 * component is found in the smallest block that contains it whole. To find the
 * region of a cell, a climb goes from its tile to that block: a few look-ups
 * and a bit count. (A quadtree of boundary labels, as for labelling images:
 * Samet 1981.)
 *
 *     +-------+-------+     A block's children and the components that are on
 *     |   aaaa|bbbb   |     their sides. In the child at the top right b and c
 *     |   a   |   c   |     are two. In the block a meets b and d, and e meets
 *     +---a---+---c---+     d and c: all five are one component. It is on no
 *     |   d   |   e   |     side of the block, so the climb from any of its
 *     |   dddd|eeee   |     cells ends here.
 *     +-------+-------+
 *
 * An edit marks its tile. The tile is labelled again, in a microsecond or so.
 * Only if its sides have changed is the block around it labelled again, and so
 * on. A room that is split costs its own block. A map that is split in two
 * costs a walk along the sides of one block of each size: some 3 us for 512 x
 * 512 cells, and in proportion to the sides of larger maps.
 *
 * A fence may separate two cells of a row, of two tiles, or of two blocks. A
 * fence between two children changes no side of any block, so each block that
 * contains such a fence is marked. Under a rule that cuts corners a step past
 * the end of a fence may connect cells that no side connects. Away from fences
 * a legal diagonal step has a way round, unless the rule is "always".
 *
 * Memory is fixed at about 2.1 bytes a cell: a checkerboard, the worst case,
 * has a run every other cell, and each may be a component. With fences each
 * cell may be one: 3.7 bytes.
 */
#include "regions.h"

#include <string.h>

#include "components.h"

enum { MAX_LEVELS = 11 };

/* Blocks of one size, in reading order. The edge of the map may cut a block
 * off; a block has no side towards the edge. */
typedef struct Level {
  int32_t wide, high;    /* blocks */
  uint32_t across, down; /* cells along their sides; 0: none has a neighbour */
  uint32_t shows;        /* room for so many components on the sides */
  uint32_t first_region; /* of its components */
  uint64_t dirty_at;     /* offsets of arrays by block: marks of work to do */
  uint64_t shown_at;     /* number of components on the sides */
  uint64_t sides_at;     /* the four sides */
  uint64_t up_at;        /* for those components: the parent's component */
  uint64_t version_at;   /* the version of the last update */
} Level;

struct tp_Regions {
  int32_t width, height;
  int32_t levels;
  bool fenced;
  tp_Diagonal rule;
  tp_Stagger stagger;
  uint64_t fences;    /* version of the fences up to which blocks are marked */
  uint32_t tile_runs; /* room for so many runs in each tile */
  uint64_t tile_at, label_at;
  uint64_t west_at; /* fenced: for each row of a tile, fences to the west */
  Level level[MAX_LEVELS]; /* tiles first; the last has one block only */
};

/* ---- layout ------------------------------------------------------------- */

static int32_t blocks_along(int32_t cells, int32_t side) {
  return (cells - 1) / side + 1;
}

static size_t align_to_8(size_t at) { return (at + 7) / 8 * 8; }

/* The region numbers of all levels fit 32 bits. A tile has at most 2^10
 * components, and each level has a quarter of the blocks and at most twice the
 * components a block. */
static size_t lay_out(tp_Regions *r, int32_t width, int32_t height,
                      bool fenced) {
  *r = (tp_Regions){.width = width, .height = height, .fenced = fenced};
  /* A tile is stored whole, even if the map ends within it. */
  const int32_t whole_width = blocks_along(width, TP_TILE) * TP_TILE;
  const int32_t whole_height = blocks_along(height, TP_TILE) * TP_TILE;
  size_t at = align_to_8(sizeof *r);
  uint32_t regions = 0, components = 2 * TP_TILE_RUNS;
  for (size_t blocks = 2; blocks > 1; r->levels++) {
    Level *l = &r->level[r->levels];
    const int32_t side = TP_TILE << r->levels;
    const uint32_t across = (uint32_t)tp_lesser(side, whole_width);
    const uint32_t down = (uint32_t)tp_lesser(side, whole_height);
    l->wide = blocks_along(width, side);
    l->high = blocks_along(height, side);
    l->across = l->high > 1 ? across : 0;
    l->down = l->wide > 1 ? down : 0;
    l->shows = (fenced ? 2 : 1) * (l->across + l->down) + 2;
    blocks = (size_t)l->wide * (size_t)l->high;
    l->up_at = at;
    at += blocks * l->shows * sizeof(uint32_t);
    l->shown_at = at;
    at += blocks * sizeof(uint32_t);
    l->sides_at = at;
    at += blocks * 2 * (l->across + l->down) * sizeof(uint16_t);
    l->dirty_at = at;
    at = align_to_8(at + blocks);
    l->version_at = at;
    at += blocks * sizeof(uint64_t);
    l->first_region = regions;
    regions += (uint32_t)blocks * components;
    components = 4 * l->shows;
  }
  size_t tiles = (size_t)r->level[0].wide * (size_t)r->level[0].high;
  int32_t wide = tp_lesser(width, TP_TILE), high = tp_lesser(height, TP_TILE);
  r->tile_runs = (uint32_t)((fenced ? wide : (wide + 1) / 2) * high);
  r->tile_at = at;
  at += tiles * sizeof(tp_Labels);
  r->west_at = at;
  if (fenced) at += tiles * TP_TILE * sizeof(uint32_t);
  r->label_at = at;
  return at + tiles * r->tile_runs * sizeof(uint16_t);
}

size_t tp_regions_bytes(int32_t width, int32_t height, bool fenced) {
  tp_Regions r;
  return lay_out(&r, width, height, fenced);
}

bool tp_regions_are_fenced(const tp_Regions *r) { return r->fenced; }

#define ARRAY(r, type, offset) ((type *)((char *)(r) + (offset)))
#define CONST_ARRAY(r, type, offset) \
  ((const type *)((const char *)(r) + (offset)))

static size_t block_of(const Level *l, int32_t x, int32_t y) {
  return (size_t)y * (size_t)l->wide + (size_t)x;
}

/* The sides of the block in column x, row y of a level; NULL without neighbour.
 */
static tp_TileSides sides_of(tp_Regions *r, const Level *l, int32_t x,
                             int32_t y) {
  size_t across = l->across, down = l->down, perimeter = 2 * (across + down);
  uint16_t *at =
      &ARRAY(r, uint16_t, l->sides_at)[block_of(l, x, y) * perimeter];
  tp_TileSides s;
  s.side[TP_E] = x + 1 < l->wide ? at : NULL;
  s.side[TP_W] = x > 0 ? at + down : NULL;
  s.side[TP_S] = y + 1 < l->high ? at + 2 * down : NULL;
  s.side[TP_N] = y > 0 ? at + 2 * down + across : NULL;
  return s;
}

void tp_regions_init(tp_Regions *r, int32_t width, int32_t height, bool fenced,
                     tp_Diagonal rule, tp_Stagger stagger) {
  TP_ASSERT(fenced || !tp_is_hexagonal(stagger));
  size_t bytes = lay_out(r, width, height, fenced);
  memset((char *)r + sizeof *r, 0, bytes - sizeof *r);
  r->rule = rule;
  r->stagger = stagger;
  for (int32_t i = 0; i < r->levels; i++) {
    const Level *l = &r->level[i];
    memset(ARRAY(r, uint8_t, l->dirty_at), 1,
           (size_t)l->wide * (size_t)l->high);
  }
}

/* ---- tiles -------------------------------------------------------------- */

static bool update_tile(tp_Regions *r, const tp_RegionMap *map, tp_Cell at) {
  const Level *l = &r->level[0];
  size_t i = block_of(l, at.x, at.y);
  tp_TileSides sides = sides_of(r, l, at.x, at.y);
  tp_TileFences fences;
  tp_Tile tile;
  tile.rule = r->rule;
  tile.fences = NULL;
  for (int32_t y = 0; y < TP_TILE; y++) {
    int32_t row = at.y * TP_TILE + y;
    bool inside = row < r->height;
    tile.row[y] = inside ? tp_mask_half(map->mask, at.x * TP_TILE, row) : 0;
  }
  if (r->fenced) {
    /* The tile's fences, if it has any; and where runs end. */
    const tp_Cell first = {at.x * TP_TILE, at.y * TP_TILE};
    uint32_t *wests = &ARRAY(r, uint32_t, r->west_at)[i * TP_TILE];
    if (map->fences &&
        tp_labels_fences(&fences, map->fences, map->irregular, first)) {
      tile.fences = &fences;
    } else {
      memset(&fences, 0, sizeof fences);
    }
    memcpy(wests, fences.west, sizeof fences.west);
    if (tp_is_hexagonal(r->stagger)) {
      tp_labels_close_steps(&fences, r->stagger);
      tile.fences = &fences;
    }
  }
  return tp_labels_find(&ARRAY(r, tp_Labels, r->tile_at)[i],
                        &ARRAY(r, uint16_t, r->label_at)[i * r->tile_runs],
                        &tile, &sides, &ARRAY(r, uint32_t, l->shown_at)[i]);
}

/* ---- the sides of a block ----------------------------------------------- */

/* The component of the block to which a child's component belongs. */
static uint32_t number_of(tp_Block *b, uint32_t child, uint32_t component) {
  uint32_t *up = &b->up[child][component - 1];
  if (*up & TP_NODE) {
    uint32_t *root = tp_block_up(b, *up);
    if (*root & TP_NODE) *root = ++b->components;
    *up = *root;
  }
  return *up;
}

/* Draws a part of the block's side, which is a side of a child. */
static void draw_half(tp_Block *b, uint16_t *side, uint32_t child, int d,
                      uint32_t length) {
  const uint16_t *from = b->sides[child].side[d];
  for (uint32_t i = 0; b->up[child] && i < length; i++) {
    uint16_t label = 0;
    if (from[i]) label = (uint16_t)number_of(b, child, from[i]);
    b->changed |= side[i] != label;
    side[i] = label;
  }
}

/* A side of the block, and the two children that share it, in that order. */
typedef struct Outside {
  int d;
  uint32_t first, second;
} Outside;

static void draw_side(tp_Block *b, const tp_TileSides *sides, Outside of,
                      uint32_t half, uint32_t length) {
  uint16_t *side = sides->side[of.d];
  if (!side) return;
  draw_half(b, side, of.first, of.d, half);
  draw_half(b, side + half, of.second, of.d, length - half);
}

/* Joins the components of a block's children. Have the block's sides changed?
 */
static bool update_block(tp_Regions *r, const tp_RegionMap *map, const Level *l,
                         tp_Cell at) {
  const Level *children = l - 1;
  const int32_t bx = at.x, by = at.y;
  const int32_t side = TP_TILE << (children - r->level);
  uint32_t down = children->down, across = children->across;
  tp_TileSides sides = sides_of(r, l, bx, by);
  tp_Block b = {.rule = r->rule,
                .stagger = r->stagger,
                .fences = r->fenced ? map->fences : NULL,
                .side = side,
                .middle = {(2 * bx + 1) * side, (2 * by + 1) * side}};
  for (uint32_t child = 0; child < 4; child++) {
    int32_t x = 2 * bx + (int32_t)(child & 1);
    int32_t y = 2 * by + (int32_t)(child >> 1);
    if (x >= children->wide || y >= children->high) continue;
    size_t i = block_of(children, x, y);
    b.up[child] = &ARRAY(r, uint32_t, children->up_at)[i * children->shows];
    b.shown[child] = ARRAY(r, uint32_t, children->shown_at)[i];
    b.sides[child] = sides_of(r, children, x, y);
  }
  tp_block_join(&b, across, down);
  draw_side(&b, &sides, (Outside){TP_E, 1, 3}, down, l->down);
  draw_side(&b, &sides, (Outside){TP_S, 2, 3}, across, l->across);
  draw_side(&b, &sides, (Outside){TP_W, 0, 2}, down, l->down);
  draw_side(&b, &sides, (Outside){TP_N, 0, 1}, across, l->across);
  ARRAY(r, uint32_t, l->shown_at)[block_of(l, bx, by)] = b.components;
  for (uint32_t child = 0; child < 4; child++) {
    for (uint32_t c = 1; c <= b.shown[child]; c++) number_of(&b, child, c);
  }
  return b.changed;
}

/* ---- all ---------------------------------------------------------------- */

/* Marks the blocks in which the rectangle lies in more than one child. */
static void mark_blocks(tp_Regions *r, tp_Rect rect) {
  for (int32_t i = 1; i < r->levels; i++) {
    const Level *l = &r->level[i];
    const int32_t side = TP_TILE << (i - 1);
    uint8_t *dirty = ARRAY(r, uint8_t, l->dirty_at);
    int32_t left = rect.x / side, right = (rect.x + rect.w - 1) / side;
    int32_t top = rect.y / side, bottom = (rect.y + rect.h - 1) / side;
    if (left == right && top == bottom) continue;
    for (int32_t y = top / 2; y <= bottom / 2; y++) {
      memset(&dirty[block_of(l, left / 2, y)], 1,
             (size_t)(right / 2 - left / 2) + 1);
    }
  }
}

/* Updates the marked blocks of a level. */
static void update_level(tp_Regions *r, const tp_RegionMap *map,
                         const Level *l) {
  const bool is_last = l + 1 == &r->level[r->levels];
  const int32_t side = TP_TILE << (l - r->level);
  for (int32_t y = 0; y < l->high; y++) {
    uint8_t *mark = &ARRAY(r, uint8_t, l->dirty_at)[block_of(l, 0, y)];
    for (int32_t x = 0; x < l->wide; x++) {
      if (!mark[x]) continue;
      mark[x] = 0;
      ARRAY(r, uint64_t, l->version_at)[block_of(l, x, y)] = map->version;
      const bool changed = l == r->level
                               ? update_tile(r, map, (tp_Cell){x, y})
                               : update_block(r, map, l, (tp_Cell){x, y});
      if (map->touched) {
        const tp_Rect block = {x * side, y * side, side, side};
        tp_changelog_add(map->touched,
                         tp_rect_clip(block, map->touched->whole));
      }
      if (!changed || is_last) continue;
      const Level *next = l + 1;
      ARRAY(r, uint8_t, next->dirty_at)[block_of(next, x / 2, y / 2)] = 1;
    }
  }
}

void tp_regions_update(tp_Regions *r, const tp_RegionMap *map,
                       const tp_Rect *rects, int count) {
  const uint64_t fences = r->fenced && map->fences ? map->fences->version : 0;
  const Level *tiles = &r->level[0];
  uint8_t *dirty = ARRAY(r, uint8_t, tiles->dirty_at);
  for (int i = 0; i < count; i++) {
    const tp_Rect rect = rects[i];
    const int32_t left = rect.x / TP_TILE;
    const int32_t right = (rect.x + rect.w - 1) / TP_TILE;
    const int32_t bottom = (rect.y + rect.h - 1) / TP_TILE;
    for (int32_t y = rect.y / TP_TILE; y <= bottom; y++) {
      memset(&dirty[block_of(tiles, left, y)], 1, (size_t)(right - left) + 1);
    }
    if (fences != r->fences) mark_blocks(r, rect);
  }
  r->fences = fences;
  for (int32_t i = 0; i < r->levels; i++) update_level(r, map, &r->level[i]);
}

bool tp_regions_have_changed(const tp_Regions *r, tp_Cell tile,
                             uint64_t since) {
  for (int32_t i = 0; i < r->levels; i++) {
    const Level *l = &r->level[i];
    const size_t block = block_of(l, tile.x >> i, tile.y >> i);
    if (CONST_ARRAY(r, uint64_t, l->version_at)[block] > since) return true;
  }
  return false;
}

uint32_t tp_regions_of(const tp_Regions *r, const tp_Mask *mask, int32_t x,
                       int32_t y) {
  int32_t bx = x / TP_TILE, by = y / TP_TILE, level = 0;
  size_t block = block_of(&r->level[0], bx, by);
  uint32_t row = tp_mask_half(mask, x, y), west = 0;
  if (r->fenced) {
    size_t line = block * TP_TILE + (size_t)(y % TP_TILE);
    west = CONST_ARRAY(r, uint32_t, r->west_at)[line];
  }
  int run =
      tp_labels_run(&CONST_ARRAY(r, tp_Labels, r->tile_at)[block],
                    tp_labels_starts(row, west), x % TP_TILE, y % TP_TILE);
  uint32_t component =
      CONST_ARRAY(r, uint16_t, r->label_at)[block * r->tile_runs + (size_t)run];
  for (const Level *l = r->level;; block = block_of(l, bx, by)) {
    if (component - 1 >= CONST_ARRAY(r, uint32_t, l->shown_at)[block]) break;
    size_t up = block * l->shows + component - 1;
    component = CONST_ARRAY(r, uint32_t, l->up_at)[up];
    bx /= 2;
    by /= 2;
    level++;
    l++;
  }
  /* Level, block and component in one number. */
  uint32_t room = level == 0 ? 2 * TP_TILE_RUNS : 4 * r->level[level - 1].shows;
  return r->level[level].first_region + (uint32_t)block * room + component - 1;
}
