// The page: an editor, the worker that runs the program, a canvas with its map.
//
// A turn goes to the worker when the last one has been answered: what the mouse
// did, the time that has passed, and the wish for a picture. So no frame is made
// that is not drawn. A worker that does not answer is ended, and the next one
// takes its place. tools/playground makes PROGRAMS, RECIPES, REFERENCE
// and MACHINE.
"use strict";

const STEPS_A_SECOND = 60;
const MOST_STEPS = 30;      // in a turn; what lies further back is skipped
const PATIENCE = 2000;      // milliseconds that a turn may take
const START_PATIENCE = 15000;
const MOST_LINES = 500;     // in the console
const MOST_YOURS = 20;      // programs of the player that are kept
const MOST_TEXT = 1e6;      // bytes of a link's program

const $ = (id) => document.getElementById(id);
const editor = CodeMirror.fromTextArea($("source"), {
  mode: "lua", lineNumbers: true, indentUnit: 2, tabSize: 2,
  viewportMargin: 100,
  extraKeys: {
    "Ctrl-Enter": run, "Cmd-Enter": run, "Shift-Tab": "indentLess",
    // Tab leaves the editor, as everywhere on a page, unless text is marked.
    Tab: (cm) => cm.somethingSelected() ? cm.execCommand("indentMore")
      : CodeMirror.Pass,
  },
});

// ---- console ----------------------------------------------------------------

let wrongLine;

function tell(text, kind = "") {
  const box = $("console");
  const atEnd = box.scrollTop + box.clientHeight > box.scrollHeight - 30;
  const line = document.createElement("div");
  line.className = kind;
  line.textContent = text;
  box.append(line);
  while (box.childElementCount > MOST_LINES) box.firstChild.remove();
  if (atEnd) box.scrollTop = box.scrollHeight;
}

function clearConsole() {
  $("console").replaceChildren();
  if (wrongLine) editor.removeLineClass(wrongLine, "background");
  wrongLine = undefined;
}

function tellError(text) {
  const [, line, rest] = /^program:(\d+): ([^]*)/.exec(text) || [, 0, text];
  tell(line ? `line ${line}: ${rest}` : rest, "wrong");
  if (line && line <= editor.lineCount()) {
    wrongLine = editor.addLineClass(line - 1, "background",
      "CodeMirror-line-wrong");
    editor.scrollIntoView({ line: line - 1, ch: 0 }, 60);
  }
}

// ---- the worker -------------------------------------------------------------

let worker, module, patience, due;
let state = "starting";     // ready, busy, or "ended" until the next run
let wanted;                 // a program that is to run as soon as it can
let ran = false;            // has there been one?
let alive = false;          // no error has ended it

async function unpack(base64) {
  const packed = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const plain = new Blob([packed]).stream()
    .pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).arrayBuffer();
}

function wait(milliseconds) {
  due = Date.now() + milliseconds;
  clearTimeout(patience);
  patience = setTimeout(lose, milliseconds);
}

// The machine may have slept, not the worker.
function lose() {
  if (Date.now() - due > 1000) return wait(PATIENCE);
  endWorker("The program did not answer for two seconds and was ended.");
}

function endProgram() {
  alive = false;
  draw(); // nothing, if there was no frame
  stopTime();
}

function endWorker(message) {
  tell(message + " Change it, and press Run.", "wrong");
  endProgram();
  startWorker();
}

function startWorker() {
  if (worker) worker.terminate();
  state = "starting";
  const url = URL.createObjectURL(new Blob([MACHINE.worker],
    { type: "text/javascript" }));
  worker = new Worker(url);
  URL.revokeObjectURL(url);
  worker.onmessage = ({ data }) => data.answers ? hear(data.answers)
    : tell(data.line);
  worker.onerror = (event) => {
    event.preventDefault();
    endWorker("The program was ended: " + event.message);
  };
  worker.postMessage({ module });
  wait(START_PATIENCE);
}

function ask(turn) {
  state = "busy";
  worker.postMessage(turn);
  wait(PATIENCE);
}

