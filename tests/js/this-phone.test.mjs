// What a phone remembers about itself: what somebody has said yes to, and nothing that was only opened.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { nameIn, ownPage, phoneNumber, saidYes, sayYes } from "../../src/bowerbird/web/static/desk/phone/this-phone.js";
import "./browser.mjs";

const token = (name, generation = 0) =>
  `night.p${generation}.${Buffer.from(name).toString("base64url")}.sealsealsealsealsealse`;
const mary = token("Mary");
const zoe = token("Zoë O'Neil");

beforeEach(() => {
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
});

test("nobody has said yes before anybody has", () => {
  assert.equal(saidYes(mary), false);
  assert.equal(ownPage(mary), null);
});

test("two people can share a phone, and its page is that of the last one", () => {
  sayYes(mary);
  sayYes(zoe);
  assert.ok(saidYes(mary) && saidYes(zoe));
  assert.equal(ownPage(mary), `/p/${zoe}`);
  sayYes(mary);
  assert.equal(ownPage(zoe), `/p/${mary}`);
  assert.equal(saidYes(token("Mary", 7)), false, "a new link is asked again");
});

test("a phone that was told in an older version is not asked again", () => {
  localStorage.setItem("bowerbird-page night", `/p/${mary}`);
  assert.ok(saidYes(mary));
});

test("a link has the name of its player", () => {
  assert.equal(nameIn(`/p/${mary}`), "Mary");
  assert.equal(nameIn(`https://hall.example/play/${zoe}`), "Zoë O'Neil");
});

test("a phone has one number for an event", () => {
  assert.equal(phoneNumber(mary), phoneNumber(zoe));
});
