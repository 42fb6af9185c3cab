// Runs in a worker: Lua, and the turns that the page asks for. openLua is what
// emcc made of host.c.
"use strict";

// A loop that prints must not fill the page's memory.
const LINES_A_SECOND = 200;
let lua, second = 0, lines = 0, left = 0;

function tellLeft() {
  if (left) postMessage({ line: `(${left} more lines)` });
  left = 0;
}

function printLine(line) { // host.c calls it
  const now = Math.floor(performance.now() / 1000);
  if (now !== second) {
    tellLeft();
    second = now;
    lines = 0;
  }
  if (++lines > LINES_A_SECOND) left++;
  else postMessage({ line });
}

// A program's text, page.lua for it, and calls: [name, text, numbers ...].
function turn({ page, calls }) {
  const answers = {};
  const worked = () => !page || lua.ccall("page_open", "number", ["string"],
    [page]);
  const call = ([name, text, a = 0, b = 0, c = 0, d = 0]) => {
    const done = lua.ccall("page_call", "number",
      ["string", "string", "number", "number", "number", "number"],
      [name, text, a, b, c, d]);
    const answer = lua.ccall("page_answer", "string");
    if (!done) answers.error = answer;
    else answers[name] = answer;
    return done;
  };
  lua.ccall("page_begin");
  if (!worked()) answers.error = lua.ccall("page_answer", "string");
  else calls.every(call);
  tellLeft();
  return answers;
}

function open(module) {
  openLua({
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
  }).then((opened) => {
    lua = opened;
    postMessage({ answers: {} });
  });
}

onmessage = ({ data }) => {
  if (data.module) open(data.module);
  else postMessage({ answers: turn(data) });
};
