--- A sketch holds the parts of one kind of one thing. It keeps its tables, so
-- writing the same parts again makes no garbage.
--
-- Between `begin` and `finish`, `part` opens parts, and `point` adds points to
-- any open part by its number. A part's `changes` grows if the part differs
-- from the part at the last `finish`, even if an error came in between. Old
-- contents lie behind the new ones until `finish` removes them.

local sketch = {}

local Part = {} -- the metatable of parts

--- An empty sketch of a kind (a row of kinds.by_name), in a colour.
-- @param is_own   the game has chosen the colour: all parts have it
-- @param terrain  the colours of terrains by name (picture/named.lua), or nil
function sketch.new(kind, r, g, b, a, is_own, terrain)
  return { kind = kind, r = r, g = g, b = b, a = a, is_own = is_own,
    terrain = terrain, stamp = false, count = 0, parts = {}, lengths = {},
    outlines = {}, starts = {}, changed = {} }
end

--- Is a value a part of a picture?
function sketch.is_part(value)
  return getmetatable(value) == Part
end

function sketch.begin(self)
  self.count = 0
end

--- Opens a part and returns its number.
-- @param value     its shade, 0 to 1
-- @param width     of a line, in world units; else 0
-- @param r, g, b   its colour; nil: that of the sketch
-- @param a         its alpha; nil: that of the kind's shade
function sketch.part(self, value, width, r, g, b, a)
  local i, kind = self.count + 1, self.kind
  if not r or self.is_own then
    r, g, b = self.r, self.g, self.b
  end
  a = a or self.a * (kind.faintest + (1 - kind.faintest) * value)
  local part = self.parts[i]
  if not part then
    part = setmetatable({ kind = kind.name, form = kind.form, changes = 0,
      sizes = {} }, Part)
    self.parts[i] = part
  end
  self.changed[i] = self.changed[i] or part.r ~= r or part.g ~= g
    or part.b ~= b or part.a ~= a or part.value ~= value
    or part.width ~= width
  part.r, part.g, part.b, part.a = r, g, b, a
  part.value, part.width = value, width
  self.count, self.lengths[i], self.outlines[i], self.starts[i] = i, 0, 0, 0
  return i
end

--- Adds a point to a part.
function sketch.point(self, i, x, y)
  local part, n = self.parts[i], self.lengths[i]
  if part[n + 1] ~= x or part[n + 2] ~= y then
    part[n + 1], part[n + 2] = x, y
    self.changed[i] = true
  end
  self.lengths[i] = n + 2
end

--- Ends an outline or a line of a part. It does not count if it has no points.
function sketch.close(self, i)
  local n, sizes = self.lengths[i], self.parts[i].sizes
  local size = (n - self.starts[i]) / 2
  if size == 0 then
    return
  end
  local outlines = self.outlines[i] + 1
  if sizes[outlines] ~= size then
    sizes[outlines] = size
    self.changed[i] = true
  end
  self.outlines[i], self.starts[i] = outlines, n
end

--- Makes a list shorter.
function sketch.cut(list, length)
  for i = #list, length + 1, -1 do
    list[i] = nil
  end
end

--- Removes the rest of the old contents.
function sketch.finish(self)
  for i = 1, self.count do
    local part = self.parts[i]
    local length, outlines = self.lengths[i], self.outlines[i]
    if part[length + 1] or part.sizes[outlines + 1] then
      sketch.cut(part, length)
      sketch.cut(part.sizes, outlines)
      self.changed[i] = true
    end
    if self.changed[i] then
      part.changes, self.changed[i] = part.changes + 1, false
    end
  end
end

return sketch
