// The messages on the wire, made from bowerbird.web.wire by `make types`. A test says so when this file is out of date.

/** A card as people write it: `Jh`, `Ts`, and `B` for the joker. */
export type Card = string;

/** Mark a player absent with no sub. */
export interface AbsentRequest {
  what: "absent";
  name: string;
  key: string;
  meeting?: number;
}

/** Confirm a score. Where the sides differ, the director says whose by `claim`. `phone` is a player's. */
export interface AcceptRequest {
  what: "accept";
  round?: number;
  table?: number;
  claim?: string;
  phone?: string;
  key: string;
}

/** Act in the play. */
export interface ActMessage {
  do: "act";
  id: number;
  fact:
    | OpenFact | DrawFact | ShuffleFact | CutFact | DealFact | TurnUpFact | StandForFact | ExchangeFact | AskNewDealFact | PassFact | OrderFact | NameFact | DiscardFact | DefendAloneFact | GiveBestFact | PlayFact | ClaimRestFact | StartBellFact | EndBellFact | QuitFact | GatherFact | ExposeFact | TakeBackFact | LookAtQuittedFact | MixTricksFact | ClaimFact | ChooseFact | CallLeadFact | RulingFact;
}

/** A button: the fact for the server, and its words. */
export interface Action {
  fact:
    | OpenFact
    | DrawFact
    | ShuffleFact
    | CutFact
    | DealFact
    | TurnUpFact
    | StandForFact
    | ExchangeFact
    | AskNewDealFact
    | PassFact
    | OrderFact
    | NameFact
    | DiscardFact
    | DefendAloneFact
    | GiveBestFact
    | PlayFact
    | ClaimRestFact
    | StartBellFact
    | EndBellFact
    | QuitFact
    | GatherFact
    | ExposeFact
    | TakeBackFact
    | LookAtQuittedFact
    | MixTricksFact
    | ClaimFact
    | ChooseFact
    | CallLeadFact
    | RulingFact;
  words: string;
}

/** Add somebody; `sure` if it is somebody new although the name is nearly known. */
export interface AddMemberRequest {
  what: "add";
  member: MemberForm;
  sure?: boolean;
}

/** One thing to work on: decisions of what kind, mistakes among them, the cost a hand, and the dearest examples. */
export interface Advice {
  kind: string;
  title: string;
  words: string;
  cases: number;
  mistakes: number;
  cost: Mean;
  examples: ExampleAt[];
}

/** The same event again. What is left out stays as it was; the date is then a week later. */
export interface Again {
  key: string;
  title?: string | null;
  date?: string | null;
  start?: string | null;
  place?: string | null;
}

/** Somebody asks the people of a finished game for another one, at a new table. With `swapped`, partners change. */
export interface AgainAsked {
  by: Seat;
  table: string;
  swapped: boolean;
}

/** What comes along, and what can be changed before the event is created. `left_out` are people who don't. */
export interface AgainForm {
  title: string;
  date: string;
  start: string;
  place: string;
  rules: string;
  people: number;
  subs: string[];
  left_out: string[];
  directors: number;
  season: boolean;
  trial: boolean;
}

/** A ruling against a player, with its cost for their side in points, and the cards that prove it. `step` is its place in the replay. */
export interface Against {
  step: number;
  cost: number;
  ruling: Ruled;
  proof: Proof | null;
}

/** Somebody whom a typed name may mean; `same` if only capitals or accents differ. `number` is that of a member who has not entered. `taken` says that a phone is connected. */
export interface Alike {
  name: string;
  same: boolean;
  entered: boolean;
  partner: string;
  number: number;
  taken: boolean;
  here: boolean;
  paid: boolean;
}

/** Every board so far. `digest` commits to all of them; the `seed` is shown when all are open. */
export interface AllBoards {
  total_is: string;
  digest: string;
  seed: string;
  rounds: number;
  desk: boolean;
  boards: BoardShown[];
}

/** The grid of names and rounds, by name. `total_is` is what the totals count. */
export interface AllGames {
  total_is: string;
  rounds: GridHead[];
  lines: GridLine[];
}

/** One entry with its place: `55 points`, `$50`; `now` if it was announced last. */
export interface AnnouncedPlace {
  place: number;
  name: string;
  players: string[];
  total: string;
  prize: string;
  now: boolean;
}

/** The final places for everybody, best first: only those announced. `next` is the number of the place that comes next, 0 after the last, and `hidden` how many entries are to come. `others` are prizes that are not for a place, in words, once every place is announced. */
export interface Announcement {
  places: AnnouncedPlace[];
  next: number;
  hidden: number;
  others: string[];
}

/** The answer to a request. `link` leads on, where there is a new page to go to. */
export interface Answer {
  ok: boolean;
  seq: number;
  says?: string[];
  link?: string;
}

/** Agree to an undo, or refuse. */
export interface AnswerUndoMessage {
  do: "answer-undo";
  id: number;
  agrees: boolean;
}

/** What came of a choice: `right` if the teacher finds none better, the decision as in a review, and the rest. `course` is the hand as bots play it from there, all hands open; its first step is the choice. `points` are those of the hand for the two sides. `then` is what was chosen in the game, if it is known. */
export interface Answered {
  right: boolean;
  decided: Decided;
  course: Step[];
  points: [number, number];
  then: string;
}

/** A player shows a weak hand, and the cards are dealt again, if the rules allow it. */
export interface AskNewDealFact {
  fact: "ask-new-deal";
  seat: Seat;
  reason: "ace with no face" | "farmer's hand" | "no ace no face" | "only nines and tens";
}

/** Let somebody who sits out take a missing player's chair, for this round or for good. `worth` is what the games are worth that the missing player misses; left out, as the rulebook says. */
export interface AwayRequest {
  what: "away";
  name: string;
  by: string;
  until?: "for good" | "next round";
  worth?: "" | "nothing" | "sit-out";
  key: string;
}

/** The sum of a person's payments and payouts, in cents. */
export interface Balance {
  name: string;
  cents: number;
}

/** Ring the bell for the end of play. */
export interface BellRequest {
  what: "bell";
  key: string;
}

/** The bell of a timed game. */
export interface BellShown {
  started: boolean;
  rung: boolean;
  ends_at: number | null;
}

/** The bird that is your picture; empty for initials. */
export interface BirdGiven {
  bird: string;
}

/** Block the person in a seat: what they say is not shown, and the lobby never seats you together. */
export interface BlockMessage {
  do: "block";
  id: number;
  seat: Seat;
}

/** One board: the points of the hand, or without one its adjusted score, North-South first: an average plus is 1. */
export interface BoardForm {
  board: number;
  ns?: number;
  ew?: number;
  adjusted?: [-1 | 0 | 1, -1 | 0 | 1] | null;
}

/** The cards of a board as people read them, North first; the turn-up, and the cards under it. */
export interface BoardHands {
  hands: string[][];
  turn_up: string;
  kitty: string[];
}

/** One board of a score. `adjusted` are averages without a hand that counts, North-South first: plus is 1. */
export interface BoardPoints {
  board: number;
  ns: number;
  ew: number;
  adjusted: [number, number] | null;
}

/** A board at one table. `worth` is the difference for North-South and for East-West, as people write it. `adjusted` are averages without a hand that counts. `fouled` if the cards were not those that were dealt. */
export interface BoardResult {
  round: number;
  table: number;
  names: [string, string];
  ns: number;
  ew: number;
  adjusted: [number, number] | null;
  worth: [string, string];
  others: number;
  fouled: boolean;
  online: boolean;
}

/** One board. Before it is `open`, only the desk sees its results. `since` is the round from which it was fouled. */
export interface BoardShown {
  board: number;
  dealer: string;
  open: boolean;
  played: number;
  of: number;
  since: number;
  results: BoardResult[];
  cards: BoardHands | null;
}

/** The board and the public page. */
export interface BoardView {
  seq: number;
  now: number;
  clock: ClockShown;
  turn: number;
  title: string;
  place: string;
  date: string;
  start: string;
  rules: RulesNamed;
  trial: boolean;
  phase: "between" | "closed" | "entry" | "over" | "play-offs" | "round";
  meeting: MeetingShown | null;
  round: RoundNow | null;
  here: number;
  entered: number;
  sign_up: string | null;
  standings: Standings;
  tables: PublicTable[];
  sitting_out: string[];
  results: ResultLine[];
  moves: string;
  marks: MarksShown;
  prizes: PrizeOffered[];
  prizes_for: number;
  announced: Announcement | null;
}

/** The boards of a duplicate event: whether they are dealt, and their fingerprint for everybody to keep. */
export interface BoardsDealt {
  dealt: boolean;
  digest: string;
}

/** The points that a team gains on a board, on average, and the standard error of that. Both to two decimals. */
export interface BoardsMean {
  boards: number;
  mean: number;
  error: number;
}

/** A rulebook in the list. */
export interface BookLine {
  name: string;
  title: string;
  about: string;
}

/** The number of calls and cards a bot played for you while you were away. */
export interface BotDid {
  calls: number;
  cards: number;
}

/** The parts of the points of one hand, or of a whole game, for North and South. They add up to `points`. `skill` is by seat and for the player's own side: minus 0.3 is what the decisions of West cost West. `bots` is what bots gave or lost for players who were away. `rules` are points that nobody made by playing: points over the target that don't count, and rulings that name no player. */
export interface Breakdown {
  points: number;
  average: Estimate;
  deal: Estimate;
  skill: [Estimate, Estimate, Estimate, Estimate];
  bots: Estimate;
  fall: Estimate;
  rules: number;
}

/** A call of this hand, in the club's words. */
export interface CallHeard {
  seat: Seat;
  words: string;
  fact: PassFact | OrderFact | NameFact;
}

/** After a mistake, an opponent names the suit that the offending side must lead next. */
export interface CallLeadFact {
  fact: "call-lead";
  seat: Seat;
  suit?: Suit | null;
}

/** One side's card, without the score; pairs in seat order. Without `personal`, it follows from the rest. */
export interface CardForm {
  euchred?: number;
  failed_alone?: number;
  revokes?: number;
  marches?: number;
  loners?: [number, number];
  personal?: [number, number] | null;
}

/** One round of a card. `total` is the total after it; a score that does not count yet has no worth. */
export interface CardGame {
  round: number;
  name: string;
  status: "absent" | "disputed" | "open" | "played" | "sat out" | "stood down" | "waiting";
  counts: boolean;
  table: number;
  seat: string;
  partner: string;
  against: string[];
  own: number | null;
  theirs: number | null;
  outcome: "" | "lost" | "tied" | "won";
  worth: string;
  total: string;
  loners: number;
  sub: string;
  plays_for: string;
  earlier: EarlierScore[];
  rulings: string[];
}

/** Money of the person, in cents: below zero it was paid in. `sure` is false for a prize before the end. */
export interface CardMoney {
  words: string;
  cents: number;
  sure: boolean;
}

/** A ruling about the person: the round it was given in, and the reason if it was overruled. */
export interface CardRuling {
  round: number;
  words: string;
  overruled: string;
}

/** What one side's card says besides the points. */
export interface CardShown {
  euchred: number;
  failed_alone: number;
  revokes: number;
  marches: number;
  loners: [number, number];
  personal: [number, number] | null;
}

/** One person's week. */
export interface CellShown {
  status: string;
  points: string;
  loners: number;
  euchres: number;
  sub: string;
  provisional: boolean;
  games: number;
}

/** A chair. `level` is that of its bot, `before` the name of the person it can be given back to. `bird` is the picture: the bot's own, or the one that the person has chosen; empty for initials. With `waits`, the person took the chair in the middle of a hand: a bot plays it out, and they play from the next hand on. */
export interface ChairShown {
  kind: "bot" | "empty" | "person";
  name: string;
  level: string;
  before: string;
  away: boolean;
  here: boolean;
  bird: string;
  waits: boolean;
}

