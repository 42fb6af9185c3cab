// Plays the playground in a headless Chromium, from file://:
//
//   node tools/playground.js FOLDER PICTURES
//
// Each program runs for two seconds, and each listing of the docs once. Then come
// painting, the link, the player's own programs, hints, errors, loops that do not
// end, too much memory, and programs that mean harm. spec/host/playground_spec.lua
// has what needs no browser. A picture of each program is left in PICTURES.
"use strict";
const http = require("http");
const path = require("path");
const zlib = require("zlib");
const { browse } = require("./browse.js");

const [folder, pictures] = process.argv.slice(2);
const url = "file://" + path.resolve(folder, "index.html");
let checks = 0, failed = 0;

function check(what, yes, more = "") {
  checks++;
  if (!yes) failed++;
  console.log(`${yes ? "passed" : "FAILED"}: ${what} ${yes ? "" : more}`);
}

const CONSOLE = `document.getElementById("console").innerText`;
const RUNS = `typeof state !== "undefined" && running && parts.length > 0`;

// Opens the page with another program, and waits until it runs.
async function enter(page, text) {
  await page.ask(`editor.setValue(${JSON.stringify(text)}); run();`);
  await page.sleep(0.3);
}

async function programs(page) {
  const names = await page.ask("Object.keys(PROGRAMS)");
  for (const name of names) {
    await page.ask(`location.hash = "#program=${name}"`);
    await page.sleep(2);
    const text = await page.ask(CONSOLE);
    const wrong = await page.ask(`document.querySelector(".wrong") !== null`);
    const own = await page.ask(`editor.getValue() === PROGRAMS["${name}"]`);
    check(name, own && !wrong && await page.ask(RUNS), text);
    await page.shoot(`${pictures}/${name}.png`);
  }
}

async function listings(page) {
  const names = await page.ask("Object.keys({ ...RECIPES, ...REFERENCE })");
  check(`${names.length} listings`, names.length > 50);
  for (const name of names) {
    await page.ask(`location.hash = "#program=${name}"`);
    await page.until(`editor.getValue() === LESSONS["${name}"]
      && state === "ready" && wanted === undefined`, 3).catch(() => {});
    const text = await page.ask(CONSOLE);
    const wrong = await page.ask(`document.querySelector(".wrong") !== null`);
    check("listing " + name, (text || !name.startsWith("recipe-")) && !wrong
      && await page.ask(`$("chooser").value`) === name, text);
  }
  await page.shoot(`${pictures}/recipe.png`);
}

const WALLS = `local grid = require("tilepath").grid(10, 10)
  function show() return { grid } end
  function click(x, y, button)
    local count = 0
    for _ in grid:cells("wall") do count = count + 1 end
    print(count, "walls", button, grid:to_cell(x, y))
  end`;

// Turns a place of the map, 0 to 1, into a place on the screen.
const at = (x, y) => `(() => {
  const box = canvas.getBoundingClientRect();
  return [box.left + left + ${x} * world[2] * scale,
    box.top + top_ + ${y} * world[3] * scale];
})()`;

async function mouse(page) {
  await enter(page, WALLS);
  await page.until("world[2] === 10", 5);
  const line = [await page.ask(at(0.05, 0.25)), await page.ask(at(0.95, 0.25))];
  await page.drag(...line);
  await page.click(...await page.ask(at(0.35, 0.65)));
  await page.sleep(0.3);
  await page.shoot(`${pictures}/painted.png`);
  let text = await page.ask(CONSOLE);
  check("a drag paints a row of walls", /^10  walls  1  4  7$/m.test(text), text);
  await page.drag(...line);
  await page.click(...await page.ask(at(0.35, 0.65)));
  await page.sleep(0.3);
  text = await page.ask(CONSOLE);
  check("from a wall it takes them away", /^0  walls/m.test(text), text);
  await page.click(...await page.ask(at(0.35, 0.65)), "right");
  await page.sleep(0.3);
  text = await page.ask(CONSOLE);
  check("the program hears the right button", /^0  walls  2  4  7$/m.test(text),
    text);
}

const CHOICE = `$("chooser").selectedOptions[0].text`;
const TEXT = "editor.getValue()";

// As a player does it.
const type = (page, text) => page.ask(
  `editor.replaceRange(${JSON.stringify(text)}, { line: 0, ch: 0 })`);

async function choose(page, value) {
  await page.ask(`$("chooser").value = "${value}"; choose()`);
  await page.sleep(0.3);
}

