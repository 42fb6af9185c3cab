--- tilepath.isometric: converts between the world of an isometric map and the
-- screen.
--
-- The world is flat: a grid of squares as high as a tile. Searches, paths and
-- followers use this world. On the screen columns run down to the right, and
-- rows run down to the left:
--
--            o              o is the corner of the first cell,
--          /   \            column + row go down by half a tile each,
--        / 1,1   \          column - row go right by half a tile each.
--      /\       / \
--     /   \   / 2,1 \

local root = (...):match("^(.*[./])import[./]") or ""
local check = require(root .. "check")
local given = require(root .. "given")
local read_orientation = require(root .. "import.orientation")

local CALL = "isometric"

local Isometric = {}
local metatable = { __index = Isometric, __name = "tilepath.Isometric" }

local function need(call, self, name_x, x, name_y, y)
  given.self(call, "a view of an isometric map", self,
    getmetatable(self) == metatable)
  check.finite(call, name_x, x)
  check.finite(call, name_y, y)
end

--- The place on the screen of a point of the world.
function Isometric:to_screen(wx, wy)
  need("to_screen", self, "wx", wx, "wy", wy)
  return self._left + (wx - wy) * self._across, (wx + wy) / 2
end

--- The point of the world at a place on the screen.
function Isometric:to_map(sx, sy)
  need("to_map", self, "sx", sx, "sy", sy)
  local half = (sx - self._left) / self._across / 2
  return sy + half, sy - half
end

--- tilepath.isometric(map)
return function(map)
  local frame, node = read_orientation(CALL, map)
  if not frame.is_isometric then
    check.fail(CALL, "orientation of the map", "'isometric'", frame.orientation)
  end
  -- In Tiled the lowest row touches the left border. In STI the last column
  -- touches the right border. Only STI's maps have this table.
  local is_sti = node:get "tileInstances" ~= nil
  return setmetatable({
    _left = (is_sti and frame.columns or frame.rows) * frame.tile_width / 2,
    _across = frame.tile_width / 2 / frame.tile_height,
  }, metatable)
end