/** The page of the online table. */
export interface ChairTaken {
  link: string;
}

/** Everything about a running event that can be changed, with its value now. */
export interface ChangeForm {
  title: string;
  place: string;
  date: string;
  start: string;
  settings: OpenSetting[];
  prizes: Prizes;
  money: MoneyRules;
}

/** Somebody on the list as they are to be from now on. */
export interface ChangeMember {
  name: string;
  spoken?: string;
  phone?: string;
  born?: number;
  zone?: string;
  partner?: number;
  number: number;
}

/** Change the event while it runs: title, rounds, location, time, and settings of its rulebook by their keys. Anything that is left out stays. Money and the worth of sitting out count for the whole event; minutes and rounds for what is to come. */
export interface ChangeRequest {
  what: "change";
  title?: string | null;
  rounds?: number | null;
  place?: string | null;
  date?: string | null;
  start?: string | null;
  settings?: Record<string, boolean | number | string | number[] | Record<string, number | number[]>>;
  key: string;
}

/** Change somebody. */
export interface ChangedMemberRequest {
  what: "change";
  member: ChangeMember;
}

/** Check people in, or take the tick back. By name, everybody who has not been seen, or the same people as at the last meeting. */
export interface CheckInRequest {
  what: "check-in";
  names: string[] | "all" | "same as last time";
  here?: boolean;
  key: string;
  meeting?: number;
}

/** The result of a check. `why` is the problem, if there is one. */
export interface Checked {
  ok: boolean;
  name?: string;
  title?: string;
  why?: string;
}

/** A decision that a movement leaves to the director, with words for the form. `options` are values with their words, the usual one first; a choice without any is a switch. With `each_table` the options are the two winners at each table. */
export interface Choice {
  name: string;
  label: string;
  when: "first round" | "later rounds" | "new meeting" | "rotation complete";
  options: [string, string][];
  each_table: boolean;
}

/** Your choice in a position: its place in the list of choices, from 0. */
export interface ChoiceGiven {
  choice: number;
}

/** One choice, in words; with its card if it is one. A call may be one to make `alone`. */
export interface ChoiceOffered {
  words: string;
  card: Card | null;
  alone: boolean;
}

/** After a proved revoke, the other side chooses between the score as played and the points. */
export interface ChooseFact {
  fact: "choose";
  seat: Seat;
  choice: "add points" | "as played" | "take points";
}

/** A player reports a mistake. It isn't allowed if nothing shows that it happened. */
export interface ClaimFact {
  fact: "claim";
  seat: Seat;
  irregularity:
    | "call out of turn"
    | "call without the card"
    | "card exposed"
    | "card exposed in the deal"
    | "card faced in the pack"
    | "card not played singly"
    | "discard forgotten"
    | "imperfect pack"
    | "lead out of turn"
    | "play out of turn"
    | "quitted trick turned up"
    | "revoke"
    | "signal"
    | "tricks mixed"
    | "turn-up before the bell"
    | "turned-down suit named"
    | "wrong dealer"
    | "wrong number of cards";
  offender: Seat;
}

/** Say whose phone this is: from a table's card, by your own link, or from the sign-up page. By your own link, `name` is yours. */
export interface ClaimRequest {
  what: "claim";
  name: string;
  phone?: string;
  key: string;
}

/** A player who is certain of all remaining tricks claims them. Not at a real table, where the hand is played out. The other players play their lowest legal cards. */
export interface ClaimRestFact {
  fact: "claim-rest";
  seat: Seat;
  cards: Card[];
}

/** A score as one person gave it. */
export interface ClaimShown {
  by: string;
  ns: number;
  ew: number;
}

/** An irregularity that a player can report, in words. */
export interface Claimable {
  irregularity:
    | "call out of turn"
    | "call without the card"
    | "card exposed"
    | "card exposed in the deal"
    | "card faced in the pack"
    | "card not played singly"
    | "discard forgotten"
    | "imperfect pack"
    | "lead out of turn"
    | "play out of turn"
    | "quitted trick turned up"
    | "revoke"
    | "signal"
    | "tricks mixed"
    | "turn-up before the bell"
    | "turned-down suit named"
    | "wrong dealer"
    | "wrong number of cards";
  words: string;
}

/** The claim that ended the last hand: the cards in the order in which they took their tricks. */
export interface Claimed {
  seat: Seat;
  cards: Card[];
}

/** Take everyone off the list who signed up by the sign-up link and isn't here. */
export interface ClearSignUpsRequest {
  what: "clear-sign-ups";
  key: string;
}

/** Start, pause or resume the round's clock, or add minutes. */
export interface ClockRequest {
  what: "clock";
  do: "add" | "pause" | "resume" | "start";
  minutes?: number;
  key: string;
}

/** The round's clock. Moments are in milliseconds since 1970, `left` in seconds. */
export interface ClockShown {
  state: "off" | "over" | "paused" | "ready" | "rung" | "running";
  ends_at: number | null;
  left: number | null;
  started_at: number | null;
  minutes: number;
  says: string[];
  games_fit: number | null;
  next: string;
}

/** Close the meeting, with the round in progress. */
export interface CloseRequest {
  what: "close";
  unfinished?: "counted" | "not counted";
  key: string;
}

/** Close the round in progress and seat nobody yet. */
export interface CloseRoundRequest {
  what: "close-round";
  unfinished?: "counted" | "not counted" | null;
  key: string;
}

/** What the coach says before a decision; empty if there is nothing to say. */
export interface CoachSays {
  says: string;
}

/** A join code. */
export interface CodeGiven {
  code: string;
}

/** Write down the coins of tied entries. */
export interface CoinsRequest {
  what: "coins";
  coins: Record<string, "heads" | "tails">;
  key: string;
}

/** Play again after your time has run out too often. */
export interface ComeBackMessage {
  do: "come-back";
  id: number;
}

/** The results of a day by points for the people's side: how many had each, from the worst to the best. */
export interface Compared {
  points: number[];
  counts: number[];
  mean: number | null;
}

/** Replace a score that was already given, in this round or an older one. Without `cards` the rest of the card stays as it was. `stopped` says whether the game was stopped before its end; left out, it stays so while the score isn't that of a whole game. */
export interface CorrectRequest {
  what: "correct";
  ns: number;
  ew: number;
  round?: number;
  table?: number;
  cards?: [CardForm, CardForm] | null;
  lost_by?: Side | "EW" | "NS" | null;
  last_dealer?: Seat | "E" | "N" | "S" | "W" | null;
  boards?: BoardForm[];
  reason?: string;
  stopped?: boolean | null;
  key: string;
}

/** A person's credits besides the points. */
export interface Credit {
  name: string;
  loners: number;
  euchres: number;
}

/** The player on the dealer's right cuts the deck. */
export interface CutFact {
  fact: "cut";
  seat: Seat;
  at: number;
}

/** Write down a cut that was made at a table. */
export interface CutRequest {
  what: "cut";
  table: number;
  purpose: "deal" | "move";
  cards: Record<string, string>;
  key: string;
}

/** One day for one person. Before they have played, or the day is over, there are no results. `table` is where they play or have played. `points` are for the side of the people, and `cost` is what the teacher thinks their decisions have lost. `named` are the results of people with a saved name, `guests` those of others: a guest can be the same person twice, so only the first are compared. `anchor` is the end of the chain, `number` the day's number in it, and `link` its link once the day is over. Without an anchor, that day had no daily hand. */
export interface DailyShown {
  day: string;
  when: "future" | "past" | "today";
  dealer: Seat;
  rules: string;
  table: string;
  points: number | null;
  cost: number | null;
  master: number | null;
  named: Compared | null;
  guests: Compared | null;
  first: string | null;
  anchor: string;
  number: number;
  link: string;
}

/** Deal the boards of a duplicate event, so that they can be printed. Otherwise they are dealt with the seats. */
export interface DealBoardsRequest {
  what: "deal-boards";
  key: string;
}

/** The cards are dealt. */
export interface DealFact {
  fact: "deal";
  packets: [string, string, string, string];
  by?: Seat | null;
}

/** A past deal with its secret. */
export interface DealShown {
  hand: number;
  digest: string;
  secret: string;
  words: string[];
}

/** Say who has the deal now, if it is not the player whose turn it was. */
export interface DealsRequest {
  what: "deals";
  name: string;
  key: string;
  table: number;
}

/** One decision. `step` is its place in the replay; `cost` is what it lost, in points: nothing if it was as good. `scene` is the table as the seat saw it; `options` are all choices, the teacher's first. `stood_in` is true if a bot decided for a player who was away. `by` is the name of a bot that sat down during the game; empty for the player who had the seat at the start. */
export interface Decided {
  step: number;
  hand: number;
  seat: Seat;
  kind: "call" | "discard" | "play";
  did: string;
  best: string;
  verdict: "as good" | "behind" | "best" | "mistake";
  cost: number;
  why: string;
  scene: Scene;
  options: ReviewedChoice[];
  stood_in: boolean;
  by: string;
}

/** An opponent of a lone hand defends alone, so that player's partner sits out, too. */
export interface DefendAloneFact {
  fact: "defend-alone";
  seat: Seat;
}

/** Delete everything: your passphrase if you have one, and `sure`. */
export interface Deleting {
  sure: boolean;
  passphrase?: string;
}

/** What the director can announce: the next place with its names, or everything from `many` down in one step. `written` is the next place as people write it, `7=` if it is shared. */
export interface DeskAnnouncement {
  held: boolean;
  next: number;
  written: string;
  says: string;
  many: number;
  last: number;
  hidden: number;
}

export type DeskView = DirectorView | PlayerView | TableCardView | SignUpView | BoardView | NoNews;

/** One setting in two rulebooks. */
export interface Difference {
  title: string;
  key: string;
  a: string;
  b: string;
}

/** A director: the name in their links, the one for people, and whether it is you. The first may remove others. */
export interface DirectorShown {
  name: string;
  called: string;
  you: boolean;
}

/** The desk of the director and of a helper. */
export interface DirectorView {
  seq: number;
  now: number;
  clock: ClockShown;
  turn: number;
  title: string;
  place: string;
  date: string;
  start: string;
  rules: RulesNamed;
  trial: boolean;
  phase: "between" | "closed" | "entry" | "over" | "play-offs" | "round";
  meeting: MeetingShown | null;
  round: RoundNow | null;
  standings: Standings;
  role: "director" | "helper";
  people: PersonShown[];
  here: number;
  only_signed_up: number;
  tables: TableTile[];
  sitting_out: string[];
  list: NeedsAttention[];
  next: NextStep;
  rounds: RoundShown[];
  past: PastMeeting[];
  needs: ScoreNeeds;
  prizes: PrizeShown[];
  split: string;
  fifty_fifty: number;
  ledger: PostingShown[];
  door: DoorShown | null;
  balances: Record<string, number>;
  ties: TieShown[];
  undo: UndoOffered | null;
  news: NewsShown | null;
  plan_says: string;
  checklist: string[];
  rulings: RulingShown[];
  links: LinksShown;
  directors: DirectorShown[];
  settings: Settings;
  announcing: DeskAnnouncement;
  season: string;
  choices: Choice[];
  entry: EntryNeeds;
  plan: PlanShown | null;
  ranks: string[];
  lines: string[];
  pivot: boolean;
  moves: string;
  boards: BoardsDealt | null;
  sheets: SheetOffered[];
}

/** The dealer, or a lone player who was given a card, discards one face down. */
export interface DiscardFact {
  fact: "discard";
  seat: Seat;
  card: Card;
}

/** Say that a score is wrong. */
export interface DisputeRequest {
  what: "dispute";
  round?: number;
  table?: number;
  reason?: string;
  key: string;
}

