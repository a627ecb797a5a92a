// What the modules of the desk's pages hand to each other. Messages on the wire are in ../wire.d.ts.

import type { DirectorView, PlayerView, ToDesk } from "../shared/wire.js";

/** Attributes of an element, as `h` takes them. */
export type Attributes = Record<string, string | number | boolean | null | undefined>;

/** A message without its key, of any of its kinds. */
export type Keyless<Message> = Message extends unknown ? Omit<Message, "key"> : never;

/** The desk as its parts see it. */
export interface Desk {
  token: string;
  role: "director" | "helper";
  /** The newest view. There is one once `hasView` is true. */
  readonly view: DirectorView;
  readonly hasView: boolean;
  /** Messages on their way. */
  sending: ToDesk[];
  /** What was typed into fields that are drawn again. */
  typed: Record<string, string>;
  sound: boolean;
  size: string;
  words: string[];
  mood: string;
  /** When that was said, and after which command. */
  saidAt: string;
  saidSeq: number;
  news: boolean;
  room: RoomShown;
  now(): number;
  qr(link: string): string;
  paper(what: string): string;
  file(name: string): string;
  open(name: string, detail?: object): Promise<void>;
  said(): Node[];
  tell(words: string[], mood?: string): void;
  act(body: Keyless<ToDesk>, options?: { after?: string; quiet?: boolean }): Promise<Error | null>;
}

/** How the room is laid out, and which of its tables are shown in full. */
export interface RoomShown {
  /** `out`, `names`, `tables`, or the first table of a page. */
  segment: string;
  page: number;
  layout: { kind: "large" | "wide" | "map"; columns: number; type: number };
  below: { columns: number; rows: number; type: number };
}

/** A view on a phone. */
export type PhoneView = PlayerView;

/** A phone's view, and the messages that are on their way. */
export interface PhoneState {
  view: PhoneView;
  unsent: ToDesk[];
  trouble: boolean;
}

/** What a drawer was opened about: each of them looks at its own fields. */
export interface Detail {
  name?: string;
  round?: number;
  table?: number;
  show?: string;
  find?: string;
  irregularity?: string;
  words?: string;
  answers?: { condition: string; words: string; yes: boolean }[];
  /** Places by hand: who was chosen for each seat, and the places that this is about. */
  order?: string[];
  from?: string;
  /** Somebody is missing: for this round or for good. */
  until?: string;
  /** What a change of the event would change. */
  says?: string[];
  /** The draw: whose each card is. */
  names?: string[];
}

/** A drawer of the desk. `load` reads what its content needs besides the view. */
export interface DrawerPart<Data = null> {
  title(desk: Desk, detail: Detail): string;
  content(desk: Desk, detail: Detail, data: Data | null): unknown;
  load?(desk: Desk, detail: Detail): Promise<Data>;
  wide?: boolean;
  directorOnly?: boolean;
}

/** The fields of a form, by name. */
export type Fields = Record<string, string | number | boolean>;
