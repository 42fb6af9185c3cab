-- Isometric maps of Tiled: `from_tiled` makes a grid of squares, a tile's
-- height wide and high, in which followers, paths and places live. Drawing and
-- the mouse need the slanted picture, in pixels from the upper left corner of
-- the map as Tiled exports it.
local rows, wide, high = 4, 64, 32     -- of the map, and of a tile
local function to_screen(wx, wy)
  return (rows + (wx - wy) / high) * wide / 2, (wx + wy) / 2
end
local function to_map(sx, sy)
  local half = (sx * 2 / wide - rows) * high / 2
  return sy + half, sy - half
end
print(to_screen(16, 16))   --> 128 16
print(to_map(128, 16))     --> 16 16

-- A staggered map is a part of such a map. `right` and `down` are those of
-- shifted odd rows:
--
--   shifted        right                      down
--   even rows      columns + 1                right - 2
--   odd columns    floor((columns + 1) / 2)   right - 1
--   even columns   floor(columns / 2) + 1     right - 2
local columns = 10
local right, down = columns, columns - 1
local function to_staggered_screen(wx, wy)
  return ((wx - wy) / high + right) * wide / 2, (wx + wy - down * high) / 2
end
local function to_staggered_map(sx, sy)
  local half = (sx * 2 / wide - right) * high / 2
  return sy + down * high / 2 + half, sy + down * high / 2 - half
end
print(to_staggered_screen(16, 9.5 * 32)) --> 32 16
print(to_staggered_map(32, 16)) --> 16 304