// A program can change the library, so that an answer has another form.
function hear(answers) {
  clearTimeout(patience);
  state = state === "starting" ? "ended" : "ready";
  try {
    if ("terrains" in answers) offerTerrains(answers.terrains);
    if ("legend" in answers) showLegend(answers.legend);
    if (answers.frame) showFrame(answers.frame);
  } catch (error) {
    answers.error = "The map cannot be shown: " + error.message;
  }
  if (answers.hints) tell(answers.hints, "note");
  if (answers.svg) {
    const name = programName() + ".svg";
    saveText(answers.svg, name);
    tell(`Saved: ${name}, a picture of the map.`, "note");
  }
  if (answers.error !== undefined) {
    tellError(answers.error);
    endProgram();
    state = "ended";
  }
  if (wanted !== undefined) begin();
}

function run() {
  keepAddress();
  wanted = editor.getValue(); // hear begins it, if the worker is busy
  if (state === "ready" || state === "ended") begin();
}

function begin() {
  if (ran) clearConsole();
  ran = alive = true;
  events = [];
  parts = [];
  world = [0, 0, 0, 0];
  startTime();
  ask({ page: MACHINE.page, calls: [["run", wanted], ["frame"], ["terrains"],
    ["legend"], ["hints", wanted]] });
  wanted = undefined;
}

// ---- time -------------------------------------------------------------------

let running = false, owed = 0, last = 0;
let looked = 0;             // when the terrains were asked for
let events = [];            // calls for the next turn

function startTime() {
  running = true;
  owed = 0;
  showPause();
}

function stopTime() {
  running = false;
  showPause();
}

function showPause() {
  $("pause").disabled = $("step").disabled = !alive;
  $("pause").querySelector("span").textContent = running ? "Pause" : "Go on";
  $("pause").querySelector("path").setAttribute("d", running
    ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4 2.5v11l9-5.5z");
}

function tick(now) {
  requestAnimationFrame(tick);
  const seconds = Math.min(0.25, (now - last) / 1000);
  last = now;
  if (running) owed += seconds * $("speed").value * STEPS_A_SECOND;
  if (state !== "ready") return;
  const steps = Math.min(Math.floor(owed + 0.01), MOST_STEPS);
  owed = owed - steps > 1 ? 0 : owed - steps;
  if (!steps && !events.length) return;
  const calls = [...events, ["update", "", steps], ["frame"]];
  if (now - looked > 1000) {
    calls.push(["terrains"], ["legend"]);
    looked = now;
  }
  ask({ calls });
  events = [];
}

// ---- map --------------------------------------------------------------------

// Thousands of small outlines are drawn faster without a graphics card; a
// canvas that may be read has none.
const canvas = $("canvas");
const brush = canvas.getContext("2d", { willReadFrequently: true });
let world = [0, 0, 0, 0];   // x, y, width, height
let parts = [];             // form, colour, width, path
const rgba = (numbers) => `rgba(${numbers.map(Number)})`; // and nothing else
let scale = 1, left = 0, top_ = 0; // from world units to pixels of the screen

function showFrame(text) {
  const lines = text.split("\n");
  world = lines.shift().split(" ").map(Number);
  parts = lines.map((line, i) => {
    if (line === "=") return parts[i];
    const [, form, color, width, path] = /^(\S+) (\S+) (\S+) (.*)$/.exec(line);
    // A canvas draws no line without a length, not even its round ends.
    return { form, color: rgba(color.split(",")), width: +width,
      path: new Path2D(path.replace(/h0(?=m|$)/g, "h.001")) };
  });
  draw();
}

function draw() {
  const { clientWidth, clientHeight } = canvas;
  const dots = window.devicePixelRatio || 1;
  const [, , width, height] = world;
  const margin = 12;
  canvas.width = Math.round(clientWidth * dots);
  canvas.height = Math.round(clientHeight * dots);
  if (!width) return;
  scale = Math.min((clientWidth - 2 * margin) / width,
    (clientHeight - 2 * margin) / height);
  left = (clientWidth - width * scale) / 2;
  top_ = (clientHeight - height * scale) / 2;
  brush.setTransform(dots * scale, 0, 0, dots * scale, dots * left, dots * top_);
  brush.fillStyle = getComputedStyle(canvas).color; // that of open ground
  brush.fillRect(0, 0, width, height);
  brush.lineCap = brush.lineJoin = "round";
  for (const { form, color, width: thickness, path } of parts) {
    brush.fillStyle = brush.strokeStyle = color;
    brush.lineWidth = thickness;
    if (form === "area") brush.fill(path, "evenodd");
    else brush.stroke(path);
  }
}

new ResizeObserver(draw).observe(canvas);

// ---- mouse ------------------------------------------------------------------

let stroke;                 // { x, y, paints } while a button is down

function place(event) {
  const box = canvas.getBoundingClientRect();
  return [world[0] + (event.clientX - box.left - left) / scale,
    world[1] + (event.clientY - box.top - top_) / scale];
}

// A press that does not move is a click for the program; a drag paints.
canvas.addEventListener("pointerdown", (event) => {
  if (stroke || event.button === 1) return;
  canvas.setPointerCapture(event.pointerId);
  const [x, y] = place(event);
  stroke = { x, y, from: [event.clientX, event.clientY], paints: false };
});

canvas.addEventListener("pointermove", (event) => {
  const [x, y] = place(event);
  if (!stroke) {
    if (events.length && events.at(-1)[0] === "move") events.pop();
    events.push(["move", "", x, y]);
  } else if (stroke.paints || Math.hypot(event.clientX - stroke.from[0],
    event.clientY - stroke.from[1]) > 6) {
    paint(x, y);
  }
});

canvas.addEventListener("pointerup", (event) => {
  if (stroke && !stroke.paints) {
    events.push(["click", "", stroke.x, stroke.y, event.button === 2 ? 2 : 1]);
  }
  stroke = undefined;
});

canvas.addEventListener("pointercancel", () => { stroke = undefined; });
canvas.addEventListener("contextmenu", (event) => event.preventDefault());

function paint(x, y) {
  if (!stroke.paints) events.push(["dip", terrain, stroke.x, stroke.y]);
  events.push(["paint", "", stroke.x, stroke.y, x, y]);
  Object.assign(stroke, { x, y, paints: true });
}

let terrain = "wall";       // that a drag paints
let offered;

// A colour, four numbers, and a name, any text, as a swatch.
function swatch([red, green, blue, alpha, name]) {
  const color = rgba([red, green, blue, alpha]);
  const box = document.createElement("i");
  box.className = "swatch";
  box.style.backgroundImage = `linear-gradient(${color}, ${color})`;
  const label = document.createElement("span");
  label.append(box, String(name));
  return { name: String(name), label };
}

function offerTerrains(text) {
  if (text === offered) return;
  offered = text;
  const choices = JSON.parse(text).map(swatch);
  if (!choices.some(({ name }) => name === terrain)) terrain = "wall";
  $("tools").hidden = !choices.length;
  $("terrains").replaceChildren(...choices.map(({ name, label }) => {
    const choice = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "terrain", value: name,
      checked: name === terrain, onchange() { terrain = name; } });
    choice.append(input, label);
    return choice;
  }));
}

