-- The museum at night: # wall, D door, L lock, c closet, k key, T treasure,
-- E exit. Windows and hedges take no cells: they are fences with a name, each
-- along a line or round a rectangle of cells.
return {
  map = [[
##########################
#......#c.......#........#
#.c....#........#........#
#......D........L....T...#
#...k..#........#........#
####D###.......c##########
#........................#
#........................#
#c......................c#
#####D######....####D#####
..........................
..........................
..........................
..........................
..........................
E.........................
]],
  rows_inside = 10,                                  -- the rest is lawn
  fences = {
    { "glass", 9, 7, 8, 0, gaps = { { 12, 7 } } },   -- the gallery's front
    { "glass", 13, 10, 4, 0 },                       -- a bay of the hall
    { "hedge", 3, 12, 5, 3 },
    { "hedge", 12, 13, 5, 2 },
    { "hedge", 21, 12, 4, 3 },
  },
  beats = {
    { { 3, 8 }, { 23, 8 } },                         -- the hall
    { { 10, 3 }, { 15, 4 }, { 12, 8 }, { 6, 3 } },   -- gallery and study
    { { 10, 16 }, { 10, 11 }, { 19, 11 }, { 19, 16 } },   -- the garden
  },
}
