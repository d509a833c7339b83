// Files that are added to a library: sent, kept, and told of one by one.
import { listen, post } from "./api.js";
import { say } from "./live.js";
import { session, toldOf } from "./session.js";
import { count, problemText, sentence } from "./words.js";

/**
 * @param {string} library @param {File[]} files
 * @param {(says: string) => void} far told how far it is, and nothing at the end
 * @returns {Promise<string[]>} what went wrong
 */
export async function addTo(library, files, far) {
  const faults = [];
  far(`Sending ${count(files.length, "file")}`);
  try {
    const entries = await session.drop(files, "part");
    const ids = entries.flatMap((it) => (it.paper ? [it.paper.id] : []));
    for (const it of entries) if (it.error) faults.push(`${it.name}: ${problemText(it.error)}`);
    if (ids.length) faults.push(...(await added(library, ids, far)));
    for (const entry of entries) await session.remove(entry);
  } catch (error) {
    faults.push(problemText(toldOf(error)));
  }
  far("");
  return faults;
}

/** @param {string} library @param {string[]} ids @param {(says: string) => void} far */
async function added(library, ids, far) {
  const job = await post(`/api/libraries/${encodeURIComponent(library)}/papers`, { papers: ids });
  /** @type {string[]} */
  const faults = [];
  await new Promise((/** @type {(value: void) => void} */ resolve) => {
    listen(job.events, {
      progress: ({ done, total, what }) => far(`Adding ${what}, ${done + 1} of ${total}`),
      added: ({ added, name }) => {
        for (const it of added.unread)
          faults.push(`${name} was not added. ${sentence(it.message)} ${sentence(it.hint ?? "")}`);
      },
      failed: (error) => {
        faults.push(problemText(error));
        resolve();
      },
      done: () => {
        say("Added");
        resolve();
      },
      cancelled: () => resolve(),
      gone: () => resolve(),
    });
  });
  return faults;
}
