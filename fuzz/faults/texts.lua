-- Faults of the docs and of the stubs.
return {
  checks = { "spec/contract/api_spec.lua", "spec/contract/docs_spec.lua",
    "spec/contract/seam_spec.lua", "spec/contract/recipes_spec.lua",
    "spec/contract/guide_spec.lua", "spec/contract" },

  { "types/tilepath.lua", "function Grid:copy()", "function Grid:clone()" },
  { "types/tilepath.lua", "---@field max_nodes? integer no limit",
    "---@field max_cells? integer no limit" },
  { "types/tilepath.lua", [[---| "stale"]], [[---| "lost"]] },
  { "types/tilepath.lua", "---(C) The number of cells of each region.",
    "--- The number of cells of each region." },
  { "docs/reference/grid.md", "### grid:get(x, y)", "### grid:at(x, y)" },
  { "docs/reference/grid.md", "print(grid:to_cell(164, 31.9))  --> 3 1",
    "print(grid:to_cell(164, 31.9))  --> 3 2" },
  { "docs/reference/rules.md", [[| `"stale"` | The grid changed while]],
    [[| `"lost"` | The grid changed while]] },
  { "docs/recipes.md", "print(cost, path:point(2))            --> 4.5 1 2",
    "print(cost, path:point(2))            --> 4.5 2 1" },
  { "docs/seam.md", "### core.meant(word, known)", "### core.guess(word, known)" },
  { "docs/seam.md", "`check.lua`.\n\n## Grids", "`class.lua`.\n\n## Grids" },
  { "docs/guide.md", "hen:flee(fox, { distance = 4 })",
    "hen:flee(fox, { distance = -4 })" },
}
