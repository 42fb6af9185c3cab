-- Faults of the examples, and of the tools that write figures, pictures, docs and
-- folders of games.
return {
  { "bench/figures.lua",
    { "value >= 10 and 0", "value >= 10 and 1", "contract/figures" } },
  { "examples/love/rts/army.lua",
    { "is_chosen = false end\n  self.chosen = {}", "is_chosen = false end",
      "host/rts" } },
  { "examples/love/swarm/main.lua",
    { "APART, REST = 0.75, 6", "APART, REST = 0.3, 6", "host/swarm_example" } },
  { "examples/page/page.lua",
    { 'lines[i + 1] = "="', 'lines[i + 1] = ""', "host/playground" } },
  { "examples/terminal.lua",
    { "for i = 2, #stops do", "for i = 3, #stops do", "host/terminal" } },
  { "tools/docs",
    { "](docs/\\1|g", "](doc/\\1|g", "host/zip_docs" } },
  { "tools/example",
    { 'do cp "$shared/$name.lua" "$folder"', "do break 2", "host/examples" } },
  { "tools/pictures.lua",
    { "A walker goes round a lake", "A walker goes round a pond",
      "picture/drawings" } },
}
