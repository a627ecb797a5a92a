// Words put together as English does it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { capital, listed, ordinal, plural } from "../../src/bowerbird/web/static/shared/english.js";

test("places are counted as people count them", () => {
  const said = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal);
  assert.deepEqual(said, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th"]);
});

test("one is one, and everything else is many", () => {
  assert.deepEqual([plural(0, "table"), plural(1, "table"), plural(2, "table")], ["0 tables", "1 table", "2 tables"]);
  assert.equal(plural(2, "person", "people"), "2 people");
});

test("names are listed with an and before the last", () => {
  assert.deepEqual(
    [listed([]), listed(["Ann"]), listed(["Ann", "Betty"]), listed(["Ann", "Betty", "Carl"])],
    ["", "Ann", "Ann and Betty", "Ann, Betty and Carl"],
  );
});

test("a sentence begins with a capital", () => {
  assert.equal(capital("a revoke"), "A revoke");
  assert.equal(capital(""), "");
});