function showLegend(text) {
  const bodies = JSON.parse(text).map(swatch);
  $("legend").hidden = !bodies.length;
  $("legend").replaceChildren("Bodies:", ...bodies.map(({ label }) => label));
}

// ---- programs and links -----------------------------------------------------

const LESSONS = { ...PROGRAMS, ...RECIPES, ...REFERENCE };
const lessonOf = (text) => Object.keys(LESSONS).find(
  (name) => LESSONS[name] === text);
const programName = () => lessonOf(editor.getValue()) || "picture";

for (const [id, texts] of [["recipes", RECIPES], ["reference", REFERENCE]]) {
  for (const name of Object.keys(texts)) {
    const [, title] = /^-- (.*)/.exec(texts[name]);
    $(id).append(new Option(title, name));
  }
}

function base64url(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

// The bytes that a stream makes of these, if they are not too many.
async function through(stream, bytes, most = Infinity) {
  const out = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  for (let chunk; (chunk = (await out.read()).value);) {
    chunks.push(chunk);
    most -= chunk.length;
    if (most < 0) throw out.cancel();
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

// #lua=..., the program deflated; #program=door, one of the chooser's.
async function hashOf(text) {
  const name = lessonOf(text);
  if (name) return "#program=" + name;
  const bytes = new TextEncoder().encode(text);
  return "#lua=" + base64url(
    await through(new CompressionStream("deflate-raw"), bytes));
}

async function textOf(hash) {
  const [, key, value] = /^#(lua|program)=([\w-]+)$/.exec(hash) || [];
  if (key === "program" && Object.hasOwn(LESSONS, value)) return LESSONS[value];
  if (key !== "lua") return undefined;
  try {
    const text = atob(value.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = await through(new DecompressionStream("deflate-raw"),
      Uint8Array.from(text, (c) => c.charCodeAt(0)), MOST_TEXT);
    return new TextDecoder().decode(bytes);
  } catch (error) {
    tell("The link is damaged, or its program is too long.", "wrong");
    return undefined;
  }
}

function open(text) {
  clearTimeout(later);
  terrain = "wall";
  offered = undefined;
  isNew = false;
  mine = yours.indexOf(text);
  editor.setValue(text);
  editor.clearHistory();
  showChoice();
  run();
}

async function openHash() {
  const text = await textOf(location.hash);
  if (text === undefined) return false;
  open(text);
  return true;
}

// The address holds the program. What was there before stays for Back.
async function keepAddress() {
  clearTimeout(later);
  const text = editor.getValue(), hash = await hashOf(text);
  if (text !== editor.getValue() || hash === location.hash) return;
  history[isNew ? "pushState" : "replaceState"](null, "", hash);
  isNew = false;
}

async function share() {
  await keepAddress();
  let copied = true;
  try {
    await navigator.clipboard.writeText(location.href);
  } catch (error) {
    copied = false;
  }
  tell(copied ? "The link is copied: it holds the program."
    : "The link is in the address bar: it holds the program.", "note");
}

function save() {
  if (!alive) tell("Nothing to save: an error has ended the program.", "note");
  else if (!world[2]) tell("Nothing to save: the map is empty.", "note");
  else events.push(["frame"], ["svg"]);
}

function saveText(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// ---- your programs ----------------------------------------------------------

// An edited program is one of yours. They stay in the browser, the latest
// first, and are never written over by another one.
const KEY = "tilepath playground";
let yours = [];
let mine = -1;              // the place in that list of the editor's text
let isNew = false;          // does the address hold another program?
let later;                  // when typing pauses, the address follows

function readYours() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    yours = Array.isArray(kept) ? kept : [];
  } catch (error) {
    yours = []; // this browser keeps nothing: they live as long as the page
  }
  mine = yours.indexOf(editor.getValue());
  showChoice();
}

function keepYours() {
  yours.splice(MOST_YOURS);
  try {
    localStorage.setItem(KEY, JSON.stringify(yours));
  } catch (error) {
    // They live as long as the page.
  }
}

function showChoice() {
  $("yours").hidden = !yours.length;
  $("yours").replaceChildren(...yours.map((text, i) => {
    const [, title] = /^-- ([^:.\n]{1,30})/.exec(text) || [];
    return new Option("Your program" + (i ? " " + (i + 1) : "")
      + (title ? ": " + title : ""), "yours" + i);
  }));
  $("chooser").value = mine >= 0 ? "yours" + mine
    : lessonOf(editor.getValue()) || "";
}

// `removed` is what the edit has replaced. If that is a whole program, what
// comes now is another one.
function edited(removed) {
  const text = editor.getValue();
  if (lessonOf(text)) {
    if (mine >= 0 && removed !== yours[mine]) yours.splice(mine, 1);
    mine = -1;
  } else if (mine >= 0 && removed !== yours[mine]) {
    yours[mine] = text;
  } else {
    isNew = true;
    mine = yours.indexOf(text);
    if (mine < 0 && text.trim()) {
      yours.unshift(text);
      mine = 0;
    }
  }
  keepYours();
  showChoice();
  clearTimeout(later);
  later = setTimeout(keepAddress, 500);
}

async function choose() {
  const { value } = $("chooser");
  const text = LESSONS[value] || yours[value.slice("yours".length)];
  await keepAddress();
  history.pushState(null, "", await hashOf(text));
  open(text);
}

// ---- the bar ----------------------------------------------------------------

$("run").onclick = run;
$("pause").onclick = () => running ? stopTime() : startTime();
$("step").onclick = () => {
  stopTime();
  owed = 1;
};
$("share").onclick = share;
$("save").onclick = save;
$("chooser").onchange = choose;
window.onhashchange = openHash;
window.onstorage = ({ key }) => { if (key === KEY) readYours(); };
editor.on("change", (_, { origin, removed }) => {
  if (origin !== "setValue") edited(removed.join("\n"));
});

async function start() {
  module = await WebAssembly.compile(await unpack(MACHINE.wasm));
  readYours();
  startWorker();
  if (!await openHash()) open(PROGRAMS.click);
  requestAnimationFrame(tick);
}

start().catch((error) => tell("This page does not run here: " + error.message
  + ". It needs a browser of 2023 or later.", "wrong"));
