---@meta tilepath
-- What an editor with a Lua language server wants to know of tilepath. Nothing
-- runs this file. docs/reference explains each name, and takes signatures and
-- tables of options from here.

---A rule for diagonal steps; true is "only_if_no_obstacles", false "never".
---@alias tilepath.Diagonal
---| "only_if_no_obstacles"
---| "at_least_one_walkable"
---| "always"
---| "never"
---| boolean

---@alias tilepath.Heuristic
---| "auto"
---| "octile"
---| "manhattan"
---| "chebyshev"
---| "euclidean"
---| "zero"
---| fun(x: integer, y: integer, goal_x: integer, goal_y: integer): number

---@alias tilepath.Algorithm
---| "auto"
---| "jps"
---| "astar"
---| "dijkstra"

---A number from 1/1024 to 1024; false or math.huge: may not be entered.
---@alias tilepath.Price number|false

---@alias tilepath.Units
---| "cells"
---| "world"

---Why there is no path.
---@alias tilepath.Reason
---| "start_outside"
---| "goal_outside"
---| "start_blocked"
---| "goal_blocked"
---| "goal_occupied"
---| "unreachable"
---| "budget"
---| "cancelled"
---| "stale"

---@alias tilepath.Status
---| "running"
---| "found"
---| "failed"

---x, y, terrain, price (math.huge if the cell cannot be entered).
---@alias tilepath.CellIterator fun(): integer?, integer, string, number

---x, y, terrain, price; outside the grid only x, y.
---@alias tilepath.LineIterator fun(): integer?, integer, string?, number?

---x, y, state, g, h.
---@alias tilepath.NodeIterator fun(): integer?, integer, "open"|"closed", number, number

-- The library -----------------------------------------------------------------

---@class tilepath
---@field version string version of the library
---@field core "C"|"Lua" what runs the searches: the C module, or the core in Lua
---@field core_reason string|false why the C module is not used; false if it is used, or if the game asked for the core in Lua
---@field path tilepath.PathLibrary makes a path from a flat table of points
local tilepath = {}

---@alias tilepath.Stagger "odd-r"|"even-r"|"odd-q"|"even-q"

---@class tilepath.SquaresOptions
---column and row of the first cell: a number for both or { x, y }
---@field base? integer|integer[] ; 1
---side of a cell in world units, or { width, height }
---@field cell_size? number|number[] ; 1
---top left corner of the grid in the world: { x, y }
---@field origin? number[] ; `{ 0, 0 }`
---@field prices? table<string, tilepath.Price> prices of terrains; none
---{ terrain = true }: the terrain hides what is behind it
---@field opaque? table<string, boolean> ; none
---terrains of the characters of a text, or of the values of rows
---@field legend? table<any, string|boolean> ; none
---for rows: which values are open: a value, a set { [value] = true }, or a
---function(value)
---@field walkable? any ; none
---the terrain of cells that a short row lacks
---@field empty? string|boolean ; an error
---the terrain of characters and values to which no rule gives a terrain
---@field unknown? string|boolean ; an error
---@field fences? boolean whether the text also draws fences; false

---@class tilepath.GridOptions: tilepath.SquaresOptions
---@field shape? "square"|"hex" the shape of the cells; "square"
---for hexagons: which rows (r) or columns (q) are shoved by half a cell
---@field stagger? tilepath.Stagger ; "odd-r"
---for hexagons: length of the vertical (r) or horizontal (q) sides
---@field cell_side? number ; half of the box
---@field into? tilepath.Grid an existing grid, which the call turns into this map; a new grid

---@class tilepath.ListOptions: tilepath.GridOptions
---@field width integer columns

---Makes a grid of open cells, or of a map: a text, rows or a list.
---@param width integer
---@param height integer
---@param options? tilepath.GridOptions
---@return tilepath.Grid grid
---@overload fun(text: string|string[], options?: tilepath.GridOptions): tilepath.Grid
---@overload fun(rows: any[][], options?: tilepath.GridOptions): tilepath.Grid
---@overload fun(list: any[], options: tilepath.ListOptions): tilepath.Grid
function tilepath.grid(width, height, options) end

---An object of a map of Tiled, or an entity of LDtk.
---@class tilepath.Place
---@field name string "" if it has none
---@field layer string name of its layer
---@field x number its middle, or the point itself, in world units
---@field y number
---@field width number world units
---@field height number
---@field properties table<string, any> properties, or fields of an entity
---@field object table the table of the file
---@field id? integer|string Tiled: its id; LDtk: its iid
---@field gid? integer Tiled: the gid of its tile, without flips
---@field class? string Tiled
---@field shape? string Tiled
---@field rotation? number Tiled: degrees
---@field points? number[] Tiled: corners of a polygon or polyline
---@field level? string LDtk: identifier of its level

---A list of places, which also has the first place of each name by that name.
---@alias tilepath.Places table<integer|string, tilepath.Place>

---Cells that a word closed on a layer.
---@class tilepath.Closed
---@field layer? string name of the layer; nil: no tile, or a terrain
---@field word string the property, or the entry of the legend
---@field cells integer

---What closed the cells of a map; as a string, a line for each.
---@class tilepath.Found
---@field [integer] tilepath.Closed
---@field grid tilepath.Grid
---@field cells integer of the grid
---@field closed integer of them
---@field note? string what may be wrong

---A tile that the legend is asked about.
---@class tilepath.Tile
---@field gid integer without flips
---@field id integer its number in the tileset
---@field class string
---@field tileset string name of the tileset
---@field properties table<string, any>

---@class tilepath.MapOptions
---@field layers? string[] names of layers of cells, from the lowest up; all
---the terrains of things, by their name or number; for Tiled also a function
---that takes a tile
---@field legend? table<string|integer, string|boolean>|fun(tile: tilepath.Tile): string|boolean? ; none
---the terrain of cells on which nothing lies
---@field empty? string|boolean ; see below
---the terrain of values (LDtk) and gids (Tiled) to which no rule gives a terrain
---@field unknown? string|boolean ; an error
---the decoded tilesets, templates and levels, by the names of their files;
---`false` ignores a file
---@field files? false|table<string, table|false>|fun(name: string): table|false? ; none
---prices of terrains, instead of the prices that tiles give them
---@field prices? table<string, tilepath.Price> ; none
---{ terrain = true }: the terrain hides what is behind it
---@field opaque? table<string, boolean> ; none
---column and row of the first cell
---@field base? integer|integer[] ; 1, for infinite maps 0
---@field into? tilepath.Grid a grid in use, whose cells the map replaces; a new grid

---@class tilepath.TiledOptions: tilepath.MapOptions
---for each word, such as `terrain`, the name of the property that your map uses
---instead: a name, a list of names, or false for none
---@field properties? tilepath.TiledProperties ; the words
---unpacks layers; the method is zlib, gzip or zstd
---@field decompress? fun(bytes: string, method: string): string ; that of LÖVE
---@field touched? boolean shapes cover each cell that they touch; false
---@field shapes? boolean collision shapes of tiles close cells; false

---Names of properties that stand for a word; false: none.
---@class tilepath.TiledProperties
---@field terrain? string|string[]|false the name of a terrain; "terrain"
---@field price? string|string[]|false the price of it; "price"
---@field walkable? string|string[]|false false closes; "walkable"
---@field collidable? string|string[]|false true closes; "collidable"
---@field fence? string|string[]|false sides of tiles, or polylines; "fence"
---@field ledge? string|string[]|false the same, open one way; "ledge"

---Makes a grid from a map of Tiled.
---@param map table
---@param options? tilepath.TiledOptions
---@return tilepath.Grid grid
---@return tilepath.Places places
---@return tilepath.Found found
function tilepath.from_tiled(map, options) end

---@class tilepath.LdtkOptions: tilepath.MapOptions
---@field level? string identifier of the level or the world to read; all levels

---Makes a grid from a level, a world or a project of LDtk.
---@param project table
---@param options? tilepath.LdtkOptions
---@return tilepath.Grid grid
---@return tilepath.Places places
---@return tilepath.Found found
function tilepath.from_ldtk(project, options) end

---@alias tilepath.FloorPlan integer[]|string|string[]|any[][]|tilepath.Grid

---@class tilepath.BuildingOptions: tilepath.SquaresOptions
---@field order? string[] the names of all floors, from left to right; by name
---the points { x, y } at which the floors' own worlds begin, by name
---@field origins? table<string, number[]> ; 0, 0
---@field grid? tilepath.Grid the loaded grid of a building that was saved; a new grid

---Makes a building: several floors, side by side in one grid.
---@param floors table<string, tilepath.FloorPlan>
---@param options? tilepath.BuildingOptions
---@return tilepath.Building house
---@return tilepath.Grid grid
function tilepath.building(floors, options) end

