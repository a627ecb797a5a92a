// Amounts as people read them.

/**
 * "$5.00".
 * @param {number} cents
 */
export const money = (cents) => `${cents < 0 ? "−" : ""}$${(Math.abs(cents) / 100).toFixed(2)}`;

/**
 * "$5", or "$5.50", where there is little room.
 * @param {number} cents
 */
export const shortMoney = (cents) => money(cents).replace(/\.00$/, "");
