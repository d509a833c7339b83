// Follows how files are read. All jobs are asked for now and then, which keeps those alive that
// wait; only what is worked on is listened to, since a browser has six connections.
import { Away, get, listen } from "./api.js";
import { session, toldOf } from "./session.js";

const PAUSE = 700;
/** @type {Map<string, () => void>} */
const heard = new Map();
let asking = false;

/** Look after all files that are not read yet. */
export async function watch() {
  if (asking) return;
  asking = true;
  try {
    if (!unread().length) return;
    while (unread().length) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    session.tell("read");
  } finally {
    asking = false;
  }
}

const unread = () =>
  session.entries.filter((it) => it.paper?.job && !it.paper.open && !it.error && !it.sending);

async function look() {
  let jobs;
  try {
    ({ jobs } = await get("/api/jobs"));
  } catch (error) {
    if (error instanceof Away) return;
    throw error;
  }
  /** @type {Map<string, import("./api.js").Job>} */
  const known = new Map(jobs.map((/** @type {import("./api.js").Job} */ it) => [it.id, it]));
  let changed = false;
  for (const entry of unread()) {
    const job = known.get(entry.paper?.job ?? "");
    if (job?.state === "running") hear(entry, job);
    else if (job?.state === "queued") {
      changed ||= entry.position !== job.position;
      entry.position = job.position;
    } else await settle(entry, job?.state ?? "gone");
  }
  if (changed) session.tell("papers");
}

/** @param {import("./session.js").Entry} entry @param {import("./api.js").Job} job */
function hear(entry, job) {
  if (heard.has(job.id)) return;
  entry.position = null;
  const ends = () => {
    heard.get(job.id)?.();
    heard.delete(job.id);
    void settle(entry, "over");
  };
  const end = listen(job.events, {
    progress: ({ stage, done, total }) => {
      Object.assign(entry, { stage, done, total });
      session.tell("progress-of", entry);
    },
    done: ends,
    failed: ends,
    cancelled: ends,
    gone: ends,
  });
  heard.set(job.id, end);
}

/** Ask what became of a file. @param {import("./session.js").Entry} entry @param {string} state */
async function settle(entry, state) {
  if (!entry.paper) return;
  try {
    const paper = await get(`/api/papers/${entry.paper.id}`);
    if (!paper.open && !paper.error) {
      const detail = state === "cancelled" ? "reading it was given up" : "it was not read";
      const hint = "it is read when claims are asked of it";
      paper.job = null;
      paper.notes = [`${detail}; ${hint}`];
    }
    session.known(entry, paper);
  } catch (error) {
    if (error instanceof Away) return;
    entry.error = toldOf(error);
    session.tell("papers");
  }
}
