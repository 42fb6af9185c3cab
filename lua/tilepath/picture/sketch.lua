--- A sketch: the parts of one kind of one thing, written into tables that it
-- keeps, so that to write the same again makes no garbage.
--
-- Between `begin` and `finish` parts are opened by `part`, and points put into
-- any of them by its number. A part's `changes` grows if anything of it is not
-- as it was at the last `finish`; an error in between loses none of that. What a
-- part had before lies behind what is written until `finish` takes it away.

local sketch = {}

--- An empty sketch of a kind (a row of kinds.by_name), in a colour.
-- @param is_own   the game has chosen the colour: all parts have it
function sketch.new(kind, r, g, b, a, is_own)
  return { kind = kind, r = r, g = g, b = b, a = a, is_own = is_own,
    stamp = false, count = 0, parts = {}, lengths = {}, outlines = {},
    starts = {}, changed = {} }
end

function sketch.begin(self)
  self.count = 0
end

--- Opens a part and returns its number.
-- @param value     its shade, 0 to 1
-- @param width     of a line, in world units; else 0
-- @param r, g, b   its colour; nil: that of the sketch
function sketch.part(self, value, width, r, g, b)
  local i, kind = self.count + 1, self.kind
  if not r or self.is_own then
    r, g, b = self.r, self.g, self.b
  end
  local a = self.a * (kind.faintest + (1 - kind.faintest) * value)
  local part = self.parts[i]
  if not part then
    part = { kind = kind.name, form = kind.form, changes = 0, sizes = {} }
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

--- Puts a point into a part.
function sketch.point(self, i, x, y)
  local part, n = self.parts[i], self.lengths[i]
  if part[n + 1] ~= x or part[n + 2] ~= y then
    part[n + 1], part[n + 2] = x, y
    self.changed[i] = true
  end
  self.lengths[i] = n + 2
end

--- Ends an outline or a line of a part. One without points does not count.
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

local function cut(list, length)
  for i = #list, length + 1, -1 do
    list[i] = nil
  end
end

--- Takes away what is left of former contents.
function sketch.finish(self)
  for i = 1, self.count do
    local part = self.parts[i]
    local length, outlines = self.lengths[i], self.outlines[i]
    if part[length + 1] or part.sizes[outlines + 1] then
      cut(part, length)
      cut(part.sizes, outlines)
      self.changed[i] = true
    end
    if self.changed[i] then
      part.changes, self.changed[i] = part.changes + 1, false
    end
  end
end

return sketch
