#!/usr/bin/env bash
# Tiled 1.8.2 (Debian package tiled)
#
# A good guess: an infinite map that is exported for an engine holds all its
# tiles, as its JSON, Lua and CSV exports do; or the command line says that the
# format cannot hold it.
#
# The truth: the exports for GameMaker (gmx, yy), Defold and Flare write the
# cells from 0, 0 to the file's width and height, which mean nothing on an
# infinite map. Tiles further right or down, left or up are gone, with exit
# status 0 and no message. Objects there are kept: a room of its monsters alone.
#
# Who minds: makers who draw in infinite maps and export for these engines.
# Defold itself would take cells with negative coordinates.
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
printf '[Plugins]\nEnabled=libdefold.so, libflare.so\n' \
  >mapeditor.org/tiled.conf
tiled --version

# Six tiles: in the map's 4 x 4 cells, right, below, left and above, far off.
cat >map.tmx <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" orientation="orthogonal" renderorder="right-down"
  width="4" height="4" tilewidth="16" tileheight="16" infinite="1">
 <tileset firstgid="1" name="tiles" tilewidth="16" tileheight="16"
   tilecount="8" columns="4">
  <image source="tiles.pbm" width="64" height="32"/>
 </tileset>
 <layer id="1" name="ground" width="4" height="4">
  <data encoding="csv">
   <chunk x="0" y="0" width="8" height="2">0,1,0,0,0,0,2,0,
0,0,0,0,0,0,0,0</chunk>
   <chunk x="0" y="6" width="2" height="1">0,3</chunk>
   <chunk x="-4" y="-4" width="2" height="2">4,0,0,5</chunk>
   <chunk x="50" y="50" width="1" height="1">6</chunk>
  </data>
 </layer>
 <objectgroup id="2" name="monsters">
  <object id="1" name="bat" type="bat" x="800" y="800"/>
 </objectgroup>
</map>
END
{ echo P4 64 32; head -c 256 /dev/zero; } >tiles.pbm

export_as() { # format $1; reads the numbers of the tiles, $2 is "no tile"
  tiled --export-map "$1" map.tmx "map.$1" 2>/dev/null
  echo "$1: exit status $?, tiles $(numbers "$1" | grep -vxc -e "$2" || true)"
}
numbers() {
  case $1 in
    lua) sed -n '/data = {/,/}/p' map.lua | grep -oE '[0-9]+' ;;
    csv) tr , '\n' <map.csv ;;
    gmx) grep -o '<tile ' map.gmx ;;
    yy) sed -n '/TileSerialiseData/,/]/p' map.yy | grep -oE '[0-9]+' ;;
    defold) grep -oE 'tile: [0-9]+' map.defold ;;
    flare) sed -n '/data=/,/^$/p' map.flare | grep -oE '[0-9]+' ;;
  esac
}
{
  export_as lua 0
  export_as csv -1
  export_as gmx none
  export_as yy 2147483648
  export_as defold none
  export_as flare 0
  echo "gmx: monsters $(grep -c '<instance ' map.gmx)"
} | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
lua: exit status 0, tiles 6
csv: exit status 0, tiles 6
gmx: exit status 0, tiles 1
yy: exit status 0, tiles 1
defold: exit status 0, tiles 1
flare: exit status 0, tiles 1
gmx: monsters 1
END