---@class tilepath.PlatformerOptions
---how many cells a jump may lead across and up, 0 to 64: one number for both,
---or a list { across, up }
---@field jump? integer|integer[] ; 1
---@field fall? integer how many rows the end of a link may lie below its start; any number
---how many seconds each cell of a jump takes, 0 to 16; with 0, each cell takes the time of a step
---@field seconds? number ; 0

---Makes links for jumps and drops, on a grid seen from the side.
---@param grid tilepath.Grid
---@param options? tilepath.PlatformerOptions
---@return integer count
function tilepath.platformer(grid, options) end

---Loads the layer of a grid, from the text that layer:save() wrote.
---@param text string
---@param grid tilepath.Grid
---@return tilepath.Layer? layer
---@return "damaged"|"version"|"size"|nil reason
---@overload fun(text: string): (grid: tilepath.Grid?, reason: "damaged"|"version"|nil) # Loads the grid that grid:save() wrote
function tilepath.load(text, grid) end

---@class tilepath.Profile
---which diagonal steps are legal;
---@field diagonal? tilepath.Diagonal `"only_if_no_obstacles"`
---{ terrain = price }: prices for this agent in place of the grid's; false: the
---agent may not enter the terrain;
---@field prices? table<string, tilepath.Price> `{}`
---{ terrain = true or false }: overrides the `opaque` of the grid for this agent;
---@field opaque? table<string, boolean> `{}`
---how the cost of the rest of a path is estimated;
---@field heuristic? tilepath.Heuristic `"auto"`
---A\* weight, 1 to 1024: a path costs at most this many times the optimum;
---@field weight? number some searches get faster; 1
---@field straight_cost? number cost of a straight step; 1
---@field diagonal_cost? number cost of a diagonal step; √2
---how paths are searched;
---@field algorithm? tilepath.Algorithm `"auto"`
---columns and rows that the agent covers: a number, or
---@field size? integer|integer[] { columns, rows }; `{ 1, 1 }`
---{ cells, price }: cells at a distance of at most `cells` from a wall cost more;
---@field keep_away? number[]|tilepath.KeepAway|false false
---radius of the agent's body in world units, at most half the smaller side
---@field radius? number of the rectangle that the agent covers; 0
---{ name = price }: prices of links by name, in place of the links' own prices; false
---forbids the links of that name. Or true or false: allows or forbids all links;
---@field links? table<string, number|false>|boolean `{}`
---{ name = false }: this agent ignores fences of that name. Or false: the agent
---@field fences? table<string, boolean>|boolean ignores all fences; `{}`
---1 to 16: how many landmarks speed up searches on priced ground;
---@field landmarks? integer|false false
---a list of layers: { layer, weight } adds to the prices of cells, { layer, false }
---@field layers? tilepath.Layers|false closes cells; `{}`
---another pathfinder of this grid; queries and orders with `sight` use its line
---@field eyes? tilepath.Pathfinder|false of sight; its own

---@class tilepath.Layers
---@field [integer] tilepath.Weighed|table { layer, weight }
---the lowest price that weights below 0 may lead to, 1/1024 to 1024
---@field min_price? number

---What the numbers of a layer add to the prices of cells; false: cells whose number
---is above 0 are closed.
---@class tilepath.Weighed
---@field layer tilepath.Layer
---@field weight number|false 1/1024 to 1024, or -1024 to -1/1024

---How much more cells near a wall cost.
---@class tilepath.KeepAway
---@field cells integer how far the raised prices reach, 1 to 15
---@field price number what is added beside a wall, 1/1024 to 1024

---A pathfinder for one kind of agent.
---@param grid tilepath.Grid
---@param profile? tilepath.Profile
---@return tilepath.Pathfinder finder
function tilepath.pathfinder(grid, profile) end

---A layer of a grid, with the number 0 in each cell.
---@param grid tilepath.Grid
---@return tilepath.Layer layer
function tilepath.layer(grid) end

---Makes a follower.
---@param options tilepath.FollowerOptions
---@return tilepath.Follower hero
function tilepath.follower(options) end

---Give x and y, or cell_x and cell_y.
---@class tilepath.UnitOptions
---@field finder tilepath.Pathfinder its pathfinder, on the grid of the crowd
---@field x? number world units: the middle of its body; the middle of its cell
---@field y? number world units: the middle of its body; the middle of its cell
---@field cell_x? integer the cell under it, for a large unit the top left cell; the cell at x, y
---@field cell_y? integer the cell under it, for a large unit the top left cell; the cell at x, y
---@field speed? number world units a second, above 0; 4 cells' widths
---@field pace? integer ticks that a step takes, 1 to 1024; 1
---@field priority? integer units with a higher number choose their cells first, -1000 to 1000; 0
---@field yields? boolean false: no unit pushes it while it rests; true
---@field rest? number seconds, or ticks, of rest at each point of a patrol; 0
---@field on_reached? fun(i: integer, x: number, y: number) at a point of its path or patrol; none
---@field on_arrived? fun(x: number, y: number) at its goal; none
---@field on_blocked? fun(x: number, y: number, reason: string?) blocked on its way to this goal; none
---before a link;
---@field on_link? fun(name: string?, id: integer, x: number, y: number): boolean? if it returns false, the unit waits; none

---@alias tilepath.FinderOf
---| fun(i: integer, wide: integer, high: integer): tilepath.Pathfinder

---@class tilepath.CrowdOptions
---@field max_nodes? number search budget of one update or tick, in expanded nodes, or math.huge; ticks: no limit
---@field moved? boolean whether each step gives an event "moved"; false
---factors of speed by terrain,
---@field speeds? table<string, number> 1/1024 to 1024; 1 for all
---@field traffic? boolean paths lead around cells that many units plan to cross; false

---@class tilepath.SaveOptions
---@field keys? string[] names of your own fields that are also saved; none

---The game's objects, by the numbers of units.
---@class tilepath.LoadOptions
---@field finders? tilepath.Pathfinder[]|tilepath.FinderOf the pathfinder of each unit; its own
---the field that a unit follows, by
---@field fields? table<integer, tilepath.Field> the number of the unit; none
---@field targets? tilepath.Target[] the objects that crowd:save() listed, in the same order; none

---Makes an empty crowd.
---@param grid tilepath.Grid
---@param options? tilepath.CrowdOptions
---@return tilepath.Crowd crowd
function tilepath.crowd(grid, options) end

---@class tilepath.AsciiOptions
---a path, or a flat table of cells: start `A`, end `B`, between them `*`
---@field path? tilepath.Path|number[] ; none
---terrains by character, as for `tilepath.grid(text)`
---@field legend? table<string, string|boolean> ; none
---@field fences? boolean whether the text draws fences between cells; true if there are any

---Draws the map as text, a character for each cell.
---@param grid tilepath.Grid|tilepath.Found
---@param options? tilepath.AsciiOptions
---@return string text
function tilepath.ascii(grid, options) end

-- Pictures --------------------------------------------------------------------

---true: in its own colour; false: left out; or { r, g, b [, a] } from 0 to 1.
---@alias tilepath.Colour boolean|number[]

---Kinds of parts, in drawing order.
---@class tilepath.PictureColours
---orange: ground that costs more than open ground; sky blue: cheaper
---@field terrain? tilepath.Colour|table<string, tilepath.Colour> ground; true
---@field wall? tilepath.Colour dark grey: closed cells; true
---@field layer? tilepath.Colour purple: cells by number; true
---@field price? tilepath.Colour red: cells by price for the agent; false
---grey:
---@field blocked? tilepath.Colour open cells that the agent may not enter; true
---@field cost? tilepath.Colour blue: cells of a field, by cost; false
---@field reach? tilepath.Colour green: cells in reach, by cost; true
---@field view? tilepath.Colour yellow: cells that are seen; true
---@field closed? tilepath.Colour sky blue: expanded cells; true
---@field open? tilepath.Colour green: cells to be expanded; true
---@field lattice? tilepath.Colour grey: borders of cells; false
---@field arrow? tilepath.Colour blue: where a field leads; true
---@field fence? tilepath.Colour brown: fences; true
---@field ledge? tilepath.Colour red: one-way fences; true
---@field link? tilepath.Colour purple: links; true
---@field path? tilepath.Colour red: paths, also those of bodies; true
---@field goal? tilepath.Colour green: a disc at each goal; true
---@field body? tilepath.Colour by status: a disc for each body; true

