--- The rows of a map as text: letter(x, y) is asked for each cell, row by row.
return function(width, height, letter)
  local rows = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do
      row[x] = letter(x, y)
    end
    rows[y] = table.concat(row)
  end
  return rows
end
