// @ts-check
/** Sounds for those who do not look: it is your turn, something is wrong, you are asked. */
import { effect, signal } from "@preact/signals";
import { seatId, snapshot } from "./link.js";

const KEPT = "sounds";
const TURN = [523, 784]; // Hz, one after another
const ASKED = [659, 659];
const WRONG = [196, 156];
const NOTE_S = 0.16;

function recall() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false; // private browsing
  }
}

export const sounds = signal(recall());
/** @type {AudioContext | null} */
let audio = null;

/** A phone that was locked has stopped its sound; only a tap may start it again. */
function revive() {
  if (!sounds.value) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") void audio.resume();
}

/** @param {number[]} notes */
function play(notes) {
  if (audio?.state !== "running") return;
  const now = audio.currentTime;
  const voice = audio.createOscillator();
  const loud = audio.createGain();
  voice.type = "triangle";
  notes.forEach((hz, at) => voice.frequency.setValueAtTime(hz, now + at * NOTE_S));
  loud.gain.setValueAtTime(0.25, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + (notes.length + 1) * NOTE_S);
  voice.connect(loud).connect(audio.destination);
  voice.start(now);
  voice.stop(now + (notes.length + 1) * NOTE_S);
}

/** @param {boolean} on */
export function setSounds(on) {
  sounds.value = on;
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // private browsing: asked again next time
  }
  revive();
}

/** @type {{turn: string | null, flags: Set<string>, asked: string}} */
let before = { turn: null, flags: new Set(), asked: "" };

effect(() => {
  const table = snapshot.value;
  const own = seatId.value;
  if (!table) return;
  const flags = new Set(table.flags.map((flag) => flag.id));
  const mine = table.questions.filter((one) => own && (one.player === own || one.player === null));
  const asked = mine.map((one) => one.id).join();
  if ([...flags].some((id) => !before.flags.has(id))) play(WRONG);
  else if (asked && asked !== before.asked) play(ASKED);
  else if (own && table.view.turn === own && before.turn !== own) play(TURN);
  before = { turn: table.view.turn, flags, asked };
});
document.addEventListener("pointerdown", revive, { passive: true });
