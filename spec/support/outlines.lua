--- Parts of pictures: in words, and their outlines judged point by point.

local outlines = {}

--- The parts of a kind.
function outlines.parts_of(picture, kind)
  local list = {}
  for _, part in ipairs(picture.parts) do
    if part.kind == kind then
      list[#list + 1] = part
    end
  end
  return list
end

--- The points of the only part of a kind, "|" between outlines or lines; nil
-- without a part.
function outlines.shape_of(picture, kind)
  local list = outlines.parts_of(picture, kind)
  assert(#list <= 1, "more than one part")
  if not list[1] then return nil end
  local lines, first = {}, 1
  for i, size in ipairs(list[1].sizes) do
    local words = {}
    for k = first, first + 2 * size - 2, 2 do
      words[#words + 1] = ("%.4g,%.4g"):format(list[1][k], list[1][k + 1])
    end
    lines[i], first = table.concat(words, " "), first + 2 * size
  end
  assert(#list[1] == first - 1, "points without an outline")
  return table.concat(lines, " | ")
end

--- The shades of a kind, in order.
function outlines.shades_of(picture, kind)
  local list = {}
  for i, part in ipairs(outlines.parts_of(picture, kind)) do
    list[i] = ("%.3g"):format(part.value)
  end
  return table.concat(list, " ")
end

--- The kinds of all parts, in order.
function outlines.kinds_of(picture)
  local list = {}
  for i, part in ipairs(picture.parts) do
    list[i] = part.kind
  end
  return table.concat(list, " ")
end

--- Is a point inside the outlines of a part, by the even-odd rule? A part of nil
-- has no points.
function outlines.is_inside(part, x, y)
  local inside, first = false, 1
  for _, size in ipairs(part and part.sizes or {}) do
    local last = first + 2 * size - 2
    local x1, y1 = part[last], part[last + 1]
    for i = first, last, 2 do
      local x2, y2 = part[i], part[i + 1]
      if (y1 > y) ~= (y2 > y)
        and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1) then
        inside = not inside
      end
      x1, y1 = x2, y2
    end
    first = last + 2
  end
  return inside
end

return outlines
