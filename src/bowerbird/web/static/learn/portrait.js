// The picture of a player of a reviewed game.

import "../table/birds.js";
import { portraitAt } from "../table/small-table.js";
import { birdsOf } from "./entry.js";

/**
 * @param {import("../shared/wire.js").Review} review
 * @param {number} seat
 */
export function portrait(review, seat) {
  const names = review.people.map(({ name }) => name);
  return portraitAt({ names, birds: birdsOf(review) }, seat, { "aria-hidden": "true" });
}
