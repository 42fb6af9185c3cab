--- Hexagons: the functions of hexagonmath.lua, which the first grid of hexagons
-- loads.

local parent = (...):match("^(.*)plain[./]") or ""

return require(parent .. "later").module("plain.hexagonmath")