/** The till of this meeting, in cents: the fee of one person, what was paid so far, and who has come unpaid. `short` is what the pots count on and nobody ticked as paid, over all meetings. */
export interface DoorShown {
  fee: number;
  paid: number;
  till: number;
  owing: string[];
  short: number;
}

/** A card comes to a seat, face up, in the draw for partners and dealer. */
export interface DrawFact {
  fact: "draw";
  seat: Seat;
  card: Card;
}

/** Enter the cards that were really shown at a table before its game, in the order in which they were shown. They decide what the rules say: who deals, who is the pivot and the first partner, who plays with whom. */
export interface DrawRequest {
  what: "draw";
  table: number;
  cards: [string, string][];
  key: string;
}

/** The commitment to the draw of this game. Until the cards are drawn, the secret and the words are empty. */
export interface DrawShown {
  game: number;
  digest: string;
  secret: string;
  words: string[];
}

/** A score that was corrected, own points first, and why. */
export interface EarlierScore {
  own: number;
  theirs: number;
  why: string;
}

/** The bell rings to end a timed game. */
export interface EndBellFact {
  fact: "end-bell";
}

/** Members to enter in an event, by number; without numbers, everybody who can enter. */
export interface EnterMembers {
  key: string;
  numbers?: number[];
  here?: boolean;
}

/** Enter people or pairs; `here` checks them in at once. `sure` says that these are new people, also where a name is nearly that of somebody else. */
export interface EnterRequest {
  what: "enter";
  people: EntryForm[];
  here?: boolean;
  phone?: string;
  sure?: boolean;
  key: string;
}

/** One person, or a pair, on an entry form. */
export interface EntryForm {
  name: string;
  partner?: string;
  zone?: string;
  born?: number;
  born_partner?: number;
  of_age?: boolean;
}

/** What an entry consists of, and whether some people keep their seats. */
export interface EntryNeeds {
  unit: "pairs" | "people" | "people or pairs";
  minimum_age: number;
  zones: boolean;
  zone_word: string;
  sitting_players: boolean;
}

/** What to erase, and your passphrase if you have one. */
export interface Erasing {
  kind: string;
  passphrase?: string;
}

/** A figure in points, with its standard error. */
export interface Estimate {
  value: number;
  error: number;
}

/** One of your events. `directors` are the names of all directors; `again` is the page to hold it again. */
export interface EventLine {
  event: string;
  link: string;
  title: string;
  rules: string;
  place: string;
  date: string;
  trial: boolean;
  people: number;
  phase: string;
  progress: "coming" | "over" | "running";
  directors: string[];
  again: string;
}

/** A new event, and the link to its desk. */
export interface EventMade {
  event: string;
  link: string;
}

/** A mistake: its kind, step in the replay, hand and cost, what was done, what was best, and the cards held. */
export interface Example {
  kind: string;
  step: number;
  hand: number;
  cost: number;
  did: string;
  best: string;
  cards: string[];
}

/** An example with the place of its game. */
export interface ExampleAt {
  table: string;
  game: number;
  example: Example;
}

/** A player exchanges three cards of a weak hand for the three under the turn-up, if the rules allow it. */
export interface ExchangeFact {
  fact: "exchange";
  seat: Seat;
  cards: [Card, Card, Card];
}

/** The people with reserved chairs at an event's table, and when bots will fill the empty ones. */
export interface ExpectedShown {
  names: [string, string, string, string];
  bots_at: number | null;
  closed: string;
}

/** A card is shown without being played: dropped, named, or played together with another. */
export interface ExposeFact {
  fact: "expose";
  seat: Seat;
  card: Card;
}

export type Fact =
  | OpenFact
  | DrawFact
  | ShuffleFact
  | CutFact
  | DealFact
  | TurnUpFact
  | StandForFact
  | ExchangeFact
  | AskNewDealFact
  | PassFact
  | OrderFact
  | NameFact
  | DiscardFact
  | DefendAloneFact
  | GiveBestFact
  | PlayFact
  | ClaimRestFact
  | StartBellFact
  | EndBellFact
  | QuitFact
  | GatherFact
  | ExposeFact
  | TakeBackFact
  | LookAtQuittedFact
  | MixTricksFact
  | ClaimFact
  | ChooseFact
  | CallLeadFact
  | RulingFact;

/** The digest of the next deal, the last deal whose secret was shown, and the draw of this game if there was one. `your_words_wanted` is about the draw until its secret is shown, then about the deal. */
export interface Fair {
  hand: number;
  digest: string;
  last: DealShown | null;
  your_words_wanted: boolean;
  draw: DrawShown | null;
}

/** Write down the 50-50 draw: what the tickets brought, in cents, and who won. 0 takes it back. */
export interface FiftyFiftyRequest {
  what: "fifty-fifty";
  taken: number;
  winner?: string;
  key: string;
}

/** End the event: close what is open, and make the places final. */
export interface FinishRequest {
  what: "finish";
  unfinished?: "counted" | "not counted";
  key: string;
}

/** A whole game: all of it, and hand by hand. `start` is the lead of North and South before the first hand. */
export interface Fortune {
  start: number;
  game: Breakdown;
  hands: Breakdown[];
}

/** Say that the cards of a board were mixed up: tables in the room had other cards from that round on. With no round, the board was right after all. */
export interface FoulBoardRequest {
  what: "foul-board";
  board: number;
  since: number;
  reason?: string;
  key: string;
}

/** A known person to be asked to the table where you sit. */
export interface FriendInvited {
  note: number;
  table: string;
}

/** A link for people you know. It is good for seven days. */
export interface FriendLink {
  link: string;
}

/** The last part of a link that somebody has sent you. */
export interface FriendLinkGiven {
  link: string;
}

/** The name of the person you know now. */
export interface FriendMet {
  name: string;
}

/** A person you know: the number that stands for them, their name, and if they are here. */
export interface FriendShown {
  note: number;
  name: string;
  here: boolean;
}

export type FromTable = TableFrame | Reply | Trouble;

/** The place of a game: its table, and its number there. */
export interface GameAt {
  table: string;
  game: number;
}

/** A game that has just ended, and whose mistakes are still to be kept. */
export interface GameAwaited {
  table: string;
  game: number;
}

/** A game at a table by its number, from 1. */
export interface GameNamed {
  game: number;
}

/** The result of a game. */
export interface GameResult {
  score: [number, number];
  winner: Side | null;
  ended_by: "bell" | "hands" | "points" | "ruling";
}

/** One finished game. `you` is your seat, if you played in it. A game in which something was undone after a player saw new cards, or a player was `hinted`, is not `rated`. */
export interface GameSteps {
  game: number;
  games: number;
  you: Seat | null;
  rated: boolean;
  hinted: boolean;
  room: RoomReplayed;
  steps: Step[];
}

/** A game of the owner's sitting, and the partner in it; `now` is the game in progress. */
export interface GameWith {
  name: string;
  partner: string;
  now: boolean;
}

/** The tricks are counted and the cards gathered. After this, nobody can claim anything about the hand. */
export interface GatherFact {
  fact: "gather";
  seat: Seat;
}

/** Give a bot's chair back to the person it replaced. */
export interface GiveBackMessage {
  do: "give-back";
  id: number;
  seat: Seat;
}

/** The partner of a lone player hands over one card, if the rules have *partner's best*. */
export interface GiveBestFact {
  fact: "give-best";
  seat: Seat;
  card: Card;
}

/** One game of one line. `sub` played in it; `corrected` if an earlier score was replaced. */
export interface GridCell {
  status: "absent" | "disputed" | "open" | "played" | "sat out" | "stood down" | "waiting";
  table: number;
  own: number | null;
  theirs: number | null;
  outcome: "" | "lost" | "tied" | "won";
  worth: string;
  sub: string;
  corrected: boolean;
}

/** A round: its number, its name, and a short one for the head of a column. */
export interface GridHead {
  round: number;
  name: string;
  short: string;
}

/** Everybody's row. `place` is empty before there is one. */
export interface GridLine {
  name: string;
  players: string[];
  place: string;
  total: string;
  cells: GridCell[];
}

/** Write down a hand of a game in progress: who made trump, and how many tricks that side took. */
export interface HandRequest {
  what: "hand";
  maker: string;
  tricks: number;
  alone?: boolean;
  key: string;
  table: number;
}

/** The result of a hand. `ruling` is the place of the ruling that ended it. */
export interface HandShown {
  dealer: Seat;
  outcome: "euchre" | "made" | "march" | "new deal" | "ruled" | "thrown in";
  maker: Seat | null;
  trump: string | null;
  alone: boolean;
  lone_defender: Seat | null;
  tricks: [number, number];
  points: [number, number];
  personal: [number, number, number, number];
  ruling: number | null;
}

/** A call that you may not make, with the reason. */
export interface HeldBack {
  fact:
    | OpenFact
    | DrawFact
    | ShuffleFact
    | CutFact
    | DealFact
    | TurnUpFact
    | StandForFact
    | ExchangeFact
    | AskNewDealFact
    | PassFact
    | OrderFact
    | NameFact
    | DiscardFact
    | DefendAloneFact
    | GiveBestFact
    | PlayFact
    | ClaimRestFact
    | StartBellFact
    | EndBellFact
    | QuitFact
    | GatherFact
    | ExposeFact
    | TakeBackFact
    | LookAtQuittedFact
    | MixTricksFact
    | ClaimFact
    | ChooseFact
    | CallLeadFact
    | RulingFact;
  words: string;
  why: string;
}

/** What the decision turns on (`nudge`), what the teacher would do, and the choices that are as good. `options` are all choices as the review will show them. Of a person who wanted a nudge only, `best` is None. */
export interface Hint {
  nudge: string;
  best: HintedChoice | null;
  as_good: HintedChoice[];
  options: ReviewedChoice[];
}

/** What a person wants to know. */
export interface HintRequest {
  how: "nudge" | "show";
}

/** A choice of the teacher: the facts that come to the same thing, the words, the worth in points, the reason. */
export interface HintedChoice {
  facts:
    | (OpenFact | DrawFact | ShuffleFact | CutFact | DealFact | TurnUpFact | StandForFact | ExchangeFact | AskNewDealFact | PassFact | OrderFact | NameFact | DiscardFact | DefendAloneFact | GiveBestFact | PlayFact | ClaimRestFact | StartBellFact | EndBellFact | QuitFact | GatherFact | ExposeFact | TakeBackFact | LookAtQuittedFact | MixTricksFact | ClaimFact | ChooseFact | CallLeadFact | RulingFact)[];
  words: string;
  worth: number;
  why: string;
}

/** A command in the record: when, by whom, in words, and whether it was undone. */
export interface HistoryLine {
  seq: number;
  at: number;
  time: string;
  by: string;
  words: string[];
  undone: boolean;
}

/** One person of a list. `near` is the number of somebody on the list who may be the same person. */
export interface ImportLine {
  line: number;
  name: string;
  state: "known" | "near" | "new" | "wrong";
  words: string;
  near: number;
  near_name: string;
}

/** A list to import. `same` answers whether a name is somebody on the list: that number, or 0. */
export interface ImportMembers {
  text?: string;
  event?: string;
  same?: Record<string, number>;
}

/** A list as it would be taken over. With anything wrong in it, nothing is. */
export interface ImportPreview {
  lines: ImportLine[];
  not_read: string[];
  new: number;
  known: number;
  near: number;
  wrong: number;
}

/** What an import did. */
export interface ImportedMembers {
  says: string;
}

/** Somebody asks you to come to a table. */
export interface InvitationShown {
  name: string;
  link: string;
}

/** An irregularity, in the club's words. */
export interface Irregular {
  irregularity: string;
  words: string;
}

/** One kind of what is kept about you: the number of its facts, when they are from, and who can see it. `stays` says why it can't be erased; it is empty if it can. */
export interface KeptLine {
  kind: string;
  title: string;
  words: string;
  seen_by: string;
  stays: string;
  facts: number;
  first: number;
  last: number;
}

