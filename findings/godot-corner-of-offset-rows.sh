#!/usr/bin/env bash
# Godot 3.2.3 (Debian package godot3-server), class TileMap
#
# A good guess: map_to_world(cell) is the cell's top left corner, so
# world_to_map of it is the cell again; the manual calls one the reverse of the
# other. With rows that are shifted by half a cell this holds, too, or fails for
# all sizes of cells alike.
#
# The truth: where rows or columns are shifted (cell_half_offset), half of all
# cells come back as their neighbour when a cell is 10, 20 or 40 pixels wide.
# With 16, 24, 32, 48, 50 and 64 pixels, with 70 and 100, and without the shift
# all are right. The corner of a row that is not shifted counts to the cell on
# its left: a point of its own must be taken inside the cell.
#
# Who minds: hexagons and brick patterns, in a tile set that is not of a power
# of two: units are put a column off, and a saved map shifts when it is loaded.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

version=3.2.3-stable-1+b3
apt-get install -s --no-install-recommends "godot3-server=$version" |
  sed -nE 's/^Inst ([^ ]+) .*\(([^ ]+) .*/\1=\2/p' >packages
xargs apt-get -qq -o APT::Sandbox::User=root download <packages >/dev/null
for package in ./*.deb; do dpkg -x "$package" .; done
LD_LIBRARY_PATH=$(echo "$dir"/usr/lib/*-linux-*)
export LD_LIBRARY_PATH HOME="$dir" LANG=en_US

cat >run.gd <<'END'
extends SceneTree

func moved(map, inside):
	var count = 0
	for y in range(50):
		for x in range(50):
			var cell = Vector2(x, y)
			if map.world_to_map(map.map_to_world(cell) + inside) != cell:
				count += 1
	return count

func _init():
	var map = TileMap.new()
	for size in [10, 16, 20, 24, 32, 40, 48, 50, 64, 70, 100]:
		map.cell_size = Vector2(size, size)
		var counts = []
		for offset in [TileMap.HALF_OFFSET_DISABLED, TileMap.HALF_OFFSET_X,
				TileMap.HALF_OFFSET_Y]:
			map.cell_half_offset = offset
			counts.append(moved(map, Vector2(0, 0)))
		counts.append(moved(map, map.cell_size / 2))
		print("%d pixels: %d, rows %d, columns %d; middles %d" % ([size] + counts))
	map.free()
	quit()
END
timeout 60 ./usr/bin/godot3-server --no-window -s run.gd 2>/dev/null |
  sed -nE 's/^Godot Engine v([0-9.]+)\..*/Godot \1, cells of 2500 that move/p; /pixels/p' |
  tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
Godot 3.2.3, cells of 2500 that move
10 pixels: 0, rows 1200, columns 1200; middles 0
16 pixels: 0, rows 0, columns 0; middles 0
20 pixels: 0, rows 1200, columns 1200; middles 0
24 pixels: 0, rows 0, columns 0; middles 0
32 pixels: 0, rows 0, columns 0; middles 0
40 pixels: 0, rows 1200, columns 1200; middles 0
48 pixels: 0, rows 0, columns 0; middles 0
50 pixels: 0, rows 0, columns 0; middles 0
64 pixels: 0, rows 0, columns 0; middles 0
70 pixels: 0, rows 0, columns 0; middles 0
100 pixels: 0, rows 0, columns 0; middles 0
END
