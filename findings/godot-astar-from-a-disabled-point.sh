#!/usr/bin/env bash
# Godot 3.2.3 (Debian package godot3-server), class AStar2D
#
# A good guess: a disabled point is a wall. No path has it, and the class treats
# both ends of a path alike, as its connections have two directions.
#
# The truth: a path may begin at a disabled point, but none ends or passes
# there. So "there and back" has one answer out and none back, a path from a
# disabled point to itself is the one point, and who asks "can they meet?" from
# either side gets two answers. get_closest_point leaves disabled points out, as
# does the path's end, so the end must be looked up and the start need not be.
#
# Who minds: games that disable the cells on which units stand, as many
# tutorials for turn-based games do: a unit finds its way to no other unit, but
# out of its own cell.
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

func _init():
	var search = AStar2D.new()
	for x in range(5):
		search.add_point(x, Vector2(x, 0))
		if x > 0:
			search.connect_points(x - 1, x)
	search.set_point_disabled(0)
	print("0 is disabled: 0 to 4 ", search.get_id_path(0, 4),
		", 4 to 0 ", search.get_id_path(4, 0),
		", 0 to 0 ", search.get_id_path(0, 0))
	search.set_point_disabled(0, false)
	search.set_point_disabled(2)
	print("2 is disabled: 0 to 4 ", search.get_id_path(0, 4),
		", 2 to 4 ", search.get_id_path(2, 4),
		", 4 to 2 ", search.get_id_path(4, 2))
	print("closest to 2: ", search.get_closest_point(Vector2(2, 0)))
	quit()
END
timeout 60 ./usr/bin/godot3-server --no-window -s run.gd 2>/dev/null |
  sed -nE 's/^Godot Engine v([0-9.]+)\..*/Godot \1/p; /disabled|closest/p' |
  tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
Godot 3.2.3
0 is disabled: 0 to 4 [0, 1, 2, 3, 4], 4 to 0 [], 0 to 0 [0]
2 is disabled: 0 to 4 [], 2 to 4 [2, 3, 4], 4 to 2 []
closest to 2: 1
END