---@class tilepath.PictureOptions
---@field colours? tilepath.PictureColours a value for each kind of part; none
---the grid to which paths in cells and searches belong;
---@field grid? tilepath.Grid that of the first thing with a grid
---paths in cells are drawn through the middle of the body of
---@field finder? tilepath.Pathfinder this agent; none
---the diameter of bodies that have no radius, as a fraction of the cells
---@field body_size? number that they cover; 0.6

---An object of the library, or a list of them; a list may have colours.
---@alias tilepath.Things table|userdata

---Makes a picture of objects.
---@param things tilepath.Things
---@param options? tilepath.PictureOptions
---@return tilepath.Picture picture
function tilepath.picture(things, options) end

---Besides those of a picture.
---@class tilepath.SvgOptions: tilepath.PictureOptions
---@field scale? number pixels for each world unit; the longer side has 640
---@field title? string alternative text, in UTF-8; none
---called before each frame except the first; moves the game on, and returns the
---@field frames? fun(i: integer): number? seconds that passed, or nil at the end; none

---Makes a picture as the text of an SVG file, which may be animated. The text is
---the same on every machine.
---@param things tilepath.Things
---@param options? tilepath.SvgOptions
---@return string text
function tilepath.svg(things, options) end

---Draws a picture in LÖVE 11 or later, under the current transformation, and leaves
---`love.graphics` as it was.
---@param things tilepath.Things
---@param options? tilepath.PictureOptions
function tilepath.draw(things, options) end

---Areas or lines of one colour. [1], [2], ... are x, y, ... of all points.
---@class tilepath.PicturePart
---@field [integer] number
---@field kind string
---@field form "area"|"line"
---@field r number
---@field g number
---@field b number
---@field a number
---@field value number its shade, from 0 to 1
---@field width number thickness of lines, world units
---@field changes integer grows with each change of the part
---@field sizes integer[] the number of points of each outline or line

---@class tilepath.Picture
---@field parts tilepath.PicturePart[] its parts, in drawing order
---@field x number the rectangle around all parts, in world units
---@field y number
---@field width number
---@field height number
local Picture = {}

---Reads all things again, and updates the parts.
---@return boolean has_changed
function Picture:update() end

---Cuts a part into triangles.
---@param part tilepath.PicturePart
---@param into? number[]
---@return number[] corners
function Picture:triangles(part, into) end

-- Building --------------------------------------------------------------------

---Floors side by side in one grid. The object of a floor is the field with the floor's name.
---@class tilepath.Building
---@field grid tilepath.Grid the grid of all floors
---@field names string[] the names of the floors, from left to right
---@field [string] tilepath.Floor
local Building = {}

---The floor on which a cell of the grid lies, and the column and row of the cell on that
---floor.
---@param x integer
---@param y integer
---@return string? name nil between floors
---@return integer x
---@return integer y
function Building:to_floor(x, y) end

---The floor on which a point of the grid's world lies, and the point in the floor's own
---world.
---@param wx number
---@param wy number
---@return string? name nil between floors
---@return number wx
---@return number wy
function Building:to_floor_world(wx, wy) end

---Links a cell of one floor to a cell of another, as `grid:link` does.
---@param from string
---@param x1 integer
---@param y1 integer
---@param to string
---@param x2 integer
---@param y2 integer
---@param options? tilepath.LinkOptions
---@return tilepath.Link? link
---@return "outside"? reason
function Building:link(from, x1, y1, to, x2, y2, options) end

---The window of one floor.
---@class tilepath.Floor
---@field name string the name of the floor
---@field x integer the floor's first cell in the grid, and the size of the floor
---@field y integer
---@field width integer
---@field height integer
---@field origin_x number left and upper border of the floor's own world
---@field origin_y number
local Floor = {}

---Converts a cell of the floor into one of the grid.
---@param x integer
---@param y integer
---@return integer? x
---@return integer|"outside" y_or_reason
function Floor:to_grid(x, y) end

---Converts a point of the floor's own world into one of the grid's world.
---@param wx number
---@param wy number
---@return number? wx
---@return number|"outside" wy_or_reason
function Floor:to_grid_world(wx, wy) end

---The cell of the floor at a point of the floor's own world.
---@param wx number
---@param wy number
---@return integer x
---@return integer y
function Floor:to_cell(wx, wy) end

---The centre of a cell of the floor, in the floor's own world.
---@param x integer
---@param y integer
---@return number wx
---@return number wy
function Floor:to_world(x, y) end

-- Grid ------------------------------------------------------------------------

---The map: cells with terrain, links and fences.
---@class tilepath.Grid
---@field width integer columns and rows
---@field height integer
---@field base_x integer number of the first column and row
---@field base_y integer
---@field cell_size number width and height of a cell in world units; cell_size is the width
---@field cell_width number
---@field cell_height number
---@field origin_x number left and upper border of the grid in the world
---@field origin_y number
---@field shape "square"|"hex" the shape of the cells
---@field stagger? tilepath.Stagger hexagons: which rows or columns are shoved by half a cell
---@field cell_side? number hexagons: length of the vertical or horizontal sides
---@field revision integer grows by one with each edit that changes something
---@operator call(integer, integer): number?
---@operator len: integer
local Grid = {}

---Is the cell on the grid?
---@param x integer
---@param y integer
---@return boolean is_inside
function Grid:has(x, y) end

---The terrain of a cell, its price (math.huge: blocked), and whether
---set_walkable has closed it.
---@param x integer
---@param y integer
---@return string? terrain
---@return number|"outside" price_or_reason
---@return boolean? is_closed
function Grid:get(x, y) end

---The same for the cell at a point of the world.
---@param wx number
---@param wy number
---@return string? terrain
---@return number|"outside" price_or_reason
---@return boolean? is_closed
function Grid:get_world(wx, wy) end

---Gives a cell a terrain, and opens it if it is closed.
---@param x integer
---@param y integer
---@param terrain string|boolean
---@return true? done
---@return "outside"|nil reason
function Grid:set(x, y, terrain) end

---The same for the cell at a point of the world.
---@param wx number
---@param wy number
---@param terrain string|boolean
---@return true? done
---@return "outside"|nil reason
function Grid:set_world(wx, wy, terrain) end

---Can an agent without `prices` enter the cell? False outside the grid.
---@param x integer
---@param y integer
---@return boolean is_walkable
function Grid:is_walkable(x, y) end

---Opens or closes a cell for all agents.
---@param x integer
---@param y integer
---@param yes boolean
---@return true? done
---@return "outside"|nil reason
function Grid:set_walkable(x, y, yes) end

---The price of a terrain (math.huge: impassable), and whether it hides what is
---behind it. With a price or `opaque`, the call defines or changes the terrain.
---@param name string
---@param price? tilepath.Price
---@param opaque? boolean
---@return number? price
---@return boolean? opaque
function Grid:terrain(name, price, opaque) end

---Gives all cells of a rectangle a terrain, and opens closed ones.
---@param x integer
---@param y integer
---@param w integer
---@param h integer
---@param terrain string|boolean
---@return integer changed
function Grid:fill(x, y, w, h, terrain) end

---Gives all cells of the grid a terrain, "open" unless another is given, and opens
---closed ones.
---@param terrain? string|boolean
---@return integer changed
function Grid:clear(terrain) end

---Gives each cell the terrain that a function returns.
---@param f fun(x: integer, y: integer, wx: number, wy: number): any
---@param x? integer
---@param y? integer
---@param w? integer
---@param h? integer
---@return integer changed
function Grid:sample(f, x, y, w, h) end

---Loops over the cells, or those of one terrain, row by row: x, y, terrain, price.
---The loop may edit the grid.
---@param terrain? string|boolean
---@return tilepath.CellIterator
function Grid:cells(terrain) end

---Loops over the cells that a straight line from centre to centre crosses, in
---order: x, y, terrain, price; the last two are nil outside the grid. Walls do not
---stop the line.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@return tilepath.LineIterator
function Grid:line(x1, y1, x2, y2) end

---@class tilepath.LinkOptions
---cost of the link, in straight steps
---@field price? number ; 1
---@field one_way? boolean it leads only from the first cell to the second; false
---kind of the link, for the option `links` of a profile
---@field name? string ; none
---seconds that a body needs for the link; searches count only the `price`
---@field seconds? number ; 0

---A link of a grid, as a table of its own.
---@class tilepath.Link
---@field id integer
---@field x1 integer
---@field y1 integer
---@field x2 integer
---@field y2 integer
---@field price number
---@field seconds number
---@field one_way boolean
---@field name? string

---Joins two cells by a link: stairs, a lift, a teleporter.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param options? tilepath.LinkOptions
---@return tilepath.Link? link
---@return "outside"|nil reason
function Grid:link(x1, y1, x2, y2, options) end