/** A season's people, the best first. */
export interface Ladder {
  title: string;
  lines: LadderLine[];
}

/** One person: the rating, how far the true strength may be away, and the games it comes from. */
export interface LadderLine {
  name: string;
  points: number;
  doubt: number;
  games: number;
  provisional: boolean;
}

/** Whether everyone who has a season's public link sees its ladder. */
export interface LadderSwitch {
  shown: boolean;
}

/** Mark a player as expected later. */
export interface LateRequest {
  what: "late";
  name: string;
  key: string;
  meeting?: number;
}

/** The opponents' right to name the suit of this side's next lead; once named, `suit` must be led. The one who plays last to that trick names it, or `either` of them. */
export interface LeadCall {
  side: Side;
  suit: Suit | null;
  named: boolean;
  either: boolean;
}

/** Mark a player, or a sub, as gone home. */
export interface LeftRequest {
  what: "left";
  name: string;
  worth?: "" | "nothing" | "sit-out";
  key: string;
  meeting?: number;
}

/** What is said of an action. One that isn't legal has the engine's own reason, and more words if there are any. */
export interface LessonAnswer {
  fact:
    | OpenFact
    | DrawFact
    | ShuffleFact
    | CutFact
    | DealFact
    | TurnUpFact
    | StandForFact
    | ExchangeFact
    | AskNewDealFact
    | PassFact
    | OrderFact
    | NameFact
    | DiscardFact
    | DefendAloneFact
    | GiveBestFact
    | PlayFact
    | ClaimRestFact
    | StartBellFact
    | EndBellFact
    | QuitFact
    | GatherFact
    | ExposeFact
    | TakeBackFact
    | LookAtQuittedFact
    | MixTricksFact
    | ClaimFact
    | ChooseFact
    | CallLeadFact
    | RulingFact;
  right: boolean;
  legal: boolean;
  says: string;
}

/** A lesson in the list. */
export interface LessonLine {
  name: string;
  title: string;
  about: string;
}

/** A lesson with all its steps. */
export interface LessonShown {
  name: string;
  title: string;
  number: number;
  rules: RulesNamed;
  end: string;
  next: string;
  steps: LessonStep[];
}

/** One step of a lesson. `frame` is the table at the question, `after` the table after the right answer. */
export interface LessonStep {
  scene: number;
  says: string;
  asks: string;
  answers: LessonAnswer[];
  picks: Picked[];
  cards: Card[];
  frame: TableFrame;
  after: TableFrame | null;
}

/** One person's season. */
export interface LineShown {
  place: number;
  name: string;
  total: string;
  average: string;
  loners: number;
  euchres: number;
  weeks: (CellShown | null)[];
  counted: number[];
  provisional: boolean;
}

/** The addresses of an event's pages. A helper gets none of them. */
export interface LinksShown {
  origin?: string;
  director?: string;
  helper?: string;
  invitation?: string;
  public?: string;
  board?: string;
  sign_up?: string;
  tables?: Record<string, string>;
  players?: Record<string, string>;
}

/** Whether you want to be on the list of ratings, with your name. */
export interface ListingGiven {
  listed: boolean;
}

/** The lobby as one person sees it. `yours` is the link of the table where you sit in a game or wait for one. */
export interface LobbyShown {
  looking: string[];
  tables: LobbyTable[];
  friends: FriendShown[];
  invitations: InvitationShown[];
  blocked: PersonBlocked[];
  yours: string;
}

/** A public table with a free seat. `waits` is true before the game, `hands` counts the finished ones. `seats` are the names of people from North on, empty for free seats and bots. */
export interface LobbyTable {
  table: string;
  link: string;
  title: string;
  names: string[];
  seats: string[];
  free: number;
  waits: boolean;
  score: [number, number];
  hands: number;
  turn_clock: number;
}

/** A player turns a quitted trick face up. */
export interface LookAtQuittedFact {
  fact: "look-at-quitted";
  seat: Seat;
}

/** Count one thing on the card of a game in progress, where its hands are not written down. */
export interface MarkCardRequest {
  what: "mark";
  happened: "euchred" | "failed alone" | "loner" | "march" | "revoke";
  name: string;
  key: string;
  table: number;
}

/** A score as it lies on the table. `cards` are from bottom to top; pegs are the filled holes of ten or eleven. */
export interface Marker {
  style: "numbers" | "peg board" | "three and two" | "two fives";
  score: number;
  words: string;
  cards: MarkerCard[];
  crossed: boolean;
  pegs: number;
}

/** One of the two cards that keep the score: which spot card, which way up, and how many of its pips show. */
export interface MarkerCard {
  spots: number;
  face_up: boolean;
  pips_shown: number;
}

/** The marks beside names: the lines of teams, North-South first; the pivot, who deals; players who keep a seat. */
export interface MarksShown {
  lines: [string, string] | null;
  pivot: boolean;
  sitting: string[];
}

/** What the phone may do now, and why not more. */
export interface May {
  enter: boolean;
  accept: boolean;
  dispute: boolean;
  why: string;
}

/** Your id and name, and the bird that is your picture; empty for initials. */
export interface Me {
  person: string;
  name: string;
  bird: string;
}

/** A mean, and how far away the true one may be nineteen times in twenty. */
export interface Mean {
  value: number;
  doubt: number;
}

/** The meeting in progress, or the last one. */
export interface MeetingShown {
  number: number;
  name: string;
  next: string;
  of: number;
  several: boolean;
  closed: boolean;
  date: string;
  games: number;
}

/** What was done; or not yet, because these people may be meant. */
export interface MemberAnswer {
  ok: boolean;
  says: string;
  near: number[];
}

/** Somebody as typed in. `spoken` is how the name is said, and `partner` the number of the usual partner. */
export interface MemberForm {
  name: string;
  spoken?: string;
  phone?: string;
  born?: number;
  zone?: string;
  partner?: number;
}

/** Somebody on a club's list, for its directors. */
export interface MemberShown {
  number: number;
  name: string;
  spoken: string;
  phone: string;
  born: number;
  zone: string;
  partner: number;
  partner_name: string;
}

/** A club's list, and pairs of numbers whose names are nearly the same, the newer one first. */
export interface MembersShown {
  people: MemberShown[];
  near: [number, number][];
}

/** Make one line of two: `number` goes, and `into` takes over what only the other line said. */
export interface MergeMembersRequest {
  what: "merge";
  number: number;
  into: number;
}

/** Make one entry of two that are one person's. The first one has not played, and goes. */
export interface MergeRequest {
  what: "merge";
  name: string;
  into: string;
  key: string;
}

/** A mistake that nobody claimed. `did` follows the name of its player. `step` is its place in the replay. */
export interface Missed {
  step: number;
  hand: number;
  seat: Seat;
  irregularity:
    | "call out of turn"
    | "call without the card"
    | "card exposed"
    | "card exposed in the deal"
    | "card faced in the pack"
    | "card not played singly"
    | "discard forgotten"
    | "imperfect pack"
    | "lead out of turn"
    | "play out of turn"
    | "quitted trick turned up"
    | "revoke"
    | "signal"
    | "tricks mixed"
    | "turn-up before the bell"
    | "turned-down suit named"
    | "wrong dealer"
    | "wrong number of cards";
  did: string;
  proof: Proof | null;
}

/** A missing player, and the director's choices. */
export interface Missing {
  name: string;
  choices: MissingChoice[];
}

/** Something to do: the request without its key, its words, and its effect. Without a request, a name is needed first. `until` says for how long it is meant. Where the director chooses what missed games are worth, the request takes a `worth`, and the rulebook's own comes first. */
export interface MissingChoice {
  what: Record<string, string | number> | null;
  words: string;
  effect: string[];
  until: "for good" | "this round";
  worths: WorthChoice[];
}

/** The answer to a try, and the day on which the mistake comes back, if it does. */
export interface MistakeAnswered {
  answer: Answered;
  comes_back: string | null;
}

/** A mistake to try again. `left` more are due today after this one. */
export interface MistakeShown {
  mistake: string;
  table: string;
  game: number;
  left: number;
  position: PositionShown;
}

/** The next mistake to try, if one is due today; all that are kept; those that are learned; the next day. If none is due, `judging` is the game just played, while its mistakes are still to come: wait for its review, post that it is to be kept, and ask again. */
export interface MistakesDue {
  mistake: MistakeShown | null;
  kept: number;
  learned: number;
  next: string | null;
  judging: GameAwaited | null;
}

/** A player mixes the quitted tricks, so that they no longer prove anything. */
export interface MixTricksFact {
  fact: "mix-tricks";
  seat: Seat;
}

/** Fees and stakes in whole cents. `shares` splits the pot by place, from a number of tables on; `payout` rounds. Off the top come what the club keeps and the `extra_prizes`. With fixed prizes, `place_prizes` are paid in order as far as the money goes, and the club keeps the rest. `side_pots` are separate pots, each with its fee. With `one_prize_each` nobody wins two prizes. `fifty_fifty` is the winner's part of a draw, in percent of the tickets. */
export interface MoneyRules {
  fee?: number;
  pot?: "all paid out" | "fixed prizes" | "none";
  keeps_each?: number;
  keeps_percent?: number;
  shares?: Record<string, number[]>;
  place_prizes?: number[];
  extra_prizes?: Record<string, number>;
  payout?: "cents" | "dimes" | "dollars" | "five dollars" | "nickels" | "quarters";
  fifty_fifty?: number;
  side_pots?: Record<string, number>;
  one_prize_each?: boolean;
  stake_each_game?: number;
  stake_for?: ("euchred" | "failed alone" | "lost game" | "march against" | "revoke")[];
}

/** A player makes another suit trump in the second round, or plays no trump if the rules have it. */
export interface NameFact {
  fact: "name";
  seat: Seat;
  trump: Suit | null;
  alone?: boolean;
}

/** Your name. */
export interface NameGiven {
  name: string;
}

/** Something that waits for the director; `round` is there where it is about an older one. */
export interface NeedsAttention {
  table: number | null;
  words: string;
  urgent: boolean;
  round?: number;
  names?: string[];
}

/** Whether other devices can connect, and where. `can` is false where the switch can't be used, and `why` says why. `devices` is the number of other devices that have connected so far. */
export interface NetworkState {
  on: boolean;
  can: boolean;
  address: string;
  devices: number;
  why: string;
  help: string[];
}

/** Open the server to the network, or close it. */
export interface NetworkSwitch {
  on: boolean;
}

/** An event to be created. `settings` change the rulebook by dotted keys; `trial` is a number of made-up people. */
export interface NewEvent {
  rules: string;
  key: string;
  title?: string;
  house_rules?: string;
  place?: string;
  date?: string;
  start?: string;
  zone?: string;
  rounds?: number;
  settings?: Record<string, boolean | number | string | number[] | Record<string, number | number[]>>;
  trial?: number;
  season?: string;
}

/** A season to be created. */
export interface NewSeason {
  title: string;
  rules: string;
  key: string;
}

/** A table to set up. With `bots`, you sit South, three bots of that level sit down, and the game starts. */
export interface NewTable {
  rules?: string;
  house_rules?: string;
  mode?: "guarded" | "real";
  private?: boolean;
  pace?: "at once" | "normal" | "quick" | "slow";
  bots?: string | null;
  bots_slip?: boolean;
  coached?: boolean;
}

/** The newest line of the history, and how many there are before it. */
export interface NewsShown {
  seq: number;
  time: string;
  by: string;
  words: string;
  earlier: number;
}

/** Close the round in progress and seat the next. Without `unfinished`, every score must be in. */
export interface NextRequest {
  what: "next";
  choices?: Record<string, string>;
  unfinished?: "counted" | "not counted" | null;
  key: string;
}

