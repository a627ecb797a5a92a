// What the modules of the table's page hand to each other. Messages on the wire are in wire.d.ts.

import type { Card, ChairShown, HandShown, Hint, OpenView, RoomShown, Ruled, TableFrame, ToTable, ViewShown } from "../shared/wire.js";

/** Something to enjoy for a moment, once. */
export interface Moment {
  kind: "trump" | "euchre" | "march" | "alone" | "game";
  /** At the end of a game. */
  winner?: number | null;
  score?: number[];
}

/** What the conductor adds, for which there is no message. */
interface Moments {
  /** The trick is being drawn in. */
  gathering?: boolean;
  /** The hand that is over: its result is shown. */
  hand_over?: HandShown;
  /** The turn-up lies alone. */
  dealt?: boolean;
  /** The cards are being dealt. */
  dealing?: boolean;
  /** The turn-up is being turned over. */
  turning?: boolean;
  /** Something was taken back. */
  undone?: boolean;
  /** What happened and can't be shown any more, in words. */
  missed?: string[];
  moment?: Moment;
  /** The cards that a claim lays down. */
  laid?: { seat: number; cards: Card[] };
  /** All four hands, in a replay. */
  open?: Card[][];
}

/** A view as it is shown. */
export interface ShownView extends ViewShown, Moments {}

/** The parts of a view that are drawn on the table, at a table and in a replay. */
export interface DrawnView extends Omit<OpenView, "seat" | "open">, Moments {}

/** The parts of a frame that have to do with names. */
export interface NamedFrame {
  you: { seat: number | null; next_seat?: number | null };
  room: { chairs: { name: string; bird?: string }[] };
  view: { names: string[] } | null;
}

/** The parts of a frame that are drawn on the table. */
export interface DrawnFrame {
  you: { seat: number | null; next_seat?: number | null };
  room: { rules: RoomShown["rules"]; chairs: (Pick<ChairShown, "kind" | "name" | "away" | "here"> & { bird?: string; waits?: boolean })[] };
  view: DrawnView;
}

/** A frame as it is shown. */
export interface ShownFrame extends Omit<TableFrame, "view"> {
  view: ShownView | null;
}

/** A frame of a game in progress, or of one that is over. */
export interface PlayFrame extends ShownFrame {
  view: ShownView;
}

/** What the teacher said about one decision; without an answer, why there is none yet. */
export interface ShownHint {
  decision: string;
  /** Null while the person chooses between a nudge and all of it. */
  wants: "nudge" | "show" | null;
  answer: Hint | null;
  why: string;
}

/** What the page itself remembers between two frames. */
export interface PageState {
  /** The card that a second tap plays. */
  selected: Card | null;
  /** Cards to exchange, while that is being chosen. */
  exchange: Set<Card> | null;
  alone: boolean;
  /** An answer is awaited. */
  pending: boolean;
  notice: string | null;
  ruling: Ruled | null;
  hint: ShownHint | null;
  /** The sheet that is open, by name. */
  sheet: string | null;
  /** There is no connection. */
  lost: boolean;
  /** The person here gives up the seat. */
  leaves: boolean;
  /** True if the last deal fits its digest, null before there is one. */
  fair: boolean | null;
  /** The same for the draw of this game. */
  fairDraw: boolean | null;
}

/** Something that somebody said: in words, and as a picture if it is one. */
export interface Bubble {
  words: string;
  picture: Element | null;
}

/** The fields of a message besides its kind and its number. */
export type Fields<What extends ToTable["do"]> = Omit<Extract<ToTable, { do: What }>, "do" | "id">;
