--- The keys of a table, sorted: `for _, key in ipairs(sorted(t)) do`. The order
-- of `pairs` differs from run to run; a loop that chooses or makes a list must
-- not follow that order.
return function(t)
  local keys = {}
  for key in pairs(t) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return keys
end
