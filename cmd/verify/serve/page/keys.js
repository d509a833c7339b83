// The keyboard: every control is reached by Tab, and single letters step and filter, which can be
// turned off (WCAG 2.1.4).
import { byId, fill, h } from "./dom.js";

const KEYS = [
  ["j or ↓, k or ↑", "the next claim, the previous one"],
  ["Enter", "the evidence of the claim"],
  ["Esc", "back from the evidence, or from what is edited"],
  ["n, p", "the next passage, the previous one"],
  ["e", "edit the claim"],
  ["1 to 4, 0", "only the grounded, contradicted, unsupported, unchecked ones; all"],
  ["?", "these keys"],
];
const OFF = "vera-no-keys";
const tick = h("input", { type: "checkbox", id: "letters", autocomplete: "off" });

/** @param {Record<string, () => void>} does by keys @param {() => boolean} escape */
export function listenToKeys(does, escape) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("keys"));
  tick.checked = localStorage.getItem(OFF) === null;
  tick.addEventListener("change", () => {
    if (tick.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
  });
  fill(
    byId("keys-told"),
    h(
      "dl",
      {},
      KEYS.flatMap(([keys, what]) => [
        h("dt", {}, keys.split(/( or | to |, )/).map(key)),
        h("dd", {}, what),
      ]),
    ),
    h("p", {}, tick, " ", h("label", { for: "letters" }, "Single letters and digits are keys")),
  );
  const help = () => dialog.showModal();
  byId("help").addEventListener("click", help);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || dialog.open)
      return;
    if (event.key === "Escape") {
      if (escape()) event.preventDefault();
      return;
    }
    if (typing(event.target)) return;
    if (event.key.length === 1 && !tick.checked) return;
    const act = event.key === "?" ? help : does[event.key];
    if (!act || (event.key.startsWith("Arrow") && !arrows())) return;
    event.preventDefault();
    act();
  });
}

/** @param {string} text */
const key = (text) => (/^( or | to |, )$/.test(text) ? text : h("kbd", {}, text));

/** Where letters and arrows are the element's own. @param {EventTarget | null} target */
const typing = (target) =>
  target instanceof HTMLElement &&
  target.matches("textarea, select, input:not([type=checkbox]), [contenteditable]");

/** Arrows scroll, but step where the keyboard is on a claim. */
const arrows = () => Boolean(document.activeElement?.closest("ol.claims"));
