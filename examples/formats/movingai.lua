-- The benchmarks of Moving AI: files of text with a head of four lines.
local tilepath = require "tilepath"
local text = "type octile\nheight 2\nwidth 4\nmap\n.G@T\nSWO.\n"
local grid = tilepath.grid(text:match "\nmap\r?\n(.*)", {
  prices = { swamp = 2, water = false }, unknown = false,
  legend = { G = true, S = "swamp", W = "water" } })
print(tilepath.ascii(grid))
--> ..##
--> sw#.
