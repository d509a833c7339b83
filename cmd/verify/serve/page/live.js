// What a screen reader is told, politely and not too often.
import { byId } from "./dom.js";

const PAUSE = 3000;
let last = 0;
let timer = 0;

/** Say something at once. @param {string} text */
export function say(text) {
  clearTimeout(timer);
  last = Date.now();
  byId("live").textContent = text;
}

/** Say how far something is; what comes too soon behind another waits, and the last one is said.
 * @param {() => string} text */
export function sayAfterAWhile(text) {
  clearTimeout(timer);
  timer = setTimeout(() => say(text()), Math.max(0, last + PAUSE - Date.now()));
}
