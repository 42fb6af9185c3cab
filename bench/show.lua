--- Prints rows as tables.
--
-- A column is { key of the row and of the CSV, title, format }.

local measure = require "measure"

local show = {}

function show.titles(columns)
  local words = {}
  for i, column in ipairs(columns) do
    local width = column[3]:match("^%%(%-?%d+)")
    words[i] = ("%" .. width .. "s"):format(column[2])
  end
  print((table.concat(words, " ")))
end

--- A row; a missing value is a dash.
function show.row(columns, row)
  local words = {}
  for i, column in ipairs(columns) do
    local value, width = row[column[1]], column[3]:match("^%%(%-?%d+)")
    words[i] = value and column[3]:format(value)
      or ("%" .. width .. "s"):format("-")
  end
  print((table.concat(words, " ")))
end

local function show_mean(columns, rows, wanted, line)
  line[columns[1][1]] = "geometric mean"
  for _, key in ipairs(wanted) do
    local list = {}
    for _, row in ipairs(rows) do
      list[#list + 1] = row[key] or nil
    end
    line[key] = #list > 0 and measure.geometric_mean(list) or nil
  end
  show.row(columns, line)
end

--- A line with the geometric mean of each wanted column over the rows that have
-- it; or such a line for each value of a column.
-- @param by  the key of that column, or nil
function show.means(columns, rows, wanted, by)
  local groups, order = {}, {}
  for _, row in ipairs(rows) do
    local value = by and row[by] or ""
    if not groups[value] then
      groups[value] = {}
      order[#order + 1] = value
    end
    table.insert(groups[value], row)
  end
  for _, value in ipairs(order) do
    show_mean(columns, groups[value], wanted, by and { [by] = value } or {})
  end
end

--- Keys of the columns.
function show.keys(columns)
  local list = {}
  for i, column in ipairs(columns) do
    list[i] = column[1]
  end
  return list
end

return show
