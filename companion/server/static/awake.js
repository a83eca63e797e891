// @ts-check
/** Keeps a screen from going dark, where the browser can: only over HTTPS, and not in every app. */
import { signal } from "@preact/signals";

/** `on`, `off`, or `cannot` when this browser does not let a page do it. */
export const awake = signal("wakeLock" in navigator ? "off" : "cannot");
let wanted = false;
/** @type {WakeLockSentinel | null} */
let lock = null;

async function hold() {
  if (!wanted || document.hidden || awake.value === "cannot") return;
  try {
    lock = await navigator.wakeLock.request("screen");
    awake.value = "on";
    lock.addEventListener("release", () => (awake.value = "off"));
  } catch {
    awake.value = "cannot"; // a low battery, or a page that may not
  }
}

/** It may go dark again. */
export function mayRest() {
  wanted = false;
  void lock?.release();
}

/** From now on, also when the page is looked at again. */
export function stayAwake() {
  wanted = true;
  void hold();
}

document.addEventListener("visibilitychange", hold);
