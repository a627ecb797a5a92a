// The settings as fields.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, lines } from "./drawn.mjs";

const { settingChoices } = await import("../../src/bowerbird/web/static/shared/setting-choices.js");

test("each setting says what it is about, and each bird stands beside its name", () => {
  const content = settingChoices();
  const told = lines(content);
  assert.deepEqual(told.slice(0, 7), ["Text", "Normal", "Large", "Largest", "Cards", "Normal", "Large"]);
  const birds = all(content, "bird-portrait").map(({ attributes }) => [attributes.bird, attributes.name]);
  assert.ok(birds.length >= 8);
  for (const [bird, name] of birds) {
    assert.equal(name.toLowerCase(), bird);
    assert.match(name, /^[A-Z]/);
    assert.ok(told.includes(name));
  }
  const chosen = all(content, "input").filter(({ attributes }) => "checked" in attributes);
  const asked = all(content, "fieldset").length;
  assert.equal(chosen.length, asked, "one of each is chosen");
  assert.ok(!told.includes("Vibrate at your turn"), "this machine can't");
});

test("the rules played last are offered again, and what can't be read is nothing", async () => {
  const { keepBook, keepHouseRules, keptRules } = await import("../../src/bowerbird/web/static/table/kept-rules.js");
  assert.deepEqual(keptRules(), {});
  keepBook("national");
  const house = { title: "Ours", toml: "x = 1", link: "/house-rules?x=1" };
  keepHouseRules(house);
  assert.deepEqual(keptRules(), { rules: "", house });
  localStorage.setItem("bowerbird-rules", "{");
  assert.deepEqual(keptRules(), {});
});

test("a pace from another edition is the usual one", async () => {
  const { settings } = await import("../../src/bowerbird/web/static/shared/settings.js");
  const { moving } = await import("../../src/bowerbird/web/static/shared/pace.js");
  const usual = moving("gather");
  settings.pace = "slow";
  assert.ok(moving("gather") > usual);
  settings.pace = "of another edition";
  assert.equal(moving("gather"), usual);
});