// An edited program outlives another one, Back, and a new visit.
async function yours(page) {
  await page.ask(`localStorage.clear()`);
  await page.open("about:blank");
  await page.open(url);
  await page.until(RUNS, 10);
  await choose(page, "door");
  await type(page, "-- Mine: a door\n");
  check("an edited program is yours",
    await page.ask(CHOICE) === "Your program: Mine", await page.ask(CHOICE));
  const text = await page.ask(TEXT);
  await page.ask("run()");
  await page.sleep(0.3);
  const address = await page.ask("location.href");
  check("to run it puts it into the address", address.includes("#lua="));
  await choose(page, "click");
  check("another program is chosen",
    await page.ask(CHOICE) === "Click to move");
  await choose(page, "yours0");
  check("yours is in the list", await page.ask(TEXT) === text);
  await choose(page, "click");
  await type(page, "-- Not yet run\n");
  await choose(page, "prices");
  check("a second one does not take its place", await page.ask(
    `yours.length === 2 && yours[1] === ${JSON.stringify(text)}
      && yours[0].startsWith("-- Not yet run")`));
  for (const [name, want] of [["Back", "Your program: Not yet run"],
    ["Back again", "Click to move"],
    ["Back once more", "Your program 2: Mine"]]) {
    await page.ask("setTimeout(() => history.back(), 0)");
    await page.sleep(0.5);
    const choice = await page.ask(CHOICE);
    check(name, choice === want, choice);
  }
  await page.shoot(`${pictures}/yours.png`);
  await page.open("about:blank");
  await page.open(address);
  await page.until(RUNS, 10);
  check("a new visit by the address", await page.ask(TEXT) === text
    && await page.ask(CHOICE) === "Your program 2: Mine");
  await page.ask(`editor.setSelection({ line: 0, ch: 0 }, { line: 999, ch: 0 });
    editor.replaceSelection("print 'new'")`);
  check("a program pasted over it does not take its place", await page.ask(
    `yours.length === 3 && yours.includes(${JSON.stringify(text)})`));
  await page.sleep(1);
  check("the address follows what is typed", await page.ask(
    `textOf(location.hash)`) === "print 'new'");
}

// What the page says of a program.
async function told(page, name, text, message) {
  await enter(page, text);
  await page.until(`${message}.test(${CONSOLE})`, 2).catch(() => {});
  const said = await page.ask(CONSOLE);
  check(name, message.test(said), said);
}

async function hints(page) {
  const save = `window.saved = undefined; saveText = (text, name) => {
    saved = name;
  }; $("save").click()`;
  await told(page, "no show", "function Show() end",
    /^No show\(\): the map is empty. The program defines Show.$/m);
  await page.ask(save);
  check("nothing to save", /Nothing to save: the map is empty/.test(
    await page.ask(CONSOLE)));
  await told(page, "love", "function love.update() end",
    /^line 1: .*LÖVE is not on this page/m);
  check("Go on and Step are off after an error",
    await page.ask(`$("pause").disabled && $("step").disabled`));
  await page.ask(save);
  check("nothing to save after an error", /Nothing to save: an error/.test(
    await page.ask(CONSOLE)));
  await page.ask(`location.hash = ""; location.hash = "#program=prices"`);
  await page.until(RUNS, 4);
  await page.ask(save);
  await page.until("saved", 2).catch(() => {});
  check("the name of what is saved", /^Saved: prices.svg/m.test(
    await page.ask(CONSOLE)));
  check("Go on and Step are back",
    await page.ask(`!$("pause").disabled && !$("step").disabled`));
}

const TERRAINS = `[...document.querySelectorAll("#terrains label")].map(
  (label) => label.innerText + " "
    + label.querySelector("i").style.backgroundImage).join("; ")`;

async function terrains(page) {
  const text = await page.ask(TERRAINS);
  check("a swatch for each terrain",
    /^wall .*; open .*; mud .*230, 158, 0, .*; road .*87, 181, 232/.test(text),
    text);
  await page.ask(`document.querySelector("[value=mud]").click()`);
  await page.drag(await page.ask(at(0.05, 0.04)),
    await page.ask(at(0.3, 0.04)));
  await page.shoot(`${pictures}/mud.png`);
  await page.sleep(1.2);
  check("mud is chosen", await page.ask("terrain") === "mud"
    && await page.ask(`document.querySelector("[value=mud]").checked`));
  await choose(page, "door");
  await page.sleep(0.3);
  check("another program paints walls", await page.ask("terrain") === "wall"
    && await page.ask(`document.querySelector("[value=wall]").checked`));
}

async function link(page) {
  const program = `print "from a link: grüße, ${"long ".repeat(300)}"`;
  await enter(page, program);
  await page.ask("share()");
  const shared = await page.ask("location.href");
  await page.open("about:blank");
  await page.open(shared);
  await page.until(`${CONSOLE}.includes("from a link: grüße")`, 5)
    .catch(() => {});
  check("the link brings the program back",
    await page.ask("editor.getValue()") === program, shared);
  check("and runs it", (await page.ask(CONSOLE)).includes("from a link: grüße"));
}

// Waits for the message that ends a program, within a time limit; then another
// program must run.
async function ends(page, name, text, message, seconds) {
  await enter(page, text);
  await page.until(`${message}.test(${CONSOLE})`, seconds).catch(() => {});
  const told = await page.ask(CONSOLE);
  check(name, message.test(told), told.slice(0, 300));
  check(name + ": the text stays", await page.ask("editor.getValue()") === text);
  await page.shoot(`${pictures}/${name.replace(/\W+/g, "-")}.png`);
  await page.ask(`editor.setValue(PROGRAMS.click); run()`);
  await page.until(RUNS, 4).catch(() => {});
  check(name + ": the page lives", await page.ask(RUNS));
}