---Removes a link, by its table or id.
---@param link tilepath.Link|integer
---@return boolean was_there
function Grid:unlink(link) end

---The links of the grid, or of one cell, in the order in which they were made.
---@param x? integer
---@param y? integer
---@return tilepath.Link[] links
function Grid:links(x, y) end

---@class tilepath.FenceOptions
---@field name? string kind of the fence, for the option `fences` of a profile; none
---@field one_way? boolean steps from the first cell to the second stay legal; false

---Puts a fence between two cells that share a side. The fence replaces a fence of the
---same name on this side.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param options? tilepath.FenceOptions
---@return true? done
---@return "outside"|nil reason
function Grid:fence(x1, y1, x2, y2, options) end

---@class tilepath.FenceRectOptions: tilepath.FenceOptions
---cells and rectangles, inside or outside, whose sides get no
---@field gaps? integer[][] fence; none

---Puts fences around a rectangle of cells, or along a line.
---@param x integer
---@param y integer
---@param w integer columns; 0: a line along the left border of the cells
---@param h integer rows; 0: a line along the upper border of the cells
---@param options? tilepath.FenceRectOptions
---@return integer count number of fenced sides
function Grid:fence_rect(x, y, w, h, options) end

---Removes all fences between two cells, or only the fence with the given name.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param name? string
---@return true? done
---@return "outside"|nil reason
function Grid:unfence(x1, y1, x2, y2, name) end

---A fence; one_way: steps from the first cell to the second are possible.
---@class tilepath.Fence
---@field x1 integer
---@field y1 integer
---@field x2 integer
---@field y2 integer
---@field one_way boolean
---@field name? string

---The fences of the grid, each with x1, y1, x2, y2, one_way, name.
---@return tilepath.Fence[] fences
function Grid:fences() end

---The cell at a point of the world.
---@param wx number
---@param wy number
---@return integer x
---@return integer y
function Grid:to_cell(wx, wy) end

---The centre of a cell in the world.
---@param x integer
---@param y integer
---@return number wx
---@return number wy
function Grid:to_world(x, y) end

---The corners of a cell in world units, for `love.graphics.polygon`.
---@param x integer
---@param y integer
---@return number[] corners
function Grid:cell_polygon(x, y) end

---The number of steps between two cells on open ground; a diagonal step counts as
---one step.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@return integer steps
function Grid:distance(x1, y1, x2, y2) end

---The rectangle of a cell in world units; for a hexagon, the smallest rectangle
---around it.
---@param x integer
---@param y integer
---@return number left
---@return number top
---@return number width
---@return number height
function Grid:cell_rect(x, y) end

---Changes the size of the grid to this rectangle of cells.
---@param x integer
---@param y integer
---@param width integer
---@param height integer
---@param terrain? string|boolean the terrain of new cells
---@return true? done
---@return "occupied"|nil reason
---@return tilepath.Unit|nil unit
function Grid:resize(x, y, width, height, terrain) end

---Makes an equal grid; links keep their ids.
---@return tilepath.Grid copy
function Grid:copy() end

---The grid as a string of bytes, for `tilepath.load`; equal grids give equal strings.
---@return string text
function Grid:save() end

-- Pathfinder ------------------------------------------------------------------

---Answers queries for one kind of agent on a grid.
---@class tilepath.Pathfinder
---@field grid tilepath.Grid the grid of the pathfinder
---a copy of the profile, with all defaults
---@field profile tilepath.Profile
---@field info tilepath.Info a copy of the data about the last query
local Pathfinder = {}

---What the last find or find_world did; empty before the first.
---@class tilepath.Info
---@field algorithm? "jps"|"astar"|"dijkstra" the algorithm that ran
---@field expanded? integer how many cells or jump points were expanded
---@field seconds? number how long the query took
---with landmarks, always: how many bytes the landmarks take
---@field landmarks? integer

---@class tilepath.Query
---if the goal cannot be reached, the path leads as near as possible;
---@field partial? boolean false
---@field into? table this table is filled with the path; none
---the search stops when it has expanded this many nodes;
---@field max_nodes? integer no limit
---@field max_cost? number only paths that cost at most this much are found; no limit
---@field within? number how far from the goal the path may end, in cells; none
---together with `within`: the agent must see the goal from the end of the path;
---@field sight? boolean false
---@field adjacent? boolean the path ends beside the goal, not on it; false
---if the start is blocked, the path begins with a
---@field escape? boolean way out of the blocked cells; false
---@field avoid? tilepath.Others crowds, units and cells that the path avoids; none
---@field except? tilepath.Unit|tilepath.Unit[] units in `avoid` that the path does not avoid; none
---is added to the price of occupied cells
---@field avoid_price? number instead of blocking them; they are blocked
---a path that comes beside one of these units, or into one of these cells,
---@field stops? tilepath.Others ends there; none
---units and cells that the path may cross, but not end in
---@field pass? tilepath.Others ; none

---Crowds, units, and rectangles of cells, { x, y } or { x, y, w, h }.
---@alias tilepath.Others
---| tilepath.Crowd
---| tilepath.Unit
---| (tilepath.Crowd|tilepath.Unit|tilepath.Goal)[]

---Others that are in the way.
---@class tilepath.OthersQuery
---@field avoid? tilepath.Others crowds and cells that are in the way
---@field except? tilepath.Unit|tilepath.Unit[] units that are not in the way
---is added to the price of occupied cells
---@field avoid_price? number instead of blocking them

---Besides others that are in the way.
---@class tilepath.PruneOptions: tilepath.OthersQuery
---keeps the cells' number and the cost, and puts the
---@field cells? boolean steps near straight lines; false

---A cell (or world point) { x, y } or a rectangle { x, y, w, h } from there on,
---w by h cells (or world units). The four may be fields instead.
---@class tilepath.Goal
---@field [integer] number
---@field x? number
---@field y? number
---@field w? number columns, at least 1 (in world units, at least 0)
---@field h? number rows, at least 1 (in world units, at least 0)
---@field cost? number what the goal costs besides the path, at least 0; 0

---In place of a list of goals: each cell of that terrain.
---@class tilepath.TerrainGoal
---@field terrain string|boolean

---@alias tilepath.Goals tilepath.Goal[]|tilepath.TerrainGoal

---Finds a cheapest path from cell to cell.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param query? tilepath.Query
---@return tilepath.Path? path
---@return number|tilepath.Reason cost_or_reason
---@overload fun(self, x1, y1, goals: tilepath.Goals, query?): tilepath.Path?, number|tilepath.Reason
function Pathfinder:find(x1, y1, x2, y2, query) end

---The same from point to point of the world, in world units.
---@param wx1 number
---@param wy1 number
---@param wx2 number
---@param wy2 number
---@param query? tilepath.Query
---@return tilepath.Path? path
---@return number|tilepath.Reason cost_or_reason
---@overload fun(self, wx1, wy1, goals: tilepath.Goals, query?): tilepath.Path?, number|tilepath.Reason
function Pathfinder:find_world(wx1, wy1, wx2, wy2, query) end

---Makes a search: the same query as find, but in slices.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param query? tilepath.Query
---@return tilepath.Search search
---@overload fun(self, x1, y1, goals: tilepath.Goals, query?): tilepath.Search
function Pathfinder:search(x1, y1, x2, y2, query) end

---Does the agent see straight from cell to cell? Returns true and the cost, or
---false and the cell at which the line is blocked.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param query? tilepath.OthersQuery
---@return boolean clear
---@return number cost_or_x
---@return integer? y
function Pathfinder:line_of_sight(x1, y1, x2, y2, query) end

---The same from point to point of the world; if the line is not clear, also the
---point where it ends.
---@param wx1 number
---@param wy1 number
---@param wx2 number
---@param wy2 number
---@param query? tilepath.OthersQuery
---@return boolean clear
---@return number cost_or_x
---@return integer? y
---@return number? wx
---@return number? wy
function Pathfinder:line_of_sight_world(wx1, wy1, wx2, wy2, query) end

---Is this one legal step, straight or diagonal? Links do not count.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@return boolean is_legal
function Pathfinder:can_step(x1, y1, x2, y2) end

---May the agent be in this cell? False outside the grid.
---@param x integer
---@param y integer
---@return boolean may_enter
function Pathfinder:can_enter(x, y) end

---Loops over the legal steps from a cell: x, y, cost.
---@param x integer
---@param y integer
---@return fun(): integer?, integer, number iterator
function Pathfinder:neighbors(x, y) end

---@class tilepath.NearestOptions: tilepath.OthersQuery
---@field from? integer[] only cells that the agent can reach from this one count
---@field terrain? string|boolean only cells of this terrain count
---@field where? fun(x: integer, y: integer): boolean? only cells for which it returns true count
---@field max_cost? number with from: only cells whose path costs at most this much count; no limit

