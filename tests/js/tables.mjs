// Frames of a made-up table, with what the pages' logic looks at. South, seat 2, is at this screen.

export const view = (fields = {}) => ({
  phase: "play",
  guarded: true,
  names: ["Nan", "Ed", "Sue", "Walt"],
  dealer: 1,
  turn: 2,
  score: [4, 2],
  markers: [],
  counts: [5, 5, 5, 5],
  hands_played: 3,
  turn_up: null,
  turn_up_is: "gone",
  offered: null,
  calls: [],
  maker: 2,
  trump: "h",
  alone: false,
  lone_defender: null,
  sitting_out: [],
  tricks: [],
  trick: { plays: [], winner: null },
  last_trick: null,
  results: [],
  result: null,
  rulings: [],
  director_asked: null,
  hand: ["Jh", "Ad"],
  actions: [],
  held_back: [],
  plays: [],
  draws: [],
  claims: [],
  discards: [],
  exposed: [[], [], [], []],
  lead_call: null,
  stands_for: null,
  target: 10,
  bell: { started: false, rung: false, ends_at: null },
  waits: "Ed to play.",
  ...fields,
});

/** Four people, all of them here. */
export const chairs = ["Nan", "Ed", "Sue", "Walt"].map((name) => ({ kind: "person", name, away: false, here: true }));

export const frame = (fields = {}, you = { seat: 2 }, room = { paused: false }) => ({
  type: "table",
  seq: 1,
  you: { person: "p", name: "Sue", host: true, saw: 2, ...you },
  room: { chairs, undo: null, ...room },
  view: fields && view(fields),
  talk: [],
});

export const trick = {
  plays: [
    [2, "Jh"],
    [3, "9h"],
    [0, "Th"],
    [1, "Ks"],
  ],
  winner: 2,
};

export const made = (fields = {}) => ({
  dealer: 1,
  outcome: "made",
  maker: 2,
  trump: "h",
  alone: false,
  lone_defender: null,
  tricks: [3, 2],
  points: [1, 0],
  personal: [0, 0, 0, 0],
  ruling: null,
  ...fields,
});
