// @ts-check
/**
 * The table as the server sends it: `companion/referee/snapshot.py` in JSON.
 *
 * @typedef {{points: number, reason: string}} ScoreLine
 * @typedef {{player: string, name: string, colour: string, score: number, lines: ScoreLine[]}} Seat
 * @typedef {{kind: string, colour: string | null, value: number | null, slot: string | null, player: string | null, label: string}} Piece
 * @typedef {{id: string, label: string, amount: number, adjustable: boolean}} Quantity
 * @typedef {{player: string, quantities: Quantity[], hand: Piece[], note: string, cards: string[]}} Panel
 * @typedef {{title: string, cards: string[], note: string}} Shelf
 * @typedef {{title: string, labels: string[], series: [string, number[]][]}} Chart
 * @typedef {{headline: string, turn: string | null, pieces: Piece[], panels: Panel[], charts: Chart[], shelves: Shelf[]}} View
 * @typedef {{text: string, label: string, dice: number[], slots: string[], kind: string}} Action
 * @typedef {{player: string, dice: (string | null)[] | null, prompt: string}} Due
 * @typedef {{player: string, kind: string, prompt: string, choices: Action[]}} Choice
 * @typedef {{value: number, colour: string | null, confidence: number, unsure: boolean, box: [number, number, number, number] | null}} ReadDie
 * @typedef {{entry: number, player: string, dice: ReadDie[], source: string, picture: string | null}} LastRoll
 * @typedef {{id: string, code: string, text: string, source: string, pieces: string[], slots: string[], remedy: string, action: string | null}} Flag
 * @typedef {{id: string, player: string | null, prompt: string, options: {id: string, label: string}[], dice: ReadDie[], picture: string | null}} Question
 * @typedef {{entry: number, player: string, text: string, sentences: string[], how: string, source: string, faces: number[], before: string | null, after: string | null, unsure: number[]}} HistoryLine
 * @typedef {{places: Record<string, number>, reason: string, by_points: boolean}} Outcome
 * @typedef {{code: string, text: string}} Notice
 * @typedef {{about: string, words: string, cells: [number, number][]}} Advice
 * @typedef {{
 *   version: number, revision: number, game: string, title: string, seats: Seat[], view: View,
 *   actions: Action[], due: Due | null, choice: Choice | null, roll: LastRoll | null, flags: Flag[],
 *   questions: Question[], history: HistoryLine[], outcome: Outcome | null,
 *   camera: {state: string, message: string, advice: Advice[]}, announcement: string, warnings: Notice[],
 *   scored: boolean,
 * }} Snapshot
 *
 * @typedef {{id: string, label: string, x_mm: number, y_mm: number, w_mm: number, h_mm: number}} Area
 * @typedef {{id: string, area: string, kind: string, x_mm: number, y_mm: number, w_mm: number, h_mm: number, holds: string, also_holds: string[], value: number | null, lying: boolean, pile: boolean}} Slot
 * @typedef {{width_mm: number, height_mm: number, has_models: boolean, areas: Area[], slots: Slot[]}} Layout
 *
 * @typedef {{player: string, label: string, now: number, then: number}} Change
 * @typedef {{version: number, to: number, gone: HistoryLine[], back: HistoryLine[], changes: Change[]}} GoingBack
 *
 * @typedef {{area: string, label: string, expected: string[], seen: string[], agrees: boolean}} CheckedArea
 *
 * @typedef {{code: string, text: string, source: string}} Problem
 * @typedef {{status: "done" | "stale", version: number} | {status: "refused", kind: string, problems: Problem[]} | {status: "lost"} | {status: "busy"}} Reply
 * @typedef {{type: string, [field: string]: unknown}} Request
 */
export {};
