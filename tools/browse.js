// Plays a page of tools/web in a headless Chromium, and takes a picture:
//
//   node tools/browse.js FOLDER PICTURE SECONDS [X,Y ...]
//
// It gives FOLDER to the browser from a server of its own, clicks on the canvas
// at each X,Y, a second after another, and writes PICTURE after SECONDS. The
// output is the game's. It fails if no game begins, if the game raises an error
// (LÖVE prints it then), if the page raises one, or after two minutes.
"use strict";
const fs = require("fs");
const http = require("http");
const os = require("os");
const path = require("path");
const { spawn } = require("child_process");

const [folder, picture, seconds, ...clicks] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".wasm": "application/wasm" };
const profile = fs.mkdtempSync(path.join(os.tmpdir(), "browse-"));
const sleep = (s) => new Promise((done) => setTimeout(done, 1000 * s));

const server = http.createServer((request, response) => {
  const name = request.url === "/" ? "/index.html" : request.url;
  fs.readFile(folder + path.posix.normalize(name), (error, bytes) => {
    const type = TYPES[path.extname(name)] || "application/octet-stream";
    response.writeHead(error ? 404 : 200, { "Content-Type": type });
    response.end(bytes);
  });
});

// The DevTools protocol: messages of JSON, each ended by a 0, over two pipes.
const browser = spawn(process.env.CHROMIUM || "chromium", [
  "--headless=new", "--no-sandbox", "--use-gl=angle",
  "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
  "--remote-debugging-pipe", "--user-data-dir=" + profile,
  "--window-size=1300,900",
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const [, , , input, output] = browser.stdio;
const waiting = [];
let session;

function send(method, params) {
  return new Promise((done) => {
    const id = waiting.push(done) - 1;
    input.write(JSON.stringify({ id, method, params, sessionId: session })
      + "\0");
  });
}

function end(failure) {
  if (failure) console.error("browse: " + failure);
  browser.on("exit", () => {
    fs.rm(profile, { recursive: true, force: true, maxRetries: 9 },
      () => process.exit(failure ? 1 : 0));
  });
  browser.kill();
}

function hear({ id, result, error, method, params }) {
  if (error) {
    end(error.message);
  } else if (method === "Runtime.exceptionThrown") {
    const { text, exception } = params.exceptionDetails;
    end(exception ? exception.description : text);
  } else if (method === "Runtime.consoleAPICalled") {
    const text = params.args.map((word) => word.value).join(" ");
    console.log(text);
    if (text.startsWith("Error: ")) end("the game raised an error");
  } else if (id !== undefined) {
    waiting[id](result);
  }
}

let rest = "";
output.setEncoding("utf8").on("data", (text) => {
  const messages = (rest + text).split("\0");
  rest = messages.pop();
  messages.forEach((message) => hear(JSON.parse(message)));
});
browser.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
setTimeout(end, 120000, "no end after two minutes");

// The title is that of the game's window as soon as it has one.
const LOOK = `(() => {
  const { left, top } = canvas.getBoundingClientRect();
  return [document.title, left, top];
})()`;

async function look() {
  const { result } = await send("Runtime.evaluate",
    { expression: LOOK, returnByValue: true });
  return result.value || [];
}

async function click(x, y) {
  for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
    await send("Input.dispatchMouseEvent",
      { type, x, y, button: "left", clickCount: 1 });
    await sleep(0.1);
  }
}

server.listen(0, "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  const { targetId } = await send("Target.createTarget",
    { url: "about:blank" });
  session = (await send("Target.attachToTarget",
    { targetId, flatten: true })).sessionId;
  await send("Runtime.enable");
  await send("Page.navigate", { url });
  let [title, left, top] = [];
  do {
    await sleep(1);
    [title, left, top] = await look();
  } while (!title || title === path.basename(folder));
  for (const place of clicks) {
    const [x, y] = place.split(",").map(Number);
    await click(left + x, top + y);
    await sleep(1);
  }
  await sleep(Number(seconds));
  const { data } = await send("Page.captureScreenshot", { format: "png" });
  fs.writeFileSync(picture, Buffer.from(data, "base64"));
  end();
});
