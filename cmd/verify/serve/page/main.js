// The page of verify serve: what is shown by which address, and what the keys do.
import { get } from "./api.js";
import { showClaims } from "./claims.js";
import { connection } from "./connection.js";
import { byId } from "./dom.js";
import * as evidence from "./evidence.js";
import { listenToKeys } from "./keys.js";
import { add, CHOOSE, closeReader, showShelf } from "./library.js";
import { say } from "./live.js";
import { drop, showPapers } from "./papers.js";
import { watch } from "./reading.js";
import { session, toldOf } from "./session.js";
import * as verdicts from "./verdicts.js";
import { problemText } from "./words.js";
import { takeDrops } from "./zone.js";

const NARROW = matchMedia("(max-width: 59.99rem)");
const LATEST = 1000; // milliseconds that a server may take which has much to do
const CLAIM = /^#\/claims\/(\d+)$/;
let at = -1;
let entered = false;

/** Show what the address says. */
function route() {
  const library = location.hash === "#/library";
  if (location.hash && !location.hash.startsWith("#/")) return; // a place in the page
  byId("work").hidden = library;
  byId("shelf").hidden = !library;
  byId("to-library").setAttribute("aria-current", library ? "page" : "false");
  byId("to-verify").setAttribute("aria-current", library ? "false" : "page");
  closeReader();
  const wanted = Number(CLAIM.exec(location.hash)?.[1] ?? 0) - 1;
  open(library ? -1 : wanted);
  if (library) void showShelf();
}

/** @param {number} wanted the claim whose evidence is to be open, or -1 */
function open(wanted) {
  const before = at;
  at = wanted >= 0 && evidence.show(wanted) ? wanted : -1;
  document.body.classList.toggle("open", at >= 0);
  verdicts.current(at);
  if (at < 0) {
    evidence.nothing(location.hash === "#/library" ? CHOOSE : undefined);
    const card = verdicts.card(before);
    card?.link.focus({ preventScroll: true });
    card?.element.scrollIntoView({ block: "nearest" });
    entered = false;
  } else if (before < 0 || NARROW.matches || verdicts.focused() < 0) evidence.focus();
}

/** Back to where one came from. @returns {boolean} whether there was something to close */
function close() {
  if (closeReader()) return true;
  if (at < 0) return false;
  if (entered) history.back();
  else location.replace("#/");
  return true;
}

/** The next claim, or the one before. @param {number} by */
function step(by) {
  const from = verdicts.focused();
  const card = verdicts.step(from >= 0 ? from : at, by);
  if (!card) return;
  card.link.focus({ preventScroll: true });
  card.element.scrollIntoView({ block: "nearest" });
  if (at >= 0) location.replace(card.link.href);
}

/** Edit the claim that the keyboard is on, or whose evidence is open. */
function edit() {
  const card = verdicts.card(verdicts.focused() >= 0 ? verdicts.focused() : at);
  if (at >= 0 && NARROW.matches) {
    addEventListener("hashchange", () => card?.edit(), { once: true });
    close();
  } else card?.edit();
}

async function begin() {
  const work = byId("work");
  const appear = () => work.classList.remove("gone");
  work.classList.add("gone"); // until it is known what was there before: nothing is to move
  setTimeout(appear, LATEST);
  verdicts.showVerdicts();
  evidence.showEvidence(() => void close());
  listenToKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      n: () => evidence.turn(1),
      p: () => evidence.turn(-1),
      e: edit,
      ...Object.fromEntries(
        [0, 1, 2, 3, 4].map((digit) => [String(digit), () => verdicts.only(digit)]),
      ),
    },
    close,
  );
  addEventListener("hashchange", (event) => {
    if (CLAIM.test(new URL(event.newURL).hash) && !CLAIM.test(new URL(event.oldURL).hash))
      entered = true;
    route();
  });
  session.addEventListener("job", () => {
    if (at >= 0) location.replace("#/");
  });
  session.addEventListener("verdict", (event) => {
    const wanted = Number(CLAIM.exec(location.hash)?.[1] ?? 0) - 1;
    if (at < 0 && /** @type {CustomEvent} */ (event).detail === wanted) open(wanted);
  });
  connection.addEventListener("back", () => {
    say("verify serve answers again");
    void watch();
  });
  takeDrops(byId("shelf"), (files) => void add(files));
  takeDrops(document.body, (files) => void (byId("shelf").hidden ? drop(files) : add(files)));
  try {
    const { suffixes, limits } = await get("/api");
    session.most = limits.file;
    showPapers(suffixes);
    showClaims();
    await session.restore();
    void watch();
    connection.watch();
  } catch (error) {
    const notice = byId("notice");
    notice.textContent = problemText(toldOf(error));
    notice.hidden = false;
  }
  appear();
  route();
}

void begin();
