#!/usr/bin/env bash
# Tiled 1.8.2 (Debian package tiled)
#
# A good guess: a .tilemap of Defold has one tile source, so a map with two
# tilesets cannot be exported as one, or comes with a warning. The flips of a
# tile arrive, all three of them: Defold can turn a tile by 90 degrees, too.
#
# The truth: each tile is written by its number in its own tileset, and which
# tileset that was is not. The first tile of the second tileset becomes the
# first tile of the first: walls are floor. A tile that was turned by 90 degrees
# (flipped on the diagonal, and mirrored) is written as one that is mirrored
# only. Exit status 0, no message. The other format, defoldcollection, keeps
# tilesets apart, and drops the turn as well.
#
# Who minds: makers who paint with two tilesets, or press Z to turn a tile.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

# Tiled with the libraries that are missing here. Where its plug-ins are stands
# in its library: a path of the same length leads to the folder.
version=1.8.2-1
installed=$(dpkg-query -Wf '${Version}' tiled 2>/dev/null || true)
if [ "$installed" = "$version" ]; then
  tiled() { command tiled "$@"; }
else
  apt-get install -s --no-install-recommends "tiled=$version" |
    sed -nE 's/^Inst ([^ ]+) .*\(([^ ]+) .*/\1=\2/p' >packages
  xargs apt-get -qq -o APT::Sandbox::User=root download <packages >/dev/null
  for package in ./*.deb; do dpkg -x "$package" .; done
  lib=$(echo "$dir"/usr/lib/*-linux-*)
  was=${lib#"$dir"}/tiled/plugins
  ln -s "$lib/tiled/plugins" p
  now=$dir/p
  while [ ${#now} -lt ${#was} ]; do now=$now/; done
  sed -i --follow-symlinks "s|$was|$now|" "$lib/libtiled.so.1"
  export QT_PLUGIN_PATH="$lib/qt5/plugins" LD_LIBRARY_PATH="$lib"
  tiled() { "$dir/usr/bin/tiled" "$@"; }
fi
chmod 700 "$dir"
export QT_QPA_PLATFORM=offscreen XDG_CONFIG_HOME="$dir" XDG_RUNTIME_DIR="$dir"
# Formats that are off at first; a maker ticks them in the preferences.
mkdir mapeditor.org
printf '[Plugins]\nEnabled=libdefold.so, libdefoldcollection.so\n' \
  >mapeditor.org/tiled.conf
tiled --version

# The upper row: tiles 1 and 2 of the first tileset, then of the second. The
# lower row: tile 3 as it is, mirrored (flag 2^31), turned to the right (2^31
# and 2^29) and turned to the left (2^30 and 2^29).
cat >map.tmx <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" orientation="orthogonal" renderorder="right-down"
  width="4" height="2" tilewidth="16" tileheight="16" infinite="0">
 <tileset firstgid="1" name="floors" tilewidth="16" tileheight="16"
   tilecount="8" columns="4">
  <image source="floors.pbm" width="64" height="32"/>
 </tileset>
 <tileset firstgid="9" name="walls" tilewidth="16" tileheight="16"
   tilecount="8" columns="4">
  <image source="walls.pbm" width="64" height="32"/>
 </tileset>
 <layer id="1" name="ground" width="4" height="2">
  <data encoding="csv">1,2,9,10,
3,2147483651,2684354563,1610612739</data>
 </layer>
</map>
END
{ echo P4 64 32; head -c 256 /dev/zero; } >floors.pbm
cp floors.pbm walls.pbm

cells() { # of a file of Defold, one a line
  tr -d ' \n' <"$1" | grep -oE 'cell\{[^}]*\}' |
    sed -E 's/cell\{x:(.*)y:(.*)tile:(.*)h_flip:(.*)v_flip:([0-9]*)(.*)\}/'`
      `'\1, \2: tile \3, flips \4 \5\6/' | sort -t, -k2,2nr -k1,1n
}
{
  tiled --export-map defold map.tmx map.tilemap 2>/dev/null
  echo "defold: exit status $?"
  cells map.tilemap
  tiled --export-map defoldcollection map.tmx whole.collection 2>/dev/null
  echo "defoldcollection: exit status $?"
  for file in whole-*.tilemap; do
    echo "$file"
    cells "$file"
  done
} | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
defold: exit status 0
0, 1: tile 0, flips 0 0
1, 1: tile 1, flips 0 0
2, 1: tile 0, flips 0 0
3, 1: tile 1, flips 0 0
0, 0: tile 2, flips 0 0
1, 0: tile 2, flips 1 0
2, 0: tile 2, flips 1 0
3, 0: tile 2, flips 0 1
defoldcollection: exit status 0
whole-floors.tilemap
0, 1: tile 0, flips 0 0
1, 1: tile 1, flips 0 0
0, 0: tile 2, flips 0 0
1, 0: tile 2, flips 1 0
2, 0: tile 2, flips 1 0
3, 0: tile 2, flips 0 1
whole-walls.tilemap
2, 1: tile 0, flips 0 0
3, 1: tile 1, flips 0 0
END
