// Places where files are dropped; a button in each chooses them.
import { h } from "./dom.js";

/**
 * A place where files are dropped, with a button that chooses them.
 * @param {{what: string, id: string, choose?: string, accept?: string, multiple?: boolean}} of
 * @param {string} hint @param {(files: File[]) => void} take
 */
export function dropZone(
  { what, id, choose = "choose files", accept, multiple = true },
  hint,
  take,
) {
  const input = h("input", {
    type: "file",
    id,
    accept,
    multiple,
    class: "unseen",
    "aria-describedby": `${id}-hint`,
    on: {
      change: () => {
        const files = Array.from(input.files ?? []);
        input.value = "";
        if (files.length) take(files);
      },
    },
  });
  const zone = h(
    "div",
    { class: "zone" },
    input,
    h("label", { for: id }, h("strong", {}, what), " or ", h("u", {}, choose)),
    h("p", { class: "faint", id: `${id}-hint` }, hint),
  );
  takeDrops(zone, take);
  return zone;
}

/** @param {HTMLElement} element @param {(files: File[]) => void} take */
export function takeDrops(element, take) {
  const over = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.add("over");
  };
  element.addEventListener("dragenter", over);
  element.addEventListener("dragover", over);
  element.addEventListener("dragleave", (event) => {
    if (!element.contains(/** @type {Node} */ (event.relatedTarget)))
      element.classList.remove("over");
  });
  element.addEventListener("drop", (event) => {
    element.classList.remove("over");
    const files = Array.from(event.dataTransfer?.files ?? []);
    event.preventDefault();
    event.stopPropagation();
    if (files.length) take(files);
  });
}
