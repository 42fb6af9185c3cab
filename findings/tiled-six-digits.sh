#!/usr/bin/env bash
# Tiled 1.8.2 (Debian package tiled)
#
# A good guess: places, sizes and angles of objects are doubles in Tiled, so all
# are the same in the JSON export, in the Lua export, and after the map is saved
# in Tiled's own format.
#
# The truth: JSON has all digits, Lua and Tiled's own format have six. 12345.678
# becomes 12345.7, 100000.5 becomes 100001, 1234567 becomes 1.23457e+06. From
# 100,000 pixels on there are no fractions: of objects on quarters of a pixel
# one in thirty is in another tile of 16 pixels. Past a million it is one in six
# of all objects. To open a map and save it is enough. Properties keep all
# digits.
#
# Who minds: wide worlds in one map, and tools that write exact shapes for Tiled
# and read them back from its file or from the Lua export.
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

# A map with one object for each x on standard input, and its exports; then the
# objects' x, one a line, in x.json, x.lua and x.tmx.
export_objects() {
  {
    cat <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" orientation="orthogonal" renderorder="right-down"
  width="4" height="4" tilewidth="16" tileheight="16" infinite="1">
 <properties>
  <property name="exact" type="float" value="1234567.125"/>
 </properties>
 <objectgroup id="1" name="objects">
END
    awk '{ print "<object id=\"" NR "\" x=\"" $1 "\" y=\"8\"" \
      " width=\"32\" height=\"8\" rotation=\"33.3333333\"/>" }'
    echo ' </objectgroup></map>'
  } >map.tmx
  for format in json lua tmx; do
    tiled --export-map "$format" map.tmx "out.$format" 2>/dev/null
  done
  # In JSON the last x is that of the layer.
  grep -oE '"x": ?[^,}]*' out.json | sed -E 's/.*: ?//; $d' >x.json
  awk '/ shape = / { object = 1 }
    object && / x = / { gsub(/[x=, ]/, ""); print; object = 0 }' out.lua >x.lua
  sed -nE 's/.*<object .* x="([^"]*)".*/\1/p' out.tmx >x.tmx
}

{
  tiled --version
  printf '%s\n' 12345.678 99999.5 100000.5 999999.5 1234567 |
    export_objects
  paste x.json x.lua x.tmx | while read -r json lua tmx; do
    echo "x: JSON $json, Lua $lua, its own format $tmx"
  done
  echo "angle: JSON $(grep -oE '33[.]3*' out.json | head -1)," \
    "Lua $(grep -oE '33[.]3*' out.lua | head -1)," \
    "its own format $(grep -oE '33[.]3*' out.tmx | head -1)"
  echo "property: JSON $(grep -oE '1234567[.][^,}]*' out.json)," \
    "Lua $(sed -nE 's/.*"exact"\] = //p' out.lua)," \
    "its own format $(sed -nE 's/.*"exact".*value="(.*)".*/\1/p' out.tmx)"
  while read -r first step; do
    seq -f %.2f "$first" "$step" 2000000 | head -1000 >x
    export_objects <x
    for format in json lua tmx; do
      name="1000 objects from $first on, $format"
      paste x "x.$format" | awk -v name="$name" '
        { d = $2 - $1; if (d < 0) d = -d; if (d > most) most = d }
        int($1 / 16) != int($2 / 16) { moved++ }
        END { print name ": " moved + 0 " in another tile, up to " \
          most + 0 " pixels off" }'
    done
  done <<'END'
100000 37.25
1000000 37
END
} | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
Tiled 1.8.2
x: JSON 12345.678, Lua 12345.7, its own format 12345.7
x: JSON 99999.5, Lua 99999.5, its own format 99999.5
x: JSON 100000.5, Lua 100001, its own format 100001
x: JSON 999999.5, Lua 1e+06, its own format 1e+06
x: JSON 1234567, Lua 1.23457e+06, its own format 1.23457e+06
angle: JSON 33.3333333, Lua 33.3333, its own format 33.3333
property: JSON 1234567.125, Lua 1234567.125, its own format 1234567.125
1000 objects from 100000 on, json: 0 in another tile, up to 0 pixels off
1000 objects from 100000 on, lua: 32 in another tile, up to 0.5 pixels off
1000 objects from 100000 on, tmx: 32 in another tile, up to 0.5 pixels off
1000 objects from 1000000 on, json: 0 in another tile, up to 0 pixels off
1000 objects from 1000000 on, lua: 164 in another tile, up to 5 pixels off
1000 objects from 1000000 on, tmx: 164 in another tile, up to 5 pixels off
END
