// What the modules of the table's page hand to each other. Messages on the wire are in wire.d.ts.

import type { Card, HandShown, Ruled, TableFrame, ViewShown } from "./wire.js";

/** A view as it is shown: playback adds moments that no message is about. */
export interface ShownView extends ViewShown {
  /** The trick is being drawn in. */
  gathering?: boolean;
  /** The hand that is over: its result is shown. */
  hand_over?: HandShown;
  /** The turn-up lies alone. */
  dealt?: boolean;
  /** All four hands, in a replay. */
  open?: Card[][];
}

/** A frame as it is shown. */
export interface ShownFrame extends Omit<TableFrame, "view"> {
  view: ShownView | null;
}

/** A frame of a game in progress, or of one that is over. */
export interface PlayFrame extends ShownFrame {
  view: ShownView;
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
}
