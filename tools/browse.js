// A headless Chromium, and pages that are played in it:
//
//   node tools/browse.js FOLDER PICTURE SECONDS [X,Y ...]
//
// plays a page of tools/web. It gives FOLDER to the browser from a server of its
// own, clicks on the canvas at each X,Y, a second after another, and writes
// PICTURE after SECONDS. The output is the game's. It fails if no game begins,
// if the game raises an error (LÖVE prints it then), if the page raises one, or
// after three minutes.
//
//   require("./browse.js").browse(async (page) => { ... })
//
// plays any page: `page` has the functions below. It fails if the function or
// the page raises an error.
"use strict";
const fs = require("fs");
const http = require("http");
const os = require("os");
const path = require("path");
const { spawn } = require("child_process");

const SECONDS = 180; // that all of it may take

const sleep = (s) => new Promise((done) => setTimeout(done, 1000 * s));

// Starts a browser. Messages of the DevTools protocol are JSON over two pipes;
// a 0 ends each. `fail` gets every error.
function start(fail) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "browse-"));
  const browser = spawn(process.env.CHROMIUM || "chromium", [
    "--headless=new", "--no-sandbox", "--use-gl=angle",
    "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--remote-debugging-pipe", "--user-data-dir=" + profile,
    "--window-size=1300,900",
  ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [, , , input, output] = browser.stdio;
  for (const pipe of [input, output]) pipe.on("error", () => {}); // at its end
  const waiting = [];
  const self = { requests: [], hear() {} };

  self.send = (method, params) => new Promise((done) => {
    const id = waiting.push(done) - 1;
    input.write(JSON.stringify({ id, method, params, sessionId: self.session })
      + "\0");
  });

  self.end = () => new Promise((done) => {
    browser.on("exit", () => fs.rm(profile,
      { recursive: true, force: true, maxRetries: 9 }, done));
    browser.kill();
  });

  let rest = "";
  output.setEncoding("utf8").on("data", (text) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop();
    for (const { id, result, error, method, params } of messages.map(
      (message) => JSON.parse(message))) {
      if (error) fail(error.message);
      else if (id !== undefined) waiting[id](result);
      else self.hear(method, params);
    }
  });
  browser.on("error", (error) => {
    console.error(error.message);
    process.exit(1);
  });
  return self;
}

// What a script does with a page.
function functions({ send, requests }) {
  const page = { sleep, requests }; // those are the addresses it has asked for

  page.open = (url) => send("Page.navigate", { url });

  // The value of an expression there, also of a promise.
  page.ask = async (expression) => {
    const { result } = await send("Runtime.evaluate",
      { expression, returnByValue: true, awaitPromise: true });
    return result.value;
  };

  page.until = async (expression, seconds) => {
    for (let i = 0; i < 20 * seconds; i++) {
      if (await page.ask(expression)) return;
      await sleep(0.05);
    }
    throw new Error(`not within ${seconds} s: ${expression}`);
  };

  const BUTTONS = { none: 0, left: 1, right: 2 };
  const mouse = (type, x, y, button) => send("Input.dispatchMouseEvent",
    { type, x, y, button, buttons: BUTTONS[button], clickCount: 1 });

  // Presses at the first place, moves to the others, and lets go at the last.
  const press = async (button, ...places) => {
    const [[x, y]] = places, [last_x, last_y] = places.at(-1);
    await mouse("mouseMoved", x, y, "none");
    await sleep(0.1);
    await mouse("mousePressed", x, y, button);
    await sleep(0.1);
    for (const place of places.slice(1)) {
      await mouse("mouseMoved", ...place, button);
      await sleep(0.05);
    }
    await mouse("mouseReleased", last_x, last_y, button);
    await sleep(0.1);
  };

  page.drag = (...places) => press("left", ...places);

  page.click = (x, y, button = "left") => press(button, [x, y]);

  page.shoot = async (file) => {
    const { data } = await send("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync(file, Buffer.from(data, "base64"));
  };

  page.size = (width, height) => send("Emulation.setDeviceMetricsOverride",
    { width, height, mobile: false, deviceScaleFactor: 1 });

  return page;
}

// Calls play(page) with a page of a fresh browser, and ends the process. `log`
// gets what the page writes to its console.
async function browse(play, log = console.log) {
  let fail;
  const failure = new Promise((done) => { fail = done; });
  const browser = start(fail);
  setTimeout(fail, 1000 * SECONDS, `no end after ${SECONDS} seconds`);
  browser.hear = (method, params) => {
    if (method === "Runtime.exceptionThrown") {
      const { text, exception } = params.exceptionDetails;
      fail(exception && exception.description || text);
    } else if (method === "Runtime.consoleAPICalled") {
      log(params.args.map((word) => word.value).join(" "), fail);
    } else if (method === "Network.requestWillBeSent") {
      browser.requests.push(params.request.url);
    }
  };
  const played = (async () => {
    const { targetId } = await browser.send("Target.createTarget",
      { url: "about:blank" });
    browser.session = (await browser.send("Target.attachToTarget",
      { targetId, flatten: true })).sessionId;
    await browser.send("Runtime.enable");
    await browser.send("Network.enable");
    await play(functions(browser));
  })().catch((error) => error.message);
  const wrong = await Promise.race([played, failure]);
  if (wrong) console.error("browse: " + wrong);
  await browser.end();
  process.exit(wrong ? 1 : 0);
}

// ---- a page of tools/web ----------------------------------------------------

const TYPES = { ".html": "text/html", ".wasm": "application/wasm" };

function serve(folder) {
  const server = http.createServer((request, response) => {
    const name = request.url === "/" ? "/index.html" : request.url;
    fs.readFile(folder + path.posix.normalize(name), (error, bytes) => {
      const type = TYPES[path.extname(name)] || "application/octet-stream";
      response.writeHead(error ? 404 : 200, { "Content-Type": type });
      response.end(bytes);
    });
  });
  return new Promise((done) => server.listen(0, "127.0.0.1",
    () => done(`http://127.0.0.1:${server.address().port}/`)));
}

// The title is the game's window title as soon as there is a window.
const LOOK = `(() => {
  const { left, top } = canvas.getBoundingClientRect();
  return [document.title, left, top];
})()`;

function game(folder, picture, seconds, ...clicks) {
  browse(async (page) => {
    await page.open(await serve(folder));
    let [title, left, top] = [];
    do {
      await sleep(1);
      [title, left, top] = await page.ask(LOOK) || [];
    } while (!title || title === path.basename(folder));
    for (const place of clicks) {
      const [x, y] = place.split(",").map(Number);
      await page.click(left + x, top + y);
      await sleep(1);
    }
    await sleep(Number(seconds));
    await page.shoot(picture);
  }, (text, fail) => {
    console.log(text);
    if (text.startsWith("Error: ")) fail("the game raised an error");
  });
}

if (require.main === module) game(...process.argv.slice(2));
else module.exports = { browse };
