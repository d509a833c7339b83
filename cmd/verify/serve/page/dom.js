// Elements are made here alone, and what they say is set as text: nothing of a paper, a claim or a
// file's name can become markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties] attributes; `class`, `on` (listeners) and `data`
 * @param {...(Child | Child[])} children text and elements
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on")
      for (const [event, does] of Object.entries(value)) element.addEventListener(event, does);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...shown(children));
  return element;
}

/** Replace what an element has. @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren(...shown(children));
}

/** @param {(Child | Child[])[]} children */
function shown(children) {
  return children
    .flat()
    .filter((it) => it !== null && it !== undefined && it !== false)
    .map((it) => (typeof it === "number" ? String(it) : /** @type {Node | string} */ (it)));
}

/** An element of the page itself. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** @param {string} label @param {() => void} does @param {Record<string, any>} [properties] */
export function button(label, does, properties = {}) {
  return h("button", { type: "button", on: { click: does }, ...properties }, label);
}
