// What is asked of verify serve. An answer that is an error is thrown as a `Problem`; no answer at
// all as an `Away`.
import { connection } from "./connection.js";

/**
 * @typedef {{title: string, detail: string, hint: string | null, kind: string, status: number,
 *   fault?: string, problems?: {field: string, problem: string, value: unknown}[]}} Told
 * @typedef {{number: number, label: string, width: number, height: number, unread: string,
 *   damaged: string}} Page
 * @typedef {{id: string, name: string, bytes: number, job: string | null, open: boolean,
 *   media_type: string | null, title: string | null, chunks: number, notes: string[],
 *   damaged: boolean, pages: Page[], error: Told | null}} Paper
 * @typedef {{id: string, kind: string, state: string, position: number, events: string,
 *   error: Told | null}} Job
 * @typedef {{page: number, x0: number, y0: number, x1: number, y1: number}} Box
 * @typedef {{document: string, text: string, score: number, span: [number, number],
 *   pages: number[], boxes: Box[], section: string}} Evidence
 * @typedef {{code: string, claim: string, paper: string, span: [number, number],
 *   pages: number[], where?: string}} Conflict
 * @typedef {{text: string, span: [number, number], status: import("./session.js").Status,
 *   score: number, reason: string, evidence: Evidence[], conflicts: Conflict[]}} Part
 * @typedef {{evidence: number, support: number, denial: number, runners_up: Evidence[],
 *   features: {name: string, value: number, added: number}[]}} Explanation
 * @typedef {{text: string, file: string | null, line: number, cites: string[],
 *   status: import("./session.js").Status, score: number | null, calibrated: boolean,
 *   decided: string | null, threshold: number, reason: string, evidence: Evidence[],
 *   conflicts: Conflict[], parts: Part[], explanation: Explanation | null,
 *   papers: {document: string, status: import("./session.js").Status, score: number}[]}} Verdict
 * @typedef {{claim: number, verdict: Verdict, papers: Record<string, string>}} Arrived
 */

export class Problem extends Error {
  /** @param {Told} told */
  constructor(told) {
    super(told.detail);
    this.told = told;
  }
}

export class Away extends Error {}

/**
 * @param {string} method @param {string} path @param {unknown} [json]
 * @param {{body?: Blob, headers?: Record<string, string>, signal?: AbortSignal}} [other]
 * @returns {Promise<Response>}
 */
async function answered(method, path, json, other = {}) {
  const { body, headers = {}, signal } = other;
  /** @type {RequestInit} */
  const asked = { method, headers: { ...headers }, signal };
  if (json !== undefined) {
    asked.body = JSON.stringify(json);
    asked.headers = { "Content-Type": "application/json", ...headers };
  } else if (body) asked.body = body;
  let answer;
  try {
    answer = await fetch(path, asked);
  } catch (error) {
    if (signal?.aborted) throw error;
    connection.lost();
    throw new Away("verify serve does not answer");
  }
  connection.found(answer.status);
  if (answer.ok) return answer;
  throw new Problem(await told(answer));
}

/** @param {Response} answer @returns {Promise<Told>} */
export async function told(answer) {
  try {
    return await answer.json();
  } catch {
    const detail = `it answered ${answer.status}`;
    return { title: detail, detail, hint: null, kind: "", status: answer.status };
  }
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = async (path, signal) =>
  (await answered("GET", path, undefined, { signal })).json();
/** @param {string} path @param {unknown} json @returns {Promise<any>} */
export const post = async (path, json) => (await answered("POST", path, json)).json();
/** @param {string} path @param {unknown} json @param {AbortSignal} [signal] @returns {Promise<any>} */
export const put = async (path, json, signal) =>
  (await answered("PUT", path, json, { signal })).json();
/** @param {string} path */
export const remove = async (path) => void (await answered("DELETE", path));

/** A list, and how many there are in all. @param {string} path @returns {Promise<[any, number]>} */
export async function page(path) {
  const answer = await answered("GET", path);
  return [await answer.json(), Number(answer.headers.get("Vera-Total"))];
}

/** Send a file. @param {File} file @param {string} role @returns {Promise<Paper>} */
export async function send(file, role) {
  const path = `/api/papers?name=${encodeURIComponent(file.name)}&role=${role}`;
  return (await answered("POST", path, undefined, { body: file })).json();
}

/**
 * Hear what a job tells, from its beginning, until it is over. A browser goes on by itself where it
 * was cut off.
 * @param {string} path @param {Record<string, (data: any) => void>} told by the names of events;
 *   `gone` where the job is no more there
 * @returns {() => void} what ends it
 */
export function listen(path, told) {
  const source = new EventSource(path);
  const over = new Set(["done", "failed", "cancelled"]);
  for (const name of ["queued", "running", "progress", "opening", "verdict", "added", ...over])
    source.addEventListener(name, (event) => {
      if (over.has(name)) source.close();
      told[name]?.(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
  source.addEventListener("open", () => connection.found(200));
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) told.gone?.({});
    connection.lost();
  });
  return () => source.close();
}