---The nearest cell that the agent may enter.
---@param x integer
---@param y integer
---@param options? tilepath.NearestOptions
---@return integer? x
---@return integer|"start_outside"|"start_blocked"|"unreachable" y_or_reason
function Pathfinder:nearest(x, y, options) end

---Something that closes a way.
---@class tilepath.Blocker
---@field what "cell"|"layer"|"fence"|"link"
---@field x? integer of a cell, or of one that a layer closes
---@field y? integer
---@field terrain? string of a cell
---@field closed? boolean of a cell that set_walkable has closed
---@field layer? tilepath.Layer that closes the cell
---@field x1? integer of a fence or a link
---@field y1? integer
---@field x2? integer
---@field y2? integer
---@field id? integer of a link
---@field name? string of a fence

---@class tilepath.Explanation
---@field reason tilepath.Reason|nil why there is no path; nil if there is one
---@field cost? number of the cheapest path
---@field terrains? table<string, number> cost of the steps onto each terrain
---@field rest? number cost of links
---@field blockers tilepath.Blocker[] what must be opened, from the start on
---@field path? tilepath.Path the path once all of that is open; its `cost` counts a closed cell with the price of the terrain alone

---Explains why there is no path, or why the path costs so much.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@return tilepath.Explanation explanation
function Pathfinder:explain(x1, y1, x2, y2) end

---The price of a cell for this agent, with keep_away and layers.
---@param x integer
---@param y integer
---@return number? price
---@return "outside"|"blocked"|nil reason
function Pathfinder:price(x, y) end

---The number (from 1) and the size of the region of the cell; both are valid until the
---next edit. Cells with paths in both directions between them are one region.
---@param x integer
---@param y integer
---@return integer? number
---@return integer|"outside"|"blocked" size_or_reason
function Pathfinder:region(x, y) end

---Is there a path? The answer needs no search.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@return boolean is_reachable
function Pathfinder:is_reachable(x1, y1, x2, y2) end

---The cell of the agent if the agent's middle is at this point.
---@param wx number
---@param wy number
---@return integer x
---@return integer y
function Pathfinder:to_cell(wx, wy) end

---The middle of the agent if the agent is in this cell.
---@param x integer
---@param y integer
---@return number wx
---@return number wy
function Pathfinder:to_world(x, y) end

---Precomputes landmarks, and what the first query would compute. If n is given, one call
---computes a slice of it: n units of work (40 ns each).
---@param n? integer
---@return boolean is_done
function Pathfinder:prepare(n) end

---Would these cells, if closed, cut the path from x1, y1 to x2, y2, or the path of one
---of the pairs?
---@param cells tilepath.Goal[]
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@return boolean? would_block
---@return integer|tilepath.Reason? pair_or_reason
---@return integer? pair
---@overload fun(self, cells: tilepath.Goal[], pairs: integer[][]): boolean?, integer|tilepath.Reason?, integer?
function Pathfinder:would_block(cells, x1, y1, x2, y2) end

---All cells that the agent can reach for at most a given cost.
---@param x integer
---@param y integer
---@param max_cost number
---@param options? tilepath.ReachOptions
---@return tilepath.Reach? reach
---@return "outside"|"blocked"|nil reason
function Pathfinder:reach(x, y, max_cost, options) end

---@class tilepath.ReachOptions: tilepath.OthersQuery
---units beside which a move ends, and cells in which it
---@field stops? tilepath.Others ends
---units and cells that a move may pass, but in which it may not end
---@field pass? tilepath.Others
---if the start is blocked, the reach begins with a way out of the blocked
---@field escape? boolean cells; false
---the movement points of a turn; then costs are turns, and points that are left
---at the end of a turn are lost;
---@field moves? number none
---@field moves_left? number the points that are left of this turn; moves
---a step may begin with any points left, and takes all of them if it costs
---@field overdraw? boolean more; needs `moves`; false

---@class tilepath.ViewOptions: tilepath.OthersQuery
---@field walls? boolean the view also has the walls around it; false
---where a cone of sight faces, in radians: 0 right, π / 2 down;
---@field angle? number needs `cone`; none
---@field cone? number radians of the cone from edge to edge, 0 to 2 π; all around

---All cells within a distance that the agent sees from x, y, or from any cell of a
---reach.
---@param x integer
---@param y integer
---@param within number in cells, or math.huge
---@param options? tilepath.ViewOptions
---@return tilepath.View? view
---@return "outside"|"blocked"|"stale"|nil reason
---@overload fun(self, reach: tilepath.Reach, within: number, options?: tilepath.ViewOptions): tilepath.View?, "outside"|"blocked"|"stale"|nil
function Pathfinder:view(x, y, within, options) end

---Makes a field: the cheapest paths from everywhere to the goals.
---@param goals tilepath.Goal[]
---@param options? tilepath.FieldOptions
---@return tilepath.Field field
function Pathfinder:field(goals, options) end

-- Search ----------------------------------------------------------------------

---A query that runs in slices.
---@class tilepath.Search
---@field status tilepath.Status whether the search runs, or how it ended
---@field reason? tilepath.Reason why the search failed
---@field expanded integer how many cells or jump points were expanded so far
local Search = {}

---Runs the search until it has expanded n more nodes, or has ended.
---@param n? integer default: 1
---@return tilepath.Status status
function Search:step(n) end

---The path that the search has found.
---@return tilepath.Path? path
---@return number|tilepath.Reason|"running" cost_or_reason
function Search:path() end

---The search's data of a cell that it has reached.
---@param x integer
---@param y integer
---@return "open"|"closed"|nil state
---@return number? g cost from the start
---@return number? h estimate to the goal times the `weight` of the profile
---@return integer? parent_x the cell (or jump point) before this one, or the other end of a link
---@return integer? parent_y
function Search:cell(x, y) end

---Loops over the cells that the search has reached: x, y, state, g, h.
---@return tilepath.NodeIterator
function Search:cells() end

-- Queue -----------------------------------------------------------------------

---One of the two.
---@class tilepath.QueueOptions
---@field seconds? number the time that an update may take; one of the two
---@field max_nodes? integer the nodes that an update may expand; one of the two

---@class tilepath.QueuedQuery: tilepath.Query
---@field priority? number tickets with a higher priority come first; 0
---@field on_done? fun(ticket: tilepath.Ticket) is called when the ticket has its answer; none

---@class tilepath.QueuedFieldOptions: tilepath.FieldOptions
---@field priority? number tickets with a higher priority come first; 0
---@field on_done? fun(ticket: tilepath.Ticket) is called when the ticket has its answer; none

---@class tilepath.QueuedOptions
---@field priority? number tickets with a higher priority come first; 0
---@field on_done? fun(ticket: tilepath.Ticket) is called when the ticket has its answer; none

---@class tilepath.QueueInfo
---@field waiting integer tickets that have not begun
---@field running integer tickets that have begun
---@field stores integer search stores that the queue keeps
---@field answered integer tickets that the last update answered
---@field nodes integer work of the last update, also if the budget is seconds
---@field seconds number time that the last update took

---Answers queries under a budget.
---@class tilepath.Queue
---@field seconds? number the budget of an update in seconds
---@field max_nodes? integer the budget of an update in nodes
---@field info tilepath.QueueInfo a new table: how many tickets are `waiting` and `running`; how many the last update `answered`, and its `nodes` and `seconds`; how many search `stores` the queue keeps
---@field count integer how many tickets are not done
local Queue = {}

---A queue that answers queries under a budget.
---@param options tilepath.QueueOptions
---@return tilepath.Queue queue
function tilepath.queue(options) end

---Queues a query from cell to cell; returns its ticket at once.
---@param finder tilepath.Pathfinder
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param query? tilepath.QueuedQuery
---@return tilepath.Ticket ticket
---@overload fun(self, finder, x1, y1, goals: tilepath.Goals, query?): tilepath.Ticket
function Queue:find(finder, x1, y1, x2, y2, query) end

---Queues a query from point to point of the world.
---@param finder tilepath.Pathfinder
---@param wx1 number
---@param wy1 number
---@param wx2 number
---@param wy2 number
---@param query? tilepath.QueuedQuery
---@return tilepath.Ticket ticket
---@overload fun(self, finder, wx1, wy1, goals: tilepath.Goals, query?): tilepath.Ticket
function Queue:find_world(finder, wx1, wy1, wx2, wy2, query) end

---Queues a field; the queue makes it as `finder:field` does.
---@param finder tilepath.Pathfinder
---@param goals tilepath.Goal[]
---@param options? tilepath.QueuedFieldOptions
---@return tilepath.Ticket ticket
function Queue:field(finder, goals, options) end

