#!/usr/bin/env bash
# Haxe 4.2.5 with Lua 5.2.4 and 5.3.6 (Debian packages haxe, lua5.2, lua5.3)
#
# A good guess: a Float that BytesOutput.writeDouble wrote is read again by
# readDouble, to the bit, in the one program that Haxe makes for all Luas.
#
# The truth: on Lua 5.3 two numbers in five come back changed in the seventh
# digit or later, and the bytes themselves are wrong: 0.1 is written as
# 0.0999999762. The upper half of all significands has its low 32 bits doubled,
# as if for LuaJIT's library of bits. Quarters and small whole numbers are
# right, and so is all on Lua 5.2, LuaJIT and JavaScript.
#
# Who minds: saved games and messages between a server and a client.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

version=1:4.2.5-1
{
  echo haxe=$version
  printf 'lua5.2=5.2.4-3\nliblua5.2-0=5.2.4-3\nlua5.3=5.3.6-2\n'
  echo liblua5.3-0=5.3.6-2
  apt-get install -s --no-install-recommends "haxe=$version" |
    sed -nE 's/^Inst (lib[^ ]+) .*\(([^ ]+) .*/\1=\2/p'
} >packages
xargs apt-get -qq -o APT::Sandbox::User=root download <packages >/dev/null
for package in ./*.deb; do dpkg -x "$package" .; done
LD_LIBRARY_PATH=$(echo "$dir"/usr/lib/*-linux-*)
export LD_LIBRARY_PATH HAXE_STD_PATH="$dir/usr/share/haxe/std"

cat >Main.hx <<'END'
import haxe.io.*;

class Main {
  static function copy(x:Float):Float {
    var output = new BytesOutput();
    output.writeDouble(x);
    return new BytesInput(output.getBytes()).readDouble();
  }

  static function main() {
    var changed = 0;
    var most = 0.0;
    for (i in 1...1001) {
      var x = i / 7.1;
      var y = copy(x);
      if (y != x) changed++;
      most = Math.max(most, Math.abs(y / x - 1));
    }
    var quarters = 0;
    for (i in 0...1000) if (copy(i / 4) != i / 4) quarters++;
    var output = new BytesOutput();
    output.writeDouble(0.1);
    Sys.println('$changed of 1000 changed, at most by ' +
      Math.round(most * 1e9) + 'e-9; $quarters of 1000 quarters');
    Sys.println('0.1 is ' + output.getBytes().toHex());
  }
}
END
echo "haxe $(usr/bin/haxe --version)"
usr/bin/haxe -main Main -lua main.lua -D lua-vanilla
for vm in lua5.2 lua5.3; do
  echo "$vm"
  "usr/bin/$vm" main.lua
done | tee out

diff out - <<'END' || { echo "$0: this has changed" >&2; exit 1; }
lua5.2
0 of 1000 changed, at most by 0e-9; 0 of 1000 quarters
0.1 is 9a9999999999b93f
lua5.3
448 of 1000 changed, at most by 309e-9; 0 of 1000 quarters
0.1 is 343333339999b93f
END
