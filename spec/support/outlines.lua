--- Outlines of parts, judged point by point.

local outlines = {}

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