---Queues the work of `finder:prepare`, including landmarks.
---@param finder tilepath.Pathfinder
---@param options? tilepath.QueuedOptions
---@return tilepath.Ticket ticket
function Queue:prepare(finder, options) end

---Works on the tickets until the budget is spent or all are done.
function Queue:update() end

---A query of a queue.
---@class tilepath.Ticket
---@field status "waiting"|"running"|"found"|"failed" "waiting" until the queue begins with the query
---@field reason? tilepath.Reason why the query failed
---@field field? tilepath.Field the field, as it was when the ticket became "found"
---@field prepared? true true when the work of `queue:prepare` is done
local Ticket = {}

---The path that the queue has found, the same table at each call.
---@return tilepath.Path? path
---@return number|tilepath.Reason|"waiting"|"running" cost_or_reason
function Ticket:path() end

---Removes the query from the queue; the ticket fails with the reason "cancelled".
function Ticket:cancel() end

-- Field -----------------------------------------------------------------------

---Why a field has no answer for a cell.
---@alias tilepath.FieldReason
---| "outside"
---| "blocked"
---| "unreachable"

---@class tilepath.FieldOptions: tilepath.OthersQuery
---@field max_cost? number the field leaves out cells that cost more; no limit
---@field adjacent? boolean the paths end beside the goals, not on them; false

---A field: the cheapest way to one of some goals, from each cell.
---@class tilepath.Field
---@field revision integer the revision of the grid for which the field was computed
---@field finder tilepath.Pathfinder its pathfinder
local Field = {}

---The cost of the cheapest path from a cell plus the cost of its goal, exact to a
---millionth.
---@param x integer
---@param y integer
---@return number? cost
---@return tilepath.FieldReason? reason
function Field:cost(x, y) end

---The next cell on the path, or the far end of a link: then `by_link` is true. In
---the cell of a goal, the reason is "arrived".
---@param x integer
---@param y integer
---@return integer? next_x
---@return integer|tilepath.FieldReason|"arrived" next_y_or_reason
---@return true? by_link
function Field:next(x, y) end

---The path from a cell, and its cost, which leaves out the cost of the goal.
---@param x integer
---@param y integer
---@return tilepath.Path? path
---@return number|tilepath.FieldReason cost_or_reason
function Field:path(x, y) end

---The direction to move at a point of the world: a vector of length 1.
---@param wx number
---@param wy number
---@return number? dx
---@return number|tilepath.FieldReason|"arrived"|"link" dy_or_reason
function Field:direction(wx, wy) end

---@class tilepath.SwarmOptions
---the distance that agents keep from each other, in world units; 0: agents may overlap
---@field apart? number ; 0
---factors of speed by terrain, 1/1024 to 1024
---@field speeds? table<string, number> ; 1 for all
---the call fills this list: item i is true if agent i has arrived
---@field arrived? boolean[] ; none

---Moves n agents along the field.
---@param xs number[]
---@param ys number[]
---@param n integer
---@param distance number|number[] in world units
---@param options? tilepath.SwarmOptions
---@return integer on_the_way
function Field:advance(xs, ys, n, distance, options) end

---Brings the field up to date with the grid, or gives it other goals. Afterwards
---the field equals a new field.
---@param goals? tilepath.Goal[]
function Field:update(goals) end

---Makes a field that leads away from the goals.
---@param strength? number 1 to 16, default: 1.2
---@return tilepath.Field field
function Field:flee(strength) end

-- Reach -----------------------------------------------------------------------

---All cells within a cost of a start.
---@class tilepath.Reach
---@field count integer how many cells the reach has
---@operator len: integer
local Reach = {}

---The cost of the cheapest path to a cell; 0 at the start, or with `moves_left`
---the part of the first turn that is already used up.
---@param x integer
---@param y integer
---@return number? cost
---@return "outside"|"unreachable"|nil reason
function Reach:cost(x, y) end

---The cheapest path from the start to a cell, in cells.
---@param x integer
---@param y integer
---@return tilepath.Path? path
---@return number|"outside"|"unreachable"|"stale" cost_or_reason
function Reach:path(x, y) end

---Loops over all cells, row by row: x, y, cost.
---@return fun(): integer?, integer, number iterator
function Reach:cells() end

-- Layer -----------------------------------------------------------------------

---A whole number from 0 to 255 for each cell of a grid.
---@class tilepath.Layer
---@field grid tilepath.Grid the grid of the layer
---@field revision integer the number of edits that changed something
local Layer = {}

---The number of a cell.
---@param x integer
---@param y integer
---@return integer? value
---@return "outside"|nil reason
function Layer:get(x, y) end

---Sets the number of a cell.
---@param x integer
---@param y integer
---@param value integer
---@return true? done
---@return "outside"|nil reason
function Layer:set(x, y, value) end

---Adds to the number of a cell; the sum is clamped to 0 to 255.
---@param x integer
---@param y integer
---@param amount integer
---@return integer? value the new number
---@return "outside"|nil reason
---@overload fun(self, cells: tilepath.Reach|tilepath.View, amount: integer): (changed: integer) # Adds to the numbers of all cells of a reach or a view.
function Layer:add(x, y, amount) end

---Sets the number of all cells of a rectangle.
---@param x integer
---@param y integer
---@param w integer
---@param h integer
---@param value integer
---@return integer changed
function Layer:fill(x, y, w, h, value) end

---Sets the number of each cell to what a function returns, as grid:sample does.
---@param f fun(x: integer, y: integer, wx: number, wy: number): integer?
---@param x? integer
---@param y? integer
---@param w? integer
---@param h? integer
---@return integer changed
function Layer:sample(f, x, y, w, h) end

---Multiplies each number by a factor, and rounds down.
---@param factor number 0 to 1
---@return integer changed
function Layer:fade(factor) end

---The layer as a string, for `tilepath.load`.
---@return string text
function Layer:save() end

-- View ------------------------------------------------------------------------

---All cells that an agent sees from one cell.
---@class tilepath.View
---@field count integer how many cells the view has
---@operator len: integer
local View = {}

---Is the cell seen?
---@param x integer
---@param y integer
---@return boolean is_seen
function View:has(x, y) end

---Loops over all seen cells, in reading order: x, y.
---@return fun(): integer?, integer iterator
function View:cells() end

-- Bodies ----------------------------------------------------------------------

---Anything with numbers `x` and `y` in world units: a body, a sprite, a table.
---@alias tilepath.Target tilepath.Body|table|userdata

---@alias tilepath.BodyStatus
---| "idle" | "waiting" | "going" | "resting" | "arrived" | "settled"
---| "blocked" | "paused"

---@alias tilepath.BodyReason
---| tilepath.Reason | "stuck" | "wall" | "occupied"

---@alias tilepath.NoRoom "outside"|"blocked"|"occupied"

---@class tilepath.OrderOptions
---the order begins when the orders
---@field queued? boolean before it are over; false
---the order interrupts the current order,
---@field resume? boolean which continues afterwards; false

---@class tilepath.FollowOptions: tilepath.OrderOptions
---units: cells, 1 to 32, rounded down, that a companion stays behind
---@field within? number its leader; 1

---@class tilepath.GoOptions: tilepath.OrderOptions
---@field partial? boolean if no path leads to the goal, goes as near as it can; false
---as `partial`, but the body is blocked there until
---@field wait? boolean a path to the goal opens; false
---how many cells or jump points the search
---@field max_nodes? integer may expand; no limit
---how far from the goal it may end,
---@field within? number in cells; 0
---with `within`: the goal must be seen from the cell
---@field sight? boolean at which the body ends; false
---@field adjacent? boolean ends one legal step from the goal; false
---followers:
---@field escape? boolean walks out of blocked cells first; true
---followers:
---@field avoid? tilepath.Others crowds and cells that paths go round; none
---followers: price of the cells to avoid; units: how many extra steps a detour
---@field avoid_price? number round units in the way may take; the cells are closed
---followers:
---@field except? tilepath.Unit|tilepath.Unit[] units that paths need not go round; none
---followers: a pathfinder with prices for walls plans the path, and the follower
---@field breaks? tilepath.Pathfinder stops before each wall; none
---units: may rest within this many cells of the goal once all nearer cells are
---@field settle? integer taken; 0

---@class tilepath.PatrolOptions: tilepath.GoOptions
---the number of the point
---@field first? integer to which it goes first; 1
---seconds of rest at each point; ticks for a unit
---@field rest? number that counts ticks; that of the body
---goes to random cells of areas; a whole number from 1 to 2147483646
---@field random? true|integer seeds the random numbers; in order