const TIME = /^line 1: .*a second has passed/m, KILLED = /did not answer/;

async function bad(page) {
  await ends(page, "an error", "local a = 1\nlocal b = nil + a\n",
    /^line 2: attempt/m, 2);
  await ends(page, "an endless loop", "while true do end", TIME, 3);
  await ends(page, "an endless loop in a coroutine",
    "coroutine.wrap(function() while true do end end)()", TIME, 3);
  await ends(page, "an endless print", `while true do print "x" end`, TIME, 5);
  await ends(page, "a hook", "debug.sethook() while true do end",
    /^line 1: attempt/m, 3);
  await ends(page, "an endless pcall loop",
    "while true do pcall(function() while true do end end) end", KILLED, 5);
  await ends(page, "an endless pattern",
    `print(("a"):rep(50000):find((".-"):rep(20) .. "b"))`, KILLED, 5);
  await ends(page, "strings of gigabytes",
    `local t = {} for i = 1, 1e9 do t[i] = ("x"):rep(1e7) .. i end`,
    RegExp(`not enough memory|${KILLED.source}`), 5);
  await ends(page, "endless recursion",
    "local function f() return 1 + f() end f()", /^line 1: stack overflow/m, 4);
}

// A server that hears whether the page asks for anything from elsewhere.
function listen(heard) {
  const server = http.createServer((request, response) => {
    heard.push(request.url);
    response.end();
  });
  return new Promise((done) => server.listen(0, "127.0.0.1",
    () => done(`http://127.0.0.1:${server.address().port}`)));
}

const SWATCHES = `[...document.querySelectorAll("i.swatch")].map(
  (box) => box.style.backgroundImage).join("\\n")`;
const ONLY_COLORS = /^(linear-gradient\((rgba?\([\d., ]+\)(, )?){2}\)\n?)+$/;

async function harm(page) {
  const outside = page.requests.filter((url) => !/^(file|data|blob|about):/
    .test(url));
  check("nothing is asked for from elsewhere", page.requests.length > 5
    && !outside.length, outside[0]);
  const heard = [], away = await listen(heard);
  await fetch(away + "/control");
  await page.ask(`fetch("${away}/fetch").catch(() => {});
    new Image().src = "${away}/image";
    document.body.style.backgroundImage = "url(${away}/css)";
    for (const [tag, key] of [["script", "src"], ["link", "href"],
      ["iframe", "src"]]) document.body.append(Object.assign(
        document.createElement(tag), { rel: "stylesheet",
          [key]: "${away}/" + tag }));
    navigator.sendBeacon("${away}/beacon");
    new Worker(URL.createObjectURL(new Blob([\`
      fetch("${away}/worker").catch(() => {});
      try { importScripts("${away}/scripts"); } catch (error) {}\`])));`);
  await page.sleep(1);
  check("the page cannot ask for anything from elsewhere",
    heard.join() === "/control", heard.join());

  await enter(page, `local format = string.format
    function string.format(f, ...)
      return f:find "rgba" and "red,red),url(${away}/format),x("
        or f:find "%.3g" and '0,0,0,"),url(${away}/format),x("'
        or format(f, ...)
    end
    local grid = require "tilepath".grid(3, 3)
    function show() return { grid } end`);
  await page.until("world[2] === 3", 5).catch(() => {});
  let text = await page.ask(SWATCHES);
  check("a program with a string.format of its own", ONLY_COLORS.test(text),
    text);
  text = await page.ask(`showLegend(${JSON.stringify(JSON.stringify(
    [["red),url(x),x(", 0, 0, 1, "a"]]))}); ${SWATCHES}`);
  check("a colour is four numbers", typeof text === "string"
    && !text.includes("url"), text);

  const before = await page.ask("editor.getValue()");
  const bomb = zlib.deflateRawSync(Buffer.alloc(1e8, "-"));
  await page.ask(`location.hash = "#lua=${bomb.toString("base64url")}"`);
  await page.until(`/too long/.test(${CONSOLE})`, 5).catch(() => {});
  text = await page.ask(CONSOLE);
  check("a link with too long a program", /too long/.test(text)
    && await page.ask("editor.getValue()") === before, text.slice(0, 300));
}

async function start(page) {
  const begun = Date.now();
  await page.open(url);
  await page.until(RUNS, 10);
  const seconds = (Date.now() - begun) / 1000;
  check(`ready after ${seconds.toFixed(2)} s`, seconds < 2);
}

browse(async (page) => {
  await page.size(1300, 850);
  await start(page);
  await yours(page); // first, while the history is short
  await programs(page);
  await listings(page);
  await mouse(page);
  await link(page);
  await hints(page);
  await terrains(page);
  await bad(page);
  await harm(page);
  console.log(`${checks - failed} passed, ${failed} failed`);
  if (failed) throw new Error(`${failed} failed`);
});
