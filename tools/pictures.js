// Draws pictures of SVG in a headless Chromium:
//
//   node tools/pictures.js FOLDER FILE.svg ...
//
// Each must be XML, draw something inside its frame, and move if it has an
// animation, as a page of its own and in an <img>. FOLDER gets a picture of each
// file, and all.png.
"use strict";
const fs = require("fs");
const path = require("path");
const { browse } = require("./browse.js");

const [folder, ...files] = process.argv.slice(2);
const url = (file) => "file://" + path.resolve(file);
let checks = 0, failed = 0;

function check(what, yes) {
  checks++;
  if (!yes) failed++;
  console.log(`${yes ? "passed" : "FAILED"}: ${what}`);
}

// What the browser has made of a picture: its size, and how many paths it has,
// how many lie outside, and how many move.
const LOOK = `(() => {
  const root = document.documentElement;
  if (root.nodeName !== "svg" || root.querySelector("parsererror")) return null;
  const box = root.viewBox.baseVal, paths = [...root.querySelectorAll("path")];
  const outside = paths.filter((path) => {
    const { x, y, width, height } = path.getBBox();
    return x < -0.01 || y < -0.01 || x + width > box.width + 0.01
      || y + height > box.height + 0.01;
  });
  return { width: root.width.baseVal.value, height: root.height.baseVal.value,
    paths: paths.length, outside: outside.length,
    moves: root.querySelectorAll("animate").length };
})()`;

// Does the page change after a while?
async function moves(page, picture) {
  await page.shoot(picture);
  const before = fs.readFileSync(picture);
  await page.sleep(1.3);
  await page.shoot(picture);
  return !before.equals(fs.readFileSync(picture));
}

async function alone(page, file) {
  await page.open(url(file));
  await page.until("document.readyState === 'complete'", 9);
  const seen = await page.ask(LOOK);
  check(file, seen && seen.paths > 0 && seen.outside === 0);
  if (!seen) return;
  await page.size(seen.width, seen.height);
  const picture = path.join(folder, path.basename(file, ".svg") + ".png");
  const moving = await moves(page, picture);
  check(`${file} ${seen.moves ? "moves" : "is still"}`,
    moving === seen.moves > 0);
}

async function together(page) {
  const name = path.join(folder, "index.html");
  fs.writeFileSync(name, "<!doctype html><body>" + files.map((file) =>
    `<img src="${url(file)}" width="300">`).join("\n"));
  await page.size(1280, 1800);
  await page.open(url(name));
  await page.until("document.readyState === 'complete'", 9);
  check("all are images", await page.ask(
    "[...document.images].every((image) => image.naturalWidth > 0)"));
  check("images move", await moves(page, path.join(folder, "all.png")));
}

browse(async (page) => {
  fs.mkdirSync(folder, { recursive: true });
  for (const file of files) await alone(page, file);
  await together(page);
  console.log(`${checks - failed} passed, ${failed} failed`);
  if (failed) throw new Error("pictures are not as they should be");
});