---@class tilepath.TargetOptions: tilepath.OrderOptions
---followers:
---@field max_nodes? integer most nodes that a search may expand; no limit
---followers:
---@field escape? boolean walks out of blocked cells first; true

---@class tilepath.ChaseOptions: tilepath.TargetOptions
---@field within? number how far from the target it may stay, in cells; 1.5
---@field sight? boolean true: the body also needs a free line to the target; false
---followers: as `wait` in go
---@field partial? boolean ; false

---What a game moves by orders: a follower, or a unit of a crowd.
---@class tilepath.Body
---@field x number world units: the middle of its body
---@field y number
---@field cell_x? integer the cell under its middle; of a large body the top left cell; of a unit that steps, the cell to which it steps
---@field cell_y? integer
---@field angle number where it faces, in radians from -π to π: 0 is right, π/2 is down
---@field speed? number world units a second; a game may write it
---@field rest? number seconds of rest at each point (ticks if its crowd counts ticks); a game may write it
---@field finder? tilepath.Pathfinder its pathfinder; a game may write it for a follower; for a unit, call set_finder
---@field status? tilepath.BodyStatus what it does now; nil after a unit was removed
---@field reason? tilepath.BodyReason why it is blocked, or has stopped short of its goal
---@field moving boolean it has orders, and is neither at their end nor blocked nor paused, or has not ended a step or a push
---@field remaining? number the length of the rest of its path in world units, without links; math.huge on a patrol
---@field goal_index? integer the number of its goal in the list of goals, or of the next point of its patrol
---@field goal_x? number world units: where its middle will be at the end of its order; nil on a field, and for a unit until it has a path
---@field goal_y? number
---@field link? integer the id of the link before which it stands, or which it is passing; while a unit passes a link, its cell is the far end
---@field link_left? number seconds (or ticks) until it is at the other end of the link; nil before this time begins
---@field target? tilepath.Target what it chases, follows, flees from or keeps near; nil if the target was a unit and is removed
---@field [string] any the game's own
local Body = {}

---Sends the body to a point, or to the cheapest of several goals.
---@param wx number
---@param wy number
---@param query? tilepath.GoOptions
---@return true? goes
---@return tilepath.Reason? reason
---@overload fun(self, goals: tilepath.Goals, query?): true?, tilepath.Reason?
function Body:go(wx, wy, query) end

---The same in cells.
---@param x integer
---@param y integer
---@param query? tilepath.GoOptions
---@return true? goes
---@return tilepath.Reason? reason
---@overload fun(self, goals: tilepath.Goals, query?): true?, tilepath.Reason?
function Body:go_cell(x, y, query) end

---Sends the body along a path to its end. A unit can also go along a field, or behind
---another body.
---@param way tilepath.Path|number[]|tilepath.Field|tilepath.Body|nil
---@param options? tilepath.FollowOptions|string|number
---@return true? goes
---@return string? reason
function Body:follow(way, options) end

---Patrols the points in a loop.
---@param points number[]|tilepath.Goal[]|tilepath.Path
---@param query? tilepath.PatrolOptions
---@return true? goes
---@return tilepath.Reason? reason
function Body:patrol(points, query) end

---The same in cells.
---@param points number[]|tilepath.Goal[]|tilepath.Path
---@param query? tilepath.PatrolOptions
---@return true? goes
---@return tilepath.Reason? reason
function Body:patrol_cell(points, query) end

---Follows a moving target until the body gets another order.
---@param target tilepath.Target
---@param options? tilepath.ChaseOptions
---@return true? goes
---@return tilepath.Reason? reason
function Body:chase(target, options) end

---Moves away from a target each time that the target comes near.
---@param target tilepath.Target
---@param options? tilepath.FleeOptions
---@return true? goes
---@return string? reason
function Body:flee(target, options) end

---Keeps the body near a moving target, but not too near.
---@param target tilepath.Target
---@param options? tilepath.KeepOptions
---@return true? goes
---@return string? reason
function Body:keep(target, options) end

---Ends all orders of the body without a callback.
function Body:stop() end

---Halts the body until resume(). The body keeps its orders, and accepts new ones. No
---unit pushes a paused unit.
function Body:pause() end

---Ends a pause. If the body is not paused but another order waits, the call ends the
---current order.
function Body:resume() end

---The rest of its path in world units, and the cost of this rest.
---@param into? table a table that is filled with the path
---@return tilepath.Path? path
---@return number|"idle"|"waiting" cost_or_reason
function Body:path(into) end

---Puts the middle of the body at a point of the world.
---@param wx number
---@param wy number
---@return true? moved
---@return tilepath.NoRoom? reason
function Body:set_position(wx, wy) end

---Puts the body in the middle of a cell, which becomes the top left cell of a large
---body.
---@param x integer
---@param y integer
---@return true? moved
---@return tilepath.NoRoom? reason
function Body:set_cell(x, y) end

-- Crowd -----------------------------------------------------------------------

---Counts of a crowd.
---@class tilepath.CrowdInfo
---@field decisions integer decisions made so far
---@field searches integer searches for paths begun so far
---@field waiting integer units that wait for a path
---@field stuck integer blocked, or trying again and not yet nearer

---@class tilepath.SettleQuery: tilepath.OrderOptions
---@field settle? integer as in go; 0

---@class tilepath.GroupQuery: tilepath.SettleQuery
---@field within? number as in go; 0
---@field sight? boolean as in go; false
---@field adjacent? boolean as in go; false
---@field wait? boolean as in go; false
---true: as the units stand now;
---@field formation? true|number[][] or { ahead, aside } for each unit, in cells; none

---@class tilepath.FleeOptions: tilepath.TargetOptions
---@field within? number flees while the target is nearer, in cells; 8

---@class tilepath.KeepOptions: tilepath.TargetOptions
---@field min? number cells: the body goes away if the target is nearer; 0
---cells: the body comes nearer if the target is further; at
---@field within? number least `min` + 2; `min` + 2
---@field sight? boolean true: the body also needs a free line to the target; false
---followers: as `wait` in go
---@field partial? boolean ; false

---@alias tilepath.NoStep
---| "busy" | "blocked" | "occupied"

---@alias tilepath.Happening
---| "arrived" | "settled" | "blocked" | "freed" | "bumped" | "pushed"
---| "stopped"
---| "moved" | "reached" | "link"

---Units on a grid: each holds its cells alone, and moves by its orders.
---@class tilepath.Crowd
---@field count integer number of units
---@field grid tilepath.Grid the grid of the crowd
---@field info tilepath.CrowdInfo a new table of counts
---@field moving integer number of units that have orders and are neither at rest nor paused
---@operator len: integer
local Crowd = {}

---Adds a unit.
---@param options tilepath.UnitOptions
---@return tilepath.Unit? unit
---@return tilepath.NoRoom? reason
function Crowd:add(options) end

---The unit that holds a cell.
---@param x integer
---@param y integer
---@return tilepath.Unit? unit
function Crowd:at(x, y) end

---The unit with that id, unless it was removed.
---@param id integer
---@return tilepath.Unit? unit
function Crowd:unit(id) end

---Are the cells (one by default) on the grid, and does no unit hold them? Walls are ignored.
---@param x integer
---@param y integer
---@param w? integer
---@param h? integer
---@return boolean is_free
function Crowd:is_free(x, y, w, h) end

---Sends all units off a rectangle, and counts those that still hold a cell of it.
---@param x integer
---@param y integer
---@param w integer
---@param h integer
---@return integer count
function Crowd:vacate(x, y, w, h) end

---@class tilepath.NearestUnitsOptions
---@field count? integer how many units the call returns at most; 1
---only units for which it returns true count; it is called for the nearest units
---@field where? fun(unit: tilepath.Unit): boolean? first; all
---@field adjacent? boolean true: the paths end beside a goal, not on it; false
---@field max_cost? number what the path of a unit may cost at most; no limit

---Finds the units with the cheapest paths to a cell or to goals, the nearest first.
---@param x integer
---@param y integer
---@param options? tilepath.NearestUnitsOptions
---@return tilepath.Unit[] units
---@return number[] costs
---@overload fun(self, goals: tilepath.Goal[], options?: tilepath.NearestUnitsOptions): tilepath.Unit[], number[]
function Crowd:nearest(x, y, options) end

---Lists all units, or those that hold a cell of a rectangle, in the order in which they
---were added.
---@param x? integer
---@param y? integer
---@param w? integer
---@param h? integer
---@return tilepath.Unit[] units
---@overload fun(self, xs: number[], ys: number[], angles?: number[]): (count: integer) # Fills tables with the positions (and angles) of all units, in the order in which they were added.
function Crowd:units(x, y, w, h) end

