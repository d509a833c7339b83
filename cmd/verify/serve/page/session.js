// What this browser has dropped and asked: what all parts of the page look at. Each change is an
// event: "papers", "job", "claims", "verdict" (its `detail` is the claim's number), "end".
import { get, listen, post, put, Problem, remove, send } from "./api.js";
import { connection } from "./connection.js";
import { size } from "./words.js";

/** @typedef {"grounded" | "contradicted" | "unsupported" | "unchecked"} Status */
/** @typedef {"paper" | "claims" | "manuscript" | "part"} Role */
/**
 * @typedef {{key: string, name: string, bytes: number, role: Role, paper: import("./api.js").Paper | null,
 *   sending: boolean, error: import("./api.js").Told | null, stage: string, done: number, total: number,
 *   position: number | null}} Entry
 * @typedef {{text: string, arrived: import("./api.js").Arrived | null}} Claim
 */

const ROLES = "vera-roles";

class Session extends EventTarget {
  /** @type {Entry[]} */
  entries = [];
  /** @type {import("./api.js").Job | null} */
  job = null;
  /** "", "running", "done", "failed", "cancelled" or "gone" */
  state = "";
  /** @type {import("./api.js").Told | null} */
  error = null;
  /** @type {{stage: string, done: number, total: number, what: string, position?: number} | null} */
  progress = null;
  /** @type {any} */
  report = null;
  /** @type {Claim[]} */
  claims = [];
  #end = () => {};
  #keys = 0;
  #known = () => {};
  /** Settled when what was there before is known: what is sent sooner would be taken for it, too. */
  #restored = new Promise((/** @type {(value?: unknown) => void} */ settle) => {
    this.#known = settle;
  });

  /** @param {string} name @param {unknown} [detail] */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** The papers, without claims, manuscripts and their parts. */
  get papers() {
    return this.entries.filter((it) => it.role === "paper");
  }

  /** What was dropped and asked before the page was loaded anew. */
  async restore() {
    try {
      const { papers } = await get("/api/papers");
      const roles = JSON.parse(sessionStorage.getItem(ROLES) ?? "{}");
      for (const paper of papers) {
        const entry = this.#entry(paper.name, paper.bytes, roles[paper.id] ?? "paper");
        this.#take(entry, paper);
      }
    } finally {
      this.#known();
    }
    const { jobs } = await get("/api/jobs");
    const asked = jobs.filter((/** @type {import("./api.js").Job} */ it) => it.kind === "asking");
    if (asked.length) this.follow(asked[asked.length - 1]);
    this.tell("papers");
  }

  /** The most bytes of a file that are taken. */
  most = Infinity;

  /** Send files; papers are read at once. @param {Iterable<File>} files @param {Role} role */
  async drop(files, role) {
    const entries = Array.from(
      files,
      (file) => /** @type {const} */ ([file, this.#entry(file.name, file.size, role)]),
    );
    this.tell("papers");
    await this.#restored;
    for (const [file, entry] of entries) {
      try {
        if (file.size > this.most) throw new Problem(tooLarge(this.most));
        this.#take(entry, await send(file, role));
      } catch (error) {
        entry.error = toldOf(error);
      }
      entry.sending = false;
      this.tell("papers");
    }
    return entries.map(([, entry]) => entry);
  }

  /** @param {Entry} entry */
  async remove(entry) {
    if (entry.paper) {
      try {
        await remove(`/api/papers/${entry.paper.id}`);
      } catch (error) {
        if (!(error instanceof Problem && error.told.status === 404)) throw error;
      }
    }
    this.entries = this.entries.filter((it) => it !== entry);
    this.#keep();
    this.tell("papers");
  }

  /** @param {Entry} entry @param {string} password */
  async unlock(entry, password) {
    if (!entry.paper) return;
    entry.error = null;
    this.#take(entry, await put(`/api/papers/${entry.paper.id}/password`, { password }));
    this.tell("papers");
  }

  /** What is known of a file now. @param {Entry} entry @param {import("./api.js").Paper} paper */
  known(entry, paper) {
    this.#take(entry, paper);
    this.tell("papers");
  }

  /** @param {object} body as of POST /api/jobs */
  async ask(body) {
    if (this.state === "running") await this.cancel();
    this.follow(await post("/api/jobs", body));
  }

  /** @param {import("./api.js").Job} job */
  follow(job) {
    this.#end();
    this.job = job;
    this.state = "running";
    this.error = this.progress = this.report = null;
    this.claims = [];
    this.tell("job");
    const ends = (/** @type {string} */ state) => () => {
      this.state = state;
      this.progress = null;
      this.tell("end");
    };
    this.#end = listen(job.events, {
      queued: ({ position }) => {
        this.progress = { stage: "queued", done: 0, total: 0, what: "", position };
        this.tell("progress");
      },
      progress: (data) => {
        this.progress = data;
        this.tell("progress");
      },
      opening: ({ claims, report }) => {
        this.progress = null;
        this.report = report;
        this.claims = claims.map((/** @type {Claim} */ it) => ({ text: it.text, arrived: null }));
        this.tell("claims");
      },
      verdict: (arrived) => this.take(arrived),
      done: ends("done"),
      cancelled: ends("cancelled"),
      gone: ends("gone"),
      failed: (error) => {
        this.error = error;
        ends("failed")();
      },
    });
  }

  /** A verdict that came, or came anew. @param {import("./api.js").Arrived} arrived */
  take(arrived) {
    this.claims[arrived.claim] = { text: arrived.verdict.text, arrived };
    this.tell("verdict", arrived.claim);
  }

  async cancel() {
    if (this.job) await remove(`/api/jobs/${this.job.id}`);
  }

  /** How many verdicts there are of each kind. */
  get counts() {
    const counts = { grounded: 0, contradicted: 0, unsupported: 0, unchecked: 0 };
    for (const { arrived } of this.claims) if (arrived) counts[arrived.verdict.status] += 1;
    return counts;
  }

  get arrived() {
    return this.claims.filter((it) => it.arrived).length;
  }

  /** @param {string} name @param {number} bytes @param {Role} role @returns {Entry} */
  #entry(name, bytes, role) {
    this.#keys += 1;
    const key = `p${this.#keys}`;
    const nothing = { paper: null, error: null, stage: "", done: 0, total: 0, position: null };
    this.entries.push({ key, name, bytes, role, sending: true, ...nothing });
    return this.entries[this.entries.length - 1];
  }

  /** @param {Entry} entry @param {import("./api.js").Paper} paper */
  #take(entry, paper) {
    Object.assign(entry, { paper, name: paper.name, sending: false });
    entry.error = paper.error;
    if (paper.open || paper.error) Object.assign(entry, { stage: "", position: null });
    this.#keep();
  }

  #keep() {
    const roles = this.entries.flatMap((it) => (it.paper ? [[it.paper.id, it.role]] : []));
    sessionStorage.setItem(ROLES, JSON.stringify(Object.fromEntries(roles)));
  }
}

/** Said before it is sent: a server that takes no more of it ends the connection. @param {number} most */
function tooLarge(most) {
  const detail = `it is too large: at most ${size(most)} are taken`;
  return { title: "It is too large", detail, hint: null, kind: "TooLarge", status: 413 };
}

/** The problem document of an error; one that is none of the server's is made up. @param {unknown} error */
export function toldOf(error) {
  if (error instanceof Problem) return error.told;
  const detail = connection.away ? "no answer came" : String(error);
  return { title: detail, detail, hint: "try again in a moment", kind: "", status: 0 };
}

export const session = new Session();