/** The step that the main button takes, and what finishing now would mean. */
export interface NextStep {
  step: "" | "close" | "finish" | "next" | "open" | "seat";
  can: boolean;
  why: string;
  words: string;
  last: boolean;
  asks: string;
  open: boolean;
  finish: string[];
}

/** Write down a deal that brought no hand. */
export interface NoHandRequest {
  what: "no-hand";
  why: "misdeal" | "thrown in";
  key: string;
  table: number;
}

/** The answer when nothing has happened: only time has passed. */
export interface NoNews {
  seq: number;
  now: number;
  clock: ClockShown;
  turn: number;
  same: true;
}

/** A person on one of your lists, by the number that stands for them. */
export interface NoteGiven {
  note: number;
}

/** Note the points of a game that is not over yet. */
export interface NowRequest {
  what: "now";
  table: number;
  ns: number;
  ew: number;
  key: string;
}

/** A score that was corrected, and why. */
export interface OldScore {
  ns: number;
  ew: number;
  why: string;
}

/** From when on bots sit in for people who do not come to an online table. */
export interface OnlineBots {
  at: number;
  time: string;
}

/** Choose the tables of this round that are played online. */
export interface OnlineRequest {
  what: "online";
  tables: number[] | "all";
  key: string;
}

/** Four people sit down. */
export interface OpenFact {
  fact: "open";
  names?: [string, string, string, string];
  mode?: "guarded" | "real";
  dealer?: Seat | null;
  partners_arranged?: boolean;
  score?: [number, number];
}

/** Open the next meeting, with nobody checked in. */
export interface OpenRequest {
  what: "open";
  date?: string;
  key: string;
}

/** A question with the rulebook's own answer and its clause. */
export interface OpenSetting {
  key: string;
  words: string;
  default: boolean | number | string;
  choices: Option[];
  min: number | null;
  max: number | null;
  clause: string;
  clause_says: string;
  cents: boolean;
}

/** A public table with a free chair. */
export interface OpenTable {
  table: string;
  link: string;
  rules: string;
  title: string;
  mode: string;
  started: boolean;
  names: string[];
  free: number;
}

/** The view of a viewer, with all four hands open. */
export interface OpenView {
  phase: Phase;
  names: [string, string, string, string];
  draws: [Seat, Card][];
  dealer: Seat;
  turn: Seat | null;
  score: [number, number];
  target: number;
  hands: number;
  hands_played: number;
  counts: [number, number, number, number];
  turn_up: Card | null;
  turn_up_is: "hidden" | "out of play" | "shown" | "taken" | "turned down";
  turned_down_lies: string;
  stands_for: string | null;
  offered: string | null;
  calls: CallHeard[];
  maker: Seat | null;
  trump: string | null;
  alone: boolean;
  lone_defender: Seat | null;
  sitting_out: Seat[];
  tricks: Trick[];
  trick: Trick;
  last_trick: Trick | null;
  claimed: Claimed | null;
  results: HandShown[];
  result: GameResult | null;
  bell: BellShown;
  guarded: boolean;
  exposed: Card[][];
  barred: Side[];
  unscored: Side[];
  lead_call: LeadCall | null;
  owed: OwedShown[];
  rulings: Ruled[];
  director_asked: Remedy | null;
  claims: Claimable[];
  decisions:
    | ("as it stands" | "call a lead" | "exposed card" | "game lost" | "hand lost" | "new deal" | "play on without score" | "points" | "points off" | "removal" | "take it back" | "void and barred" | "warning")[];
  markers: Marker[];
  waits: string;
  joker: string;
  tip: string;
  seat: null;
  open: Card[][];
}

/** One answer to a question, and its words. */
export interface Option {
  value: boolean | number | string;
  words: string;
}

/** The suit of the turn-up becomes trump: ordered up, assisted, or taken up by the dealer. */
export interface OrderFact {
  fact: "order";
  seat: Seat;
  alone?: boolean;
}

/** Overrule a ruling that was given. The score is then what it would be without it. `ruling` is its number in the record, which keeps it. */
export interface OverruleRequest {
  what: "overrule";
  ruling: number;
  reason: string;
  key: string;
}

/** A proved revoke whose remedy a side still has to choose. */
export interface OwedShown {
  side: Side;
  points: number;
  clause: string;
}

/** A season in its owner's list: the key that events join with, its public page, and its rules by name. `ladder` is true if everyone who has the public link can see a ladder. */
export interface OwnSeason {
  season: string;
  title: string;
  link: string;
  rules: string;
  ladder: boolean;
}

/** A table where you have sat. */
export interface OwnTable {
  table: string;
  link: string;
  title: string;
  names: string[];
  score: [number, number];
  over: boolean;
  games: number;
  played_at: number | null;
}

/** The owner's table. */
export interface OwnTile {
  number: number;
  state: "disputed" | "in" | "late" | "playing" | "seated" | "stood down" | "waiting";
  words: string;
  seats: SeatWithPhone[];
  dealer: number;
  cut: string;
  result: ResultShown | null;
  rulings: PenaltyShown[];
  running: RunningShown | null;
  online: string | null;
  unopened: string;
  bots: OnlineBots | null;
  stand_ins: StandIn[];
  boards: number[];
  your_seat: string;
  pivot: boolean;
}

/** Tick people who have paid the fee at the door, or take the tick back. */
export interface PaidRequest {
  what: "paid";
  names: string[];
  paid?: boolean;
  key: string;
  meeting?: number;
}

/** Make partners of two people who came alone, where partners stay together. */
export interface PairRequest {
  what: "pair";
  first: string;
  second: string;
  key: string;
}

/** No call. If the dealer passes in the first round, the turn-up is turned down. */
export interface PassFact {
  fact: "pass";
  seat: Seat;
}

/** A new passphrase for your name; `so_far` is the current one, if you have one. */
export interface PassphraseGiven {
  passphrase: string;
  so_far?: string;
}

/** An event whose people can be imported. */
export interface PastEvent {
  event: string;
  title: string;
  date: string;
  people: number;
}

/** A meeting about which something can still be entered. */
export interface PastMeeting {
  number: number;
  name: string;
  date: string;
}

/** Enter a whole list of people. One name a line, `A & B` for a pair, or CSV with a first line of column names. */
export interface PasteRequest {
  what: "paste";
  text: string;
  here?: boolean;
  zone?: string;
  of_age?: boolean;
  key: string;
}

/** Pause the play, or continue. */
export interface PauseMessage {
  do: "pause";
  id: number;
  paused: boolean;
}

/** An answer to what becomes of a ruling's points. */
export interface PenaltyChoice {
  how: "added" | "as played" | "game lost" | "in the score" | "taken off";
  words: string;
}

/** What a ruling gave at a table. */
export interface PenaltyShown {
  ruling: number;
  words: string;
  clause: string;
  remedy:
    | "call a lead"
    | "choice"
    | "claim proved"
    | "correct it"
    | "correct it, card face up"
    | "director decides"
    | "exposed card"
    | "game lost"
    | "hand lost"
    | "new deal"
    | "play on without score"
    | "play the five dealt"
    | "points"
    | "points off"
    | "stands"
    | "take it back and call a lead"
    | "void"
    | "void and barred";
  side: string;
  settled: "added" | "as played" | "game lost" | "in the score" | "taken off" | "";
  open: boolean;
  choices: PenaltyChoice[];
  overruled: string;
}

/** The decisions of one seat. `stood_in` is the number that a bot made for them; these don't count. */
export interface Person {
  seat: Seat;
  name: string;
  decisions: number;
  mistakes: number;
  cost: number;
  stood_in: number;
}

/** A person you have blocked, by the number that stands for them. */
export interface PersonBlocked {
  note: number;
  name: string;
}

/** A person's card. `place` is empty before they have one; `paid` is None where there is no fee or no meeting. */
export interface PersonCard {
  name: string;
  entry: string;
  zone: string;
  on_list: boolean;
  place: string;
  total: string;
  total_is: string;
  figures: [string, string][];
  games: CardGame[];
  rulings: CardRuling[];
  paid: boolean | null;
  money: CardMoney[];
}

/** Somebody on the entry list. */
export interface PersonShown {
  name: string;
  presence: "absent" | "entered" | "here" | "late" | "left" | "removed";
  sub: string;
  sitting: boolean;
  entry: string;
  zone: string;
  where: string;
  phone: PhoneShown | null;
  can_rename: boolean;
  paid: boolean | null;
}

/** The phases of a game: what the table waits for. */
export type Phase =
  | "opening"
  | "draw"
  | "shuffle"
  | "cut"
  | "deal"
  | "turn-up"
  | "joker"
  | "first round"
  | "second round"
  | "discard"
  | "defend alone"
  | "partner's best"
  | "play"
  | "count"
  | "over";

/** Since when somebody has a phone, and by the card of which table; 0 for their own link, or for sign-up. */
export interface PhoneShown {
  time: string;
  table: number;
  own_link: boolean;
}

/** A player, and whether they have a phone already. */
export interface PhoneTaken {
  name: string;
  taken: boolean;
}

/** What is said of a button with words. */
export interface Picked {
  words: string;
  right: boolean;
  says: string;
}

/** Check the connection. */
export interface PingMessage {
  do: "ping";
  id: number;
}

/** Place people by hand in this round, before the scores of their tables. Tables that are left out stay as they are. People of these tables who are not named again sit out. */
export interface PlaceRequest {
  what: "place";
  tables: Places[];
  key: string;
}

/** One table and its four people, North first and then clockwise. */
export interface Places {
  table: number;
  names: [string, string, string, string];
}

/** Plan the tables of the next round, or of the next week, by hand. People who are not named sit out. */
export interface PlanRequest {
  what: "plan";
  tables: Places[];
  key: string;
}

/** The tables of the next round, or of the next week, as planned; North first and then clockwise. */
export interface PlanShown {
  tables: [string, string, string, string][];
  sitting_out: string[];
}

/** Ask the people of a finished game for another one at a new table. With `swapped`, partners change. */
export interface PlayAgainMessage {
  do: "again";
  id: number;
  swapped?: boolean;
}

/** A card is led or played to the trick. */
export interface PlayFact {
  fact: "play";
  seat: Seat;
  card: Card;
}

/** Write down an extra game between tied entries. */
export interface PlayOffRequest {
  what: "play-off";
  winner: string;
  loser: string;
  winner_points?: number;
  loser_points?: number;
  key: string;
}

/** A player's phone. */
export interface PlayerView {
  seq: number;
  now: number;
  clock: ClockShown;
  turn: number;
  title: string;
  place: string;
  date: string;
  start: string;
  rules: RulesNamed;
  trial: boolean;
  phase: "between" | "closed" | "entry" | "over" | "play-offs" | "round";
  meeting: MeetingShown | null;
  round: RoundNow | null;
  standings: Standings;
  you: YouShown;
  sentence: string;
  table: OwnTile | null;
  may: May;
  needs: ScoreNeeds;
  your_line: StandingLine | null;
  rules_link: string;
  online: string | null;
  yours: string;
  note: string;
  room: number[];
  line: string;
  pivot: string;
  games: GameWith[];
  prize: string;
  boards: string;
}

/** A decision to make: the table as the seat sees it, its earlier tricks, the score, and the choices. `hand` is its number in the game. Names and birds are by seat, from North. `points` is what wins the game, or 0 if points don't. */
export interface PositionShown {
  rules: RulesNamed;
  joker: string;
  hand: number;
  scene: Scene;
  names: [string, string, string, string];
  birds: [string, string, string, string];
  score: [number, number];
  points: number;
  tricks: TrickSeen[];
  choices: ChoiceOffered[];
}

/** Money that moves, in cents by account. */
export interface PostingShown {
  round: number;
  why: string;
  amounts: Record<string, number>;
}

/** What a change would change, in sentences; or why it would be refused. */
export interface Preview {
  says: string[];
  why: string;
}

