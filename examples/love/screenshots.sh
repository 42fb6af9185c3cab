#!/usr/bin/env bash
# Takes a picture of each LÖVE example, without a display:
#
#   examples/love/screenshots.sh [FOLDER]        writes NAME.png
#
# for each into FOLDER (build/pictures unless given). It wants love, xvfb-run
# and build/luajit/tilepath_core.so, which `make` builds.
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
folder=${1:-$top/build/pictures}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

for game in click turns rpg farm steps tiled swarm tower tactics \
  rts stealth house platformer endless; do
  rm -f "$folder/$game.png"
  ALSOFT_DRIVERS=null "$top/tools/display" 1280x800x24 \
    love "$top/examples/love/$game" --picture "$folder/$game.png"
  [ -s "$folder/$game.png" ] || { echo "$game: no picture" >&2; exit 1; }
  echo "$folder/$game.png"
done
