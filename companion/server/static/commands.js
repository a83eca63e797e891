// @ts-check
/** Requests to the table: each is carried out once at most, however the network behaves. */
import { signal } from "@preact/signals";
import { post } from "./asking.js";
import { adopt, say, snapshot } from "./link.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Reply} Reply */
/** @typedef {import("./types.js").Request} Request */

const TAP_GUARD_MS = 350; // a second tap must not hit what slid under the finger
const PAUSES_MS = [0, 400, 1200, 2500];

/** A command is on its way: nothing else can be sent. */
export const busy = signal(false);

/** No secure context on a LAN, so no crypto.randomUUID. */
function newId() {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(numbers, (number) => number.toString(16).padStart(8, "0")).join("-");
}

/**
 * Ask the table for something. Sent again under the same id when the network fails, so that it is
 * carried out once at most.
 *
 * @param {Request} request
 * @returns {Promise<Reply>}
 */
export async function send(request) {
  if (busy.value || !snapshot.value) return { status: "busy" };
  busy.value = true;
  const command = { id: newId(), expected: snapshot.value.version, request };
  try {
    const reply = await deliver(command);
    if (reply.status === "stale")
      say(t("The table moved on. Look again, then repeat what you meant."));
    if (reply.status === "lost") say(t("The table did not answer. Nothing may have been done."));
    return reply;
  } finally {
    setTimeout(() => (busy.value = false), TAP_GUARD_MS);
  }
}

/** @param {unknown} command @returns {Promise<Reply>} */
async function deliver(command) {
  for (const pause_ms of PAUSES_MS) {
    await new Promise((done) => setTimeout(done, pause_ms));
    try {
      const answer = await post("/api/v1/commands", command);
      if (answer.status >= 500) throw new Error(answer.statusText);
      const reply = await answer.json();
      if (reply.snapshot) adopt(reply.snapshot);
      if (pause_ms) say("");
      if (reply.status) return reply;
      return {
        status: "refused",
        kind: "invalid",
        problems: [{ code: "", text: t("The table did not understand."), source: "" }],
      };
    } catch {
      say(t("The table does not answer. Trying again…"));
    }
  }
  return { status: "lost" };
}