---Lists the units that touch a box of the world. Each unit counts as a rectangle as
---large as its cells, around `unit.x, unit.y`.
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@return tilepath.Unit[] units
function Crowd:units_within(x1, y1, x2, y2) end

---Sends several units to a point or to goals, each unit to a cell of its own.
---@param units tilepath.Unit[]
---@param wx number
---@param wy number
---@param query? tilepath.GroupQuery
---@return integer? count
---@return tilepath.Reason|"empty"|nil reason
---@overload fun(self, units: tilepath.Unit[], goals: tilepath.Goal[], query?: tilepath.GroupQuery): integer?, tilepath.Reason|"empty"|nil
function Crowd:go(units, wx, wy, query) end

---The same in cells.
---@param units tilepath.Unit[]
---@param x integer
---@param y integer
---@param query? tilepath.GroupQuery
---@return integer? count
---@return tilepath.Reason|"empty"|nil reason
---@overload fun(self, units: tilepath.Unit[], goals: tilepath.Goal[], query?: tilepath.GroupQuery): integer?, tilepath.Reason|"empty"|nil
function Crowd:go_cell(units, x, y, query) end

---Advances the crowd by `dt` seconds.
---@param dt number 0 to 2^30
function Crowd:update(dt) end

---Advances the crowd by one tick.
function Crowd:tick() end

---Loops over the events of the last update or tick.
---@return fun(place: table): tilepath.Unit?, tilepath.Happening?, any, integer? iterator
---@return table place
function Crowd:events() end

---The whole crowd as a text, and the targets of its orders.
---@param options? tilepath.SaveOptions
---@return string text
---@return tilepath.Target[] targets
function Crowd:save(options) end

---Restores a saved crowd. Units keep their handles.
---@param text string
---@param options? tilepath.LoadOptions
---@return true? done
---@return "damaged"|"version"|"size"|nil reason
function Crowd:load(text, options) end

---A body in a crowd. Any other key is the game's own.
---@class tilepath.Unit: tilepath.Body
---@field id integer its number in its crowd, from 1; saved, and never given to another unit
---@field crowd? tilepath.Crowd its crowd; nil after it was removed
---@field pace integer the options of crowd:add; a game may write them
---@field priority integer
---@field yields boolean the option of crowd:add; a game may write it
local Unit = {}

---Takes one step now, if the next cell is free. `other`: the unit in the way.
---@overload fun(self: tilepath.Unit, direction: integer): true?, tilepath.NoStep?, tilepath.Unit?
---@param dx integer
---@param dy integer
---@return true? stepped
---@return tilepath.NoStep? reason
---@return tilepath.Unit? other
function Unit:step(dx, dy) end

---Gives the unit another pathfinder, for example when the unit mounts a horse.
---@param finder tilepath.Pathfinder
---@return true? changed
---@return tilepath.NoRoom? reason
function Unit:set_finder(finder) end

---The cells under it as a list of goals, `{ { x, y, w, h } }`.
---@return tilepath.Goal[] goals
function Unit:cells() end

---Removes the unit from its crowd for good. It keeps its position and fields; calls
---that would move it raise an error.
function Unit:remove() end

-- Path ------------------------------------------------------------------------

---A flat table of points: { x1, y1, x2, y2, ... }.
---@class tilepath.Path
---@field [integer] number
---@field cost? number what the path costs, if that is known
---@field units tilepath.Units whether points are cells or points of the world
---@field partial? true the path ends short of the goal
---@field goal_index? integer number of the chosen goal in the list
---how many points at the start of the path are in blocked cells
---@field escape? integer
---a list of numbers i: a link joins points i and i + 1
---@field links? integer[]
local Path = {}

---Makes paths of flat tables, and has all methods of paths as functions.
---@class tilepath.PathLibrary: tilepath.Path
---@overload fun(t: number[], units?: tilepath.Units): tilepath.Path

---The number of points.
---@return integer points
function Path:size() end

---Point i; nil if there is none.
---@param i integer
---@return number? x
---@return number? y
function Path:point(i) end

---Loops over all points: i, x, y.
---@return fun(path: tilepath.Path, i: integer): integer?, number, number iterator
---@return tilepath.Path path
---@return integer i
function Path:points() end

---A path without repeated points, and without points in the middle of a straight
---line in any direction.
---@param grid? tilepath.Grid for paths on hexagons
---@return tilepath.Path path
function Path:dedup(grid) end

---A path pulled tight along lines of sight; it never costs more.
---@param finder tilepath.Pathfinder
---@param options? tilepath.PruneOptions
---@return tilepath.Path path
function Path:prune(finder, options) end

---A path in world units whose corners are arcs, if there is room.
---@param finder tilepath.Pathfinder
---@param radius number
---@param options? tilepath.OthersQuery
---@return tilepath.Path path
function Path:smooth(finder, radius, options) end

---A path that contains every cell that the segments of this path cross.
---@param grid? tilepath.Grid for paths in world units or on hexagons
---@return tilepath.Path path
function Path:cells(grid) end

---The same path in world units. If a grid is given, the points are the centres of
---cells; if a pathfinder is given, they are the middles of its agent.
---@param grid tilepath.Grid|tilepath.Pathfinder
---@return tilepath.Path path
function Path:to_world(grid) end

---The length of the path, in the units of the path, without links.
---@param grid? tilepath.Grid for paths on hexagons
---@return number length
function Path:length(grid) end

---Can the agent still walk the path? If not, i is the first point that it cannot
---reach from the point before. The way out at the start of a path is not checked.
---@param finder tilepath.Pathfinder
---@param from? integer first point to check
---@return boolean is_valid
---@return integer? i
function Path:is_valid(finder, from) end

---The first part of the path: up to a cell that the agent cannot enter, or to
---max_cost. x, y is that cell (in world units, its middle), or the next point.
---@param finder tilepath.Pathfinder
---@param max_cost? number what the part may cost
---@return tilepath.Path part
---@return number? x
---@return number? y
function Path:cut(finder, max_cost) end

-- Follower --------------------------------------------------------------------

---Options of a follower. Each is a field, too. Without a default it is false until
---it is given.
---@class tilepath.FollowerOptions
---@field x? number its position, in world units, within ±2^53; 0
---@field y? number its position, in world units, within ±2^53; 0
---@field cell_x? integer its cell, in place of `x`, `y`, if it has a finder; none
---@field cell_y? integer its cell, in place of `x`, `y`, if it has a finder; none
---@field angle? number where it faces, in radians; 0
---@field speed? number world units a second, at least 0; 4 cells with a finder
---finds paths, and looks for new walls
---@field finder? tilepath.Pathfinder on the way; none
---prunes the paths that it finds (see path:prune), unless the diagonal
---@field prune? boolean rule is "never"; true
---@field rest? number seconds of rest at each point; 0
---@field turn_rate? number how fast `angle` may change, in radians a second; no limit
---rounds the corners of its paths with arcs of this radius, in world units,
---@field turn_radius? number or with smaller arcs if there is no room; none
---how far before the end it begins to slow down,
---@field slow_down? number in world units; 0
---factors of speed by terrain,
---@field speeds? table<string, number> 1/1024 to 1024; 1 for all
---it is at a point
---@field on_reached? fun(i: integer, x: number, y: number) of its path or patrol; none
---@field on_arrived? fun(x: number, y: number) it is at its goal; none
---@field on_blocked? fun(x: number, y: number, reason: string?) it is blocked; none
---it stands before a link;
---@field on_link? fun(name: string?, id: integer, x: number, y: number): boolean? if it returns false, the follower waits; none

---A hero or a guard that walks along paths at a speed.
---@class tilepath.Follower: tilepath.Body, tilepath.FollowerOptions
local Follower = {}

---Advances the follower by `dt` seconds.
---@param dt number seconds, at least 0
function Follower:update(dt) end

---Advances the follower, and returns the velocity for a body of a physics engine.
---@param dt number seconds
---@return number vx world units a second
---@return number vy
function Follower:velocity(dt) end

---The follower as a text, and the targets of its orders, if there are any.
---@param options? tilepath.SaveOptions
---@return string text
---@return tilepath.Target[]? targets
function Follower:save(options) end

---@class tilepath.FollowerLoadOptions
---@field target? tilepath.Target what it chases, flees from or keeps near; none
---@field targets? tilepath.Target[] the objects that hero:save() listed, in the same order; none

---Restores a saved follower.
---@param text string what hero:save() returned
---@param options? tilepath.FollowerLoadOptions
---@return true? done
---@return "damaged"|"version"|nil reason
function Follower:load(text, options) end

return tilepath
