// How large names on the board are: everybody has a place, and every line fits into its tile.

import assert from "node:assert/strict";
import { test } from "node:test";
import { evenPages, lineGrid, SMALLEST, tableGrid } from "../../src/bowerbird/web/static/desk/board/layout.js";
import { ranked, rankedWords } from "../../src/bowerbird/web/static/desk/standings/places.js";

// 16 to 9, a laptop that is a little higher, and a projector of 4 to 3, each without header and footer.
const ROOMS = [
  { width: 1860, height: 856 },
  { width: 1860, height: 859 },
  { width: 1860, height: 1216 },
];
const EMS = [4, 8, 12, 15, 18, 25, 32];

test("each table has a place, and its longest line fits", () => {
  for (const room of ROOMS) {
    for (let count = 1; count <= 64; count++) {
      for (const em of EMS) {
        for (const beside of [0, 96]) {
          const { columns, rows, each, font, big } = tableGrid(count, em, room, beside);
          const said = `${count} tables, ${em} em, ${JSON.stringify(room)}`;
          assert.ok(columns * rows >= each && each > 0, said);
          const tile = (room.width - 16 * (columns - 1)) / columns;
          assert.ok(font * em + beside + (big ? 60 : 122) <= tile + 0.01 + 2 * columns, said);
          const high = (room.height - 10 * (rows - 1)) / rows;
          assert.ok(4 * 1.05 * font + (big ? 124 : 0) <= high, said);
        }
      }
    }
  }
});

test("names of 25 letters are never smaller than can be read, and few tables need one page", () => {
  for (const room of ROOMS) {
    for (let count = 4; count <= 64; count++) {
      for (const em of [8, 12, 15.5, 19]) {
        const { each, font } = tableGrid(count, em, room);
        assert.ok(font >= SMALLEST, `${count} ${em}: ${font}`);
        if (count <= 12 || (count <= 18 && em <= 15.5)) assert.equal(each, count, `${count} ${em}`);
      }
    }
  }
});

test("three columns of fourteen names, fewer where names are long", () => {
  const wanted = { columns: 3, rows: 14, most: 38 };
  const room = { width: 1840, height: 754 };
  assert.equal(lineGrid(10, 244, room, wanted).each, 42);
  assert.equal(lineGrid(18, 244, room, wanted).each, 28);
  assert.equal(lineGrid(60, 244, room, wanted).each, 14);
  for (const em of [5, 10, 18, 30]) {
    const { columns, font } = lineGrid(em, 244, room, wanted);
    assert.ok(font * em + 244 <= (room.width - 22 * (columns - 1)) / columns + 0.01, String(em));
  }
});

test("pages are as even as can be, and nobody is left out", () => {
  for (let count = 1; count < 80; count++) {
    const list = Array.from({ length: count }, (_, at) => at);
    const pages = evenPages(list, 18);
    assert.deepEqual(pages.flat(), list);
    const sizes = pages.map((page) => page.length);
    assert.ok(Math.max(...sizes) <= 18 && Math.max(...sizes) - Math.min(...sizes) < pages.length, String(sizes));
  }
});

test("places that are shared are written with a sign", () => {
  const lines = [1, 2, 2, 4].map((place) => ({ place }));
  assert.deepEqual(lines.map(ranked(lines)), ["1", "2=", "2=", "4"]);
  assert.deepEqual(
    lines.map((line) => rankedWords(lines, line)),
    ["1st", "2=", "2=", "4th"],
  );
});