/** A prize before it is won: `1st place`, 12000, `$120`. A draw of tickets has no sum yet. */
export interface PrizeOffered {
  words: string;
  cents: number;
  amount: string;
}

/** Money that somebody gets. */
export interface PrizeShown {
  name: string;
  cents: number;
  why: string;
}

/** What everybody would get: the prizes, what is taken at the door, and what the club keeps, in cents. `why` says what is wrong with the answers. */
export interface PrizeTable {
  people: number;
  taken: number;
  prizes: PrizeOffered[];
  kept: number;
  why: string;
}

/** The shares of the pot: the rulebook's, if it has any, and the choices. If the rulebook has none, the first choice is the default. `sides` are the prizes that are not for a place. */
export interface Prizes {
  says: string;
  clause: string;
  choices: Shares[];
  sides: Record<string, string>;
}

/** The trick up to the card, the card, and the cards of the suit led that were held, if it should have followed. `trick` counts from 1. `words` is one sentence about the cards. `scene` is the table just before, with the hand. */
export interface Proof {
  trick: number;
  plays: [Seat, Card][];
  card: Card;
  held: Card[];
  words: string;
  scene: Scene;
}

/** A score that is final. */
export interface PublicScore {
  ns: number;
  ew: number;
  winner: string | null;
}

/** A table on the board. In a duplicate event it plays these `boards`, and its result stays secret for a while. */
export interface PublicTable {
  number: number;
  seats: string[];
  dealer: number;
  state: "disputed" | "in" | "late" | "playing" | "seated" | "stood down" | "waiting";
  result: PublicScore | null;
  boards: number[];
}

/** The answer to a puzzle, and the person's rating after it. */
export interface PuzzleAnswered {
  answer: Answered;
  rating: number;
  error: number;
  solved: number;
  tried: number;
}

/** A puzzle to solve, and the person's rating before it. A puzzle that was tried before doesn't change it. */
export interface PuzzleShown {
  puzzle: string;
  grade: number;
  themes: string[];
  rating: number;
  error: number;
  solved: number;
  tried: number;
  again: boolean;
  position: PositionShown;
}

/** A condition to answer before the rules give a remedy. */
export interface Question {
  condition: string;
  words: string;
}

/** The winner turns the trick face down. */
export interface QuitFact {
  fact: "quit";
  seat: Seat;
}

/** A line of the ratings: a bot's level, or a person who wants to be listed. `provisional` after few games. `points` are further than `doubt` from the true strength one time in three. `you` is true for your own line. */
export interface RatingLine {
  name: string;
  bot: boolean;
  points: number;
  doubt: number;
  games: number;
  provisional: boolean;
  you: boolean;
}

/** A list to look at: a text, or the people of one of your events. */
export interface ReadMembers {
  text?: string;
  event?: string;
}

/** Games of one kind: by one book, with one partner, or against bots of one level. */
export interface RecordLine {
  name: string;
  won: Share;
  points: Mean;
}

/** A call in words. */
export interface RecordedCall {
  seat: Seat;
  says: string;
}

/** A card of a trick. An unknown card stays as the file writes it. */
export interface RecordedCard {
  seat: Seat;
  card: string;
}

/** One deal. */
export interface RecordedDeal {
  number: number;
  dealer: Seat;
  turn_up: string;
  calls: RecordedCall[];
  trump: string;
  tricks: RecordedTrick[];
  result: string;
  notes: RecordedNote[];
  lines: RecordedLine[];
}

/** A file of recorded games (.egn, .emn or .egnb), as base64. */
export interface RecordedFile {
  file: string;
}

/** One game. `broken` says which rule it breaks, or why it can't be played; then it has no deals. */
export interface RecordedGame {
  title: string;
  players: string[];
  start: [number, number];
  deals: RecordedDeal[];
  result: string;
  broken: string;
}

/** An alternative line, in place of a call or a card (`instead`). `wrong` says which rule it breaks, or is empty. */
export interface RecordedLine {
  instead: string;
  calls: RecordedCall[];
  first: number;
  tricks: RecordedTrick[];
  cards: string[];
  result: string;
  notes: RecordedNote[];
  wrong: string;
}

/** A note on a call or a card (`on`); `label` is its author's judgement in a word, or empty. */
export interface RecordedNote {
  on: string;
  label: string;
  text: string;
}

/** The games of a file. `told` has lines about the file, such as that it was upgraded. */
export interface RecordedShown {
  title: string;
  match: boolean;
  told: string[];
  games: RecordedGame[];
}

/** A trick; it has no winner if that isn't known. */
export interface RecordedTrick {
  plays: RecordedCard[];
  winner: Seat | null;
}

/** Your recovery code, and whether you have a passphrase, too. */
export interface RecoveryCode {
  code: string;
  passphrase: boolean;
}

/** A recovery code as it is on paper; capitals, spaces and dashes don't matter. */
export interface RecoveryGiven {
  code: string;
}

/** The rulebook's answer to an irregularity. */
export interface Remedy {
  kind:
    | "call a lead"
    | "choice"
    | "claim proved"
    | "correct it"
    | "correct it, card face up"
    | "director decides"
    | "exposed card"
    | "game lost"
    | "hand lost"
    | "new deal"
    | "play on without score"
    | "play the five dealt"
    | "points"
    | "points off"
    | "stands"
    | "take it back and call a lead"
    | "void"
    | "void and barred";
  irregularity:
    | "call out of turn"
    | "call without the card"
    | "card exposed"
    | "card exposed in the deal"
    | "card faced in the pack"
    | "card not played singly"
    | "discard forgotten"
    | "imperfect pack"
    | "lead out of turn"
    | "play out of turn"
    | "quitted trick turned up"
    | "revoke"
    | "signal"
    | "tricks mixed"
    | "turn-up before the bell"
    | "turned-down suit named"
    | "wrong dealer"
    | "wrong number of cards";
  clause: string;
  sentence: string;
  offender: Seat | null;
  points: number;
  dealer: Seat | null;
  by_director: boolean;
}

/** A remedy, with its clause. */
export interface RemedyShown {
  sentence: string;
  clause: string;
  clause_says: string;
  kind: string;
  points: number;
  by_director: boolean;
}

/** Let a director go; with your own name, hand the event over to the others. `name` is the one that the list of directors has. Only the first on the list can remove others. */
export interface RemoveDirectorRequest {
  what: "remove-director";
  name: string;
  key: string;
}

/** Delete somebody. Events that were played keep the name. */
export interface RemoveMemberRequest {
  what: "remove";
  number: number;
}

/** Free a chair. */
export interface RemoveMessage {
  do: "remove";
  id: number;
  seat: Seat;
}

/** Take somebody who has not played off the list; where only pairs enter, the partner too. */
export interface RemoveRequest {
  what: "remove";
  name: string;
  key: string;
}

/** Correct a misspelled name, before that player is first seated. */
export interface RenameRequest {
  what: "rename";
  name: string;
  to: string;
  key: string;
}

/** The answer to one message. */
export interface Reply {
  type: "reply";
  id: number;
  ok: boolean;
  why?: string;
}

/** Everything about a person's play. What there is not enough evidence for is None or empty. `judged` are the games that the teacher has looked at; `luck` and `skill` need two of them. `last` is the last game. */
export interface Report {
  games: number;
  hands: number;
  since: number;
  judged: number;
  won: Share;
  lately: Share;
  line: WinPoint[];
  points: Mean | null;
  luck: Mean | null;
  skill: Mean | null;
  skill_line: SkillPoint[];
  called: Share;
  euchred: Share;
  marched: Share;
  alone: Share;
  alone_made: Share;
  stopped: Share;
  by_book: RecordLine[];
  by_partner: RecordLine[];
  by_level: RecordLine[];
  advice: Advice[];
  last: GameAt | null;
}

/** Report the person in a seat at a public table to the owner of the server. */
export interface ReportPersonMessage {
  do: "report";
  id: number;
  seat: Seat;
  reason: "helps the other side" | "name" | "other" | "signals" | "stalls";
}

/** A result in words. */
export interface ResultLine {
  table: number;
  words: string;
}

/** A score with its history. */
export interface ResultShown {
  ns: number;
  ew: number;
  by: string;
  status: "accepted" | "disputed" | "waiting";
  note: string;
  claims: ClaimShown[];
  cards: CardShown[];
  winner: string | null;
  lost_by: string | null;
  last_dealer: number | null;
  replaced: OldScore[];
  boards: BoardPoints[];
}

/** Hold the standings back from everybody but the desk, or announce them from the bottom up. `next` announces the next place, or everything from `place` down. `all` shows everybody everything. */
export interface RevealRequest {
  what: "reveal";
  do: "all" | "hold" | "next";
  place?: number;
  key: string;
}

/** A whole review. While the teacher is at work, `ready` is false and `done` is the finished part. `hands` are the points of North and South and of East and West in each hand, `score` those at the end, and `fortune` what they came from; `winner` is None after a tie. `joker` is the club's word for it, and `birds` are the pictures of the players by name, empty for initials. A game in which something was undone after a player saw new cards, or a player was `hinted`, is not `rated`. */
export interface Review {
  game: number;
  games: number;
  you: Seat | null;
  level: string;
  ready: boolean;
  done: number;
  joker: string;
  birds: Record<string, string>;
  rated: boolean;
  hinted: boolean;
  hands: [number, number][];
  winner: Side | null;
  decisions: Decided[];
  rulings: Against[];
  missed: Missed[];
  score: [number, number];
  fortune: Fortune | null;
  people: Person[];
}

/** One option of a decision, with its card if it is one. `chosen` is true for the one that was taken. `same` are the other cards of the hand that come to the same thing. `worth` is in points for the side that chose, on average over the deals that fit what the seat saw, the same deals for all options. The true difference from the best option is further away than `doubt` once in twenty times; None if there is nothing to doubt. `behind` is that difference in points as they count at this score. */
export interface ReviewedChoice {
  words: string;
  card: Card | null;
  chosen: boolean;
  worth: number;
  doubt: number | null;
  win: number;
  made: number;
  march: number;
  euchre: number;
  why: string;
  verdict: "as good" | "behind" | "best" | "mistake";
  behind: number;
  same: Card[];
}

/** The room of a game that is over, and the pictures of its players by name. */
export interface RoomReplayed {
  rules: RulesNamed;
  birds: Record<string, string>;
}

/** The room in a frame. */
export interface RoomShown {
  id: string;
  daily: string;
  rules: RulesNamed;
  mode: "guarded" | "real";
  private: boolean;
  pace: "at once" | "normal" | "quick" | "slow";
  paused: boolean;
  started: boolean;
  expected: ExpectedShown | null;
  event: boolean;
  boards_closed: boolean;
  games: number;
  undos: number;
  undone_after_cards: number;
  hinted: boolean;
  coached: boolean;
  hand_on: boolean;
  chairs: ChairShown[];
  said: SaidPhrase[];
  phrases:
    | ("Good game" | "Goodbye" | "Hello" | "Nice try" | "One moment, please" | "Sorry" | "Thank you" | "Well played")[];
  emotes: ("Applause" | "Cheers" | "Laughter" | "Oops" | "Phew" | "Surprise")[];
  bots_at: number | null;
  kept_for: [string, string, string, string] | null;
  turn_clock: 0 | 30 | 60;
  turn_ends_at: number | null;
  paces: ("at once" | "normal" | "quick" | "slow")[];
  levels: string[];
  undo: UndoAskedFor | null;
  can_undo: boolean;
  can_ask: boolean;
  hushed: Seat[];
  chair_kept: Seat | null;
  again: AgainAsked | null;
  fair: Fair;
  code?: string;
  done_for_you?: BotDid;
  no_seat?: boolean;
}

/** The round in progress, or the last one of the meeting. */
export interface RoundNow {
  number: number;
  name: string;
  of: number;
  counts: boolean;
  bell: boolean;
  closed: boolean;
  game: number;
}

/** A round; in a large event without its tables, which are asked for one round at a time. */
export interface RoundShown {
  number: number;
  name: string;
  meeting: number;
  tables: TableTile[] | null;
  counts?: boolean;
  sitting_out?: string[];
}

/** Decide as the host, if the rules leave it to a director. */
export interface RuleMessage {
  do: "rule";
  id: number;
  ruling: RulingFact;
}

/** Record a note, warning or penalty for a player. */
export interface RuleRequest {
  what: "rule";
  name: string;
  action: "note" | "points off" | "removed" | "warning";
  reason: string;
  points?: number;
  off?: "both" | "card" | "game";
  clause?: string;
  key: string;
}

/** One ruling. `rule` is its line of the rule sheet; `gave` is its effect on the score. */
export interface Ruled {
  hand: number;
  seat: Seat | null;
  offence: string;
  sentence: string;
  because: string;
  clause: string;
  rule: string;
  by: string;
  overruled: boolean;
  gave: [number, number];
}

/** The differences between two rulebooks. */
export interface RulesDiffer {
  a: string;
  b: string;
  differences: Difference[];
}

/** A rulebook by its name and its title. */
export interface RulesNamed {
  name: string;
  title: string;
}

/** A rulebook as people read it. */
export interface RulesSheet {
  name: string;
  title: string;
  about: string;
  sections: SheetSection[];
}

/** House rules as TOML text. */
export interface RulesToCheck {
  toml: string;
}

/** The next question, or the remedy. */
export interface RulingAnswer {
  questions: Question[];
  remedy: RemedyShown | null;
}

/** The director decides a question, or overrules a ruling. */
export interface RulingFact {
  fact: "ruling";
  decision:
    | "as it stands"
    | "call a lead"
    | "exposed card"
    | "game lost"
    | "hand lost"
    | "new deal"
    | "play on without score"
    | "points"
    | "points off"
    | "removal"
    | "take it back"
    | "void and barred"
    | "warning";
  reason: string;
  offender?: Side | null;
  points?: number;
  overrules?: number;
}

/** Rule on an irregularity at a table. `holds` are the conditions that were met; `overruled` is the director's own remedy instead of the rulebook's. */
export interface RulingRequest {
  what: "ruling";
  irregularity:
    | "call out of turn"
    | "call without the card"
    | "card exposed"
    | "card exposed in the deal"
    | "card faced in the pack"
    | "card not played singly"
    | "discard forgotten"
    | "imperfect pack"
    | "lead out of turn"
    | "play out of turn"
    | "quitted trick turned up"
    | "revoke"
    | "signal"
    | "tricks mixed"
    | "turn-up before the bell"
    | "turned-down suit named"
    | "wrong dealer"
    | "wrong number of cards";
  holds?:
    | ("all have played to it" | "before the opening lead" | "by a lone hand" | "first trick not quitted" | "hand played alone" | "next card not led" | "nothing but a pass" | "second misdeal" | "trick not quitted" | "turn-up not shown")[];
  table?: number;
  offender?: string;
  points?: number;
  off?: "both" | "card" | "game";
  overruled?: string;
  reason?: string;
  key: string;
}

/** A note, a warning or a penalty in the record: its number there, and the reason if it was overruled. */
export interface RulingShown {
  round: number;
  name: string;
  action: "note" | "points off" | "removed" | "warning";
  reason: string;
  points: number;
  clause: string;
  ruling: number;
  overruled: string;
}

/** The running card of a game in progress: points, hands played, the dealer's seat, and if the game is over. */
export interface RunningShown {
  ns: number;
  ew: number;
  hands: number;
  dealer: number;
  over: boolean;
}

/** A set phrase that somebody said, or a small picture. */
export interface SaidPhrase {
  seat: Seat;
  phrase:
    | "Good game"
    | "Goodbye"
    | "Hello"
    | "Nice try"
    | "One moment, please"
    | "Sorry"
    | "Thank you"
    | "Well played"
    | "Applause"
    | "Cheers"
    | "Laughter"
    | "Oops"
    | "Phew"
    | "Surprise";
}

/** Say a set phrase, or with a small picture. */
export interface SayMessage {
  do: "say";
  id: number;
  phrase: string;
}

/** The table and the hand of `seat`. `calls` are in the club's words, `out` are the seats that sit out. `winner` is the seat whose card is the best of the trick so far. `trump` is a letter, `n` for no trump. */
export interface Scene {
  seat: Seat;
  dealer: Seat;
  turn_up: Card | null;
  turn_up_is: "hidden" | "out of play" | "shown" | "taken" | "turned down";
  calls: [Seat, string][];
  maker: Seat | null;
  trump: string | null;
  alone: boolean;
  out: Seat[];
  plays: [Seat, Card][];
  winner: Seat | null;
  hand: Card[];
}

/** The fields that a score has under these rules, and their limits. In a duplicate event, `board_points` are the points that a hand can bring. */
export interface ScoreNeeds {
  cards: string[];
  target: number;
  most: number;
  hands: number;
  bell: boolean;
  level_ok: boolean;
  lone_bonus: number;
  board_points: number[];
}

/** Enter a score of the round in progress. `phone` is the one from which a player sends it. */
export interface ScoreRequest {
  what: "score";
  ns: number;
  ew: number;
  round?: number;
  table?: number;
  cards?: [CardForm, CardForm] | null;
  lost_by?: Side | "EW" | "NS" | null;
  last_dealer?: Seat | "E" | "N" | "S" | "W" | null;
  boards?: BoardForm[];
  phone?: string;
  key: string;
}

/** A season as everybody may see it. `says` names its rules and what counts, in sentences. `ladder` is true if its owner shows one. */
export interface SeasonShown {
  title: string;
  rules: string;
  says: string[];
  weeks: WeekShown[];
  lines: LineShown[];
  not_met: Record<string, string[]>;
  credits: Credit[] | null;
  money: Balance[];
  ladder: boolean;
}

/** A seat at the table. */
export type Seat = 0 | 1 | 2 | 3;

/** Put a bot in a chair. Without a bird, the seat's own or the one that is there. */
export interface SeatBotMessage {
  do: "bot";
  id: number;
  seat: Seat;
  level: string;
  bird?: string;
}

/** Seat the next round. `choices` are the movement's own, by name, as the director's view lists them. */
export interface SeatPeopleRequest {
  what: "seat";
  choices?: Record<string, string>;
  key: string;
}

/** A seat. `plays` is the sub where there is one. */
export interface SeatShown {
  name: string;
  plays: string;
  seat: string;
}

/** A seat, and whether its player has a phone. */
export interface SeatWithPhone {
  name: string;
  plays: string;
  seat: string;
  phone: PhoneShown | null;
}

/** A sign-in by its name. */
export interface SessionGiven {
  session: string;
}

/** Set the bot speed. */
export interface SetPaceMessage {
  do: "pace";
  id: number;
  pace: "at once" | "normal" | "quick" | "slow";
}

/** Set the seconds to decide at a public table; 0 for no clock. */
export interface SetTurnClockMessage {
  do: "turn-clock";
  id: number;
  seconds: 0 | 30 | 60;
}

/** Permissions from the director: phones for scores, signing up by link, bots for missing people online. */
export interface Settings {
  phones: boolean;
  sign_up: boolean;
  bots: boolean;
}

/** Change how the event is run; settings that are left out stay. */
export interface SettingsFormRequest {
  what: "settings";
  phones?: boolean | null;
  sign_up?: boolean | null;
  bots?: boolean | null;
  place?: string | null;
  date?: string | null;
  start?: string | null;
  season?: string | null;
  key: string;
}

/** Settle the points of a ruling. `ruling` is its number, as the table's own rulings have it. */
export interface SettleRequest {
  what: "settle";
  ruling: number;
  how: "added" | "as played" | "game lost" | "in the score" | "taken off";
  key: string;
}

/** Everything that the page asks before an event is created. */
export interface SetupForm {
  settings: OpenSetting[];
  unusual: UnusualText[];
  prizes: Prizes;
  checklist: string[];
  units: string;
  minimum_age: number;
  zones: boolean;
  start: string;
  money: MoneyRules;
}

/** A share, and between which values the true one lies nineteen times in twenty (Wilson's interval). */
export interface Share {
  value: number;
  low: number;
  high: number;
  count: number;
  of: number;
}

/** Leave a tie as it is: these entries share the place, without coins or an extra game. */
export interface ShareRequest {
  what: "share";
  entries: string[];
  key: string;
}

/** One way to share the pot: parts of a hundred, by place. */
export interface Shares {
  words: string;
  parts: number[];
}

/** One sentence, with its setting and clauses. */
export interface SheetLine {
  key: string;
  text: string;
  clauses: string[];
}

/** A sheet: its name in the address, and its title. */
export interface SheetOffered {
  what: string;
  words: string;
}

/** A part of the sheet. */
export interface SheetSection {
  title: string;
  lines: SheetLine[];
}

/** The shuffle of a past hand. `deck` is the order after the shuffle and before the cut, top card first. */
export interface ShownDeal {
  hand: number;
  digest: string;
  secret: string;
  words: string[];
  lowest: 7 | 8 | 9;
  joker: boolean;
  cut_leaves: number;
  deck: string[];
  cut: number;
}

/** The draw before a game. Each card is written after its seat, as "N Jc"; seats are those before the draw. `dealer_by` and `partners_by` are the rules of the draw. `partner` is the dealer's, empty if partners were arranged. */
export interface ShownDraw {
  game: number;
  digest: string;
  secret: string;
  words: string[];
  lowest: 7 | 8 | 9;
  joker: boolean;
  dealer_by: "first jack" | "highest card" | "lowest card";
  partners_by: "arranged" | "highs against lows" | "second jack";
  cards: string[];
  dealer: string;
  partner: string;
}

/** The deck is shuffled. No view contains its order. */
export interface ShuffleFact {
  fact: "shuffle";
  deck: Card[];
}

/** Two partners: North–South or East–West. */
export type Side = 0 | 1;

/** A saved name and its passphrase. */
export interface SignIn {
  name: string;
  passphrase: string;
}

/** What an entry consists of. */
export interface SignUpNeeds {
  unit: "pairs" | "people" | "people or pairs";
  minimum_age: number;
  zones: boolean;
  zone_word: string;
}

/** The sign-up form. */
export interface SignUpView {
  seq: number;
  now: number;
  clock: ClockShown;
  turn: number;
  title: string;
  place: string;
  date: string;
  start: string;
  rules: RulesNamed;
  trial: boolean;
  phase: "between" | "closed" | "entry" | "over" | "play-offs" | "round";
  meeting: MeetingShown | null;
  round: RoundNow | null;
  open: boolean;
  entered: number;
  entry: SignUpNeeds;
}

/** A browser where you are signed in: the sign-in by its name, the browser in words, and since when. */
export interface SignedInAt {
  session: string;
  browser: string;
  since: number;
  here: boolean;
}

/** Let bots play at once for people who have not come to these online tables. */
export interface SitInRequest {
  what: "sit-in";
  tables: number[] | "all";
  key: string;
}

/** Take a chair. */
export interface SitMessage {
  do: "sit";
  id: number;
  seat: Seat;
}

/** Name a sitting player, who keeps one chair, or end that. */
export interface SittingRequest {
  what: "sitting";
  name: string;
  sitting?: boolean;
  key: string;
}

/** Skill per hand in some games that follow each other. */
export interface SkillPoint {
  at: number;
  skill: number;
}

/** Let a table sit this round out. */
export interface StandDownRequest {
  what: "stand-down";
  table: number;
  reason: string;
  key: string;
}

/** The joker was turned up: before looking at any card, the dealer names the suit that it represents. */
export interface StandForFact {
  fact: "stand-for";
  seat: Seat;
  suit: Suit;
}

/** Somebody for whom a bot plays at an online table, and since when. */
export interface StandIn {
  name: string;
  time: string;
}

/** Leave the chair. */
export interface StandMessage {
  do: "stand";
  id: number;
}

/** One place in the ranking, and why. In a duplicate event `per_board` tells how sure the difference is. */
export interface StandingLine {
  place: number;
  name: string;
  total: string;
  players: string[];
  wins: number;
  draws: number;
  losses: number;
  points: number;
  loners: number;
  euchres: number;
  games: number;
  sat_out: number;
  to_come: number;
  reasons: string[];
  per_board: BoardsMean | null;
}

/** The standings, or a part of them; `of` says how many lines there are in all. If they are `held`, some lines are for the desk only, until the places are announced. `says` is why something is missing that was played already. */
export interface Standings {
  total_is: string;
  lines: StandingLine[];
  of: number;
  held: boolean;
  says: string;
}

/** The bell rings to start a timed game. Before it, no card is turned up. */
export interface StartBellFact {
  fact: "start-bell";
}

/** Start a game. */
export interface StartMessage {
  do: "start";
  id: number;
}

/** The table after one fact. */
export interface Step {
  line: string;
  view: OpenView;
}

/** Stop a game before its end. The hands played so far count. */
export interface StopRequest {
  what: "stop";
  ns: number;
  ew: number;
  round?: number;
  table?: number;
  cards?: [CardForm, CardForm] | null;
  lost_by?: Side | "EW" | "NS" | null;
  last_dealer?: Seat | "E" | "N" | "S" | "W" | null;
  boards?: BoardForm[];
  key: string;
}

/** Let a sub play for somebody, for the rest of the meeting. Where entries need an age and a zone, a sub who has not entered needs them too. */
export interface SubRequest {
  what: "sub";
  name: string;
  by: string;
  zone?: string;
  born?: number;
  of_age?: boolean;
  key: string;
  meeting?: number;
}

/** The four suits. */
export type Suit = 0 | 1 | 2 | 3;

/** Let two people change places in this round. */
export interface SwapRequest {
  what: "swap";
  first: string;
  second: string;
  reason?: string;
  key: string;
}

/** The page behind a table's card. */
export interface TableCardView {
  seq: number;
  now: number;
  clock: ClockShown;
  turn: number;
  title: string;
  place: string;
  date: string;
  start: string;
  rules: RulesNamed;
  trial: boolean;
  phase: "between" | "closed" | "entry" | "over" | "play-offs" | "round";
  meeting: MeetingShown | null;
  round: RoundNow | null;
  table: TableNamed | null;
  names: PhoneTaken[];
  phones: boolean;
}

/** A table as one person may see it, after every change. `now` is the server's time. `talk` has the latest lines about the game in progress, and `told` is the number of all of them. */
export interface TableFrame {
  type: "table";
  seq: number;
  you: You;
  room: RoomShown;
  view: ViewShown | null;
  talk: string[];
  told: number;
  now: number;
}

/** A new table: its link, and a join code to read out. */
export interface TableMade {
  table: string;
  link: string;
  code: string;
}

/** A table with its four players. */
export interface TableNamed {
  number: number;
  seats: SeatShown[];
}

/** The state of a table: if a game is in progress, and the number of finished games. */
export interface TableNow {
  on: boolean;
  games: number;
}

/** One table of a round. */
export interface TableTile {
  number: number;
  state: "disputed" | "in" | "late" | "playing" | "seated" | "stood down" | "waiting";
  words: string;
  seats: SeatWithPhone[];
  dealer: number;
  cut: string;
  result: ResultShown | null;
  rulings: PenaltyShown[];
  running: RunningShown | null;
  online: string | null;
  unopened: string;
  bots: OnlineBots | null;
  stand_ins: StandIn[];
  boards: number[];
}

/** A player takes back the card just played, while the rulebook allows it. */
export interface TakeBackFact {
  fact: "take-back";
  seat: Seat;
  card: Card;
  instead?: Card | null;
}

/** Sit down in a player's chair at an online table, in this browser. If this browser plays for another player of the round, `leaving` is that player's name. `phone` is the number that the browser drew for the event. */
export interface TakeChair {
  leaving?: string;
  phone?: string;
}

/** The number of your older games that are new in your record. */
export interface TakenIn {
  games: number;
}

/** Set the points that a game goes to, before play begins. */
export interface TargetRequest {
  what: "target";
  points: number;
  key: string;
}

/** A tie that is not settled, and how it will be. */
export interface TieShown {
  needs: "coins" | "game";
  entries: string[];
  words: string;
}

export type ToDesk =
  | EnterRequest
  | PasteRequest
  | RenameRequest
  | RemoveRequest
  | ClearSignUpsRequest
  | MergeRequest
  | PairRequest
  | CheckInRequest
  | LateRequest
  | AbsentRequest
  | LeftRequest
  | AwayRequest
  | SubRequest
  | PaidRequest
  | SittingRequest
  | TargetRequest
  | OpenRequest
  | CloseRequest
  | SeatPeopleRequest
  | CloseRoundRequest
  | NextRequest
  | SwapRequest
  | PlanRequest
  | PlaceRequest
  | DrawRequest
  | ClockRequest
  | BellRequest
  | CutRequest
  | StandDownRequest
  | FinishRequest
  | CoinsRequest
  | PlayOffRequest
  | ShareRequest
  | FiftyFiftyRequest
  | RevealRequest
  | DealBoardsRequest
  | FoulBoardRequest
  | ScoreRequest
  | StopRequest
  | CorrectRequest
  | NowRequest
  | AcceptRequest
  | DisputeRequest
  | TrialScoresRequest
  | HandRequest
  | NoHandRequest
  | DealsRequest
  | TrumpDealtRequest
  | MarkCardRequest
  | RuleRequest
  | RulingRequest
  | SettleRequest
  | OverruleRequest
  | UndoRequest
  | WithdrawRequest
  | RemoveDirectorRequest
  | SettingsFormRequest
  | ChangeRequest
  | OnlineRequest
  | SitInRequest
  | ClaimRequest;

export type ToTable =
  | ActMessage
  | SitMessage
  | StandMessage
  | StartMessage
  | PauseMessage
  | SetPaceMessage
  | SeatBotMessage
  | RemoveMessage
  | GiveBackMessage
  | WordsMessage
  | SayMessage
  | SetTurnClockMessage
  | ComeBackMessage
  | BlockMessage
  | ReportPersonMessage
  | PlayAgainMessage
  | UndoMessage
  | AnswerUndoMessage
  | RuleMessage
  | PingMessage;

/** Make up the missing scores, in a practice run. */
export interface TrialScoresRequest {
  what: "trial-scores";
  key: string;
}

/** One trick. */
export interface Trick {
  plays: [Seat, Card][];
  winner: Seat | null;
}

/** An earlier trick of the hand, as everyone saw it. */
export interface TrickSeen {
  plays: [Seat, Card][];
  winner: Seat | null;
}

/** The answer to a message without a readable `id`, or the reason before a connection is closed. With `retry_after`, try again after so many seconds. */
export interface Trouble {
  type: "error";
  why: string;
  retry_after: number;
}

/** Say that the trump card of this hand lies on the table, so that the hand is played out after the bell. */
export interface TrumpDealtRequest {
  what: "trump-dealt";
  key: string;
  table: number;
}

/** The next card is turned face up. */
export interface TurnUpFact {
  fact: "turn-up";
}

/** A request to undo the last action, who has agreed, and whether your answer is missing. */
export interface UndoAskedFor {
  by: Seat;
  agreed: Seat[];
  asks_you: boolean;
}

/** Ask to undo the last action. */
export interface UndoMessage {
  do: "undo";
  id: number;
}

/** The command that an undo reverses. */
export interface UndoOffered {
  seq: number;
  by: string;
  words: string;
}

/** Undo the desk's last command, or the one with this number in the history. */
export interface UndoRequest {
  what: "undo";
  seq?: number;
  key: string;
}

/** A place where the rules differ from most people's expectations. */
export interface UnusualText {
  key: string;
  says: string;
  clause: string;
  clause_says: string;
  asks: string;
  options: Option[];
}

/** The play in a frame. */
export interface ViewShown {
  phase: Phase;
  names: [string, string, string, string];
  draws: [Seat, Card][];
  dealer: Seat;
  turn: Seat | null;
  score: [number, number];
  target: number;
  hands: number;
  hands_played: number;
  counts: [number, number, number, number];
  turn_up: Card | null;
  turn_up_is: "hidden" | "out of play" | "shown" | "taken" | "turned down";
  turned_down_lies: string;
  stands_for: string | null;
  offered: string | null;
  calls: CallHeard[];
  maker: Seat | null;
  trump: string | null;
  alone: boolean;
  lone_defender: Seat | null;
  sitting_out: Seat[];
  tricks: Trick[];
  trick: Trick;
  last_trick: Trick | null;
  claimed: Claimed | null;
  results: HandShown[];
  result: GameResult | null;
  bell: BellShown;
  guarded: boolean;
  exposed: Card[][];
  barred: Side[];
  unscored: Side[];
  lead_call: LeadCall | null;
  owed: OwedShown[];
  rulings: Ruled[];
  director_asked: Remedy | null;
  claims: Claimable[];
  decisions:
    | ("as it stands" | "call a lead" | "exposed card" | "game lost" | "hand lost" | "new deal" | "play on without score" | "points" | "points off" | "removal" | "take it back" | "void and barred" | "warning")[];
  markers: Marker[];
  waits: string;
  joker: string;
  tip: string;
  seat: Seat | null;
  hand: Card[];
  discards: Card[];
  given: Card | null;
  actions: Action[];
  plays: Card[];
  why: Record<string, string>;
  held_back: HeldBack[];
  expose: Card[];
}

/** Look for a game with other people. */
export interface WantedGame {
  rules?: string;
}

/** Rules and answers as in a new event, and how many people are expected. */
export interface WantedPrizes {
  rules: string;
  house_rules?: string;
  settings?: Record<string, boolean | number | string | number[] | Record<string, number | number[]>>;
  people?: number;
}

/** One week of the season: a whole event, or the games at the same tables within one. */
export interface WeekShown {
  event: string;
  date: string;
  title: string;
}

/** A refusal: one sentence for people. A 429 that is `checked` was looked at and is wrong: don't send it again. */
export interface Why {
  why: string;
  checked?: boolean;
}

/** The share of games won among the games up to this time, `WINDOW` at most. */
export interface WinPoint {
  at: number;
  share: Share;
}

/** Cancel the links of this role and name that were given out so far. */
export interface WithdrawRequest {
  what: "withdraw";
  role: "director" | "helper" | "invitation" | "player" | "public" | "season" | "season key" | "sign-up" | "table";
  name?: string;
  key: string;
}

/** A word under some rules. `forms` are the ways it is written in sentences, `cards` show what it is about. A form with a capital letter or a quotation mark is meant exactly as it is, one in brackets with its brackets. */
export interface WordExplained {
  word: string;
  forms: string[];
  says: string;
  cards: Card[];
}

/** Add randomness to the next draw or shuffle. `draw` says which of them; without it, the one that comes next. */
export interface WordsMessage {
  do: "words";
  id: number;
  words: string;
  draw?: boolean | null;
}

/** What missed games can be worth, in words. */
export interface WorthChoice {
  worth: "nothing" | "sit-out";
  words: string;
}

/** The person who receives the frame. `saw` is the seat whose cards are theirs in this hand, whether they sit there or not. `next_seat` is the chair that they took in the middle of a hand: a bot plays it out, and from the next hand on it is their `seat`. */
export interface You {
  person: string;
  name: string;
  seat: Seat | null;
  host: boolean;
  saw: Seat | null;
  next_seat: Seat | null;
}

/** The owner of the phone. */
export interface YouShown {
  name: string;
  presence: "absent" | "entered" | "here" | "late" | "left" | "removed";
}
