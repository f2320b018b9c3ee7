// What the parts of the panel build elements with, and how they speak to who uses it.
import { isOwn, own, t } from "./words.js";

export const byId = (id) => document.getElementById(id);

/**
 * An element with properties (`class`, `data`, `on`, anything else as attribute) and children; empty ones are left out.
 */
export function make(name, { class: classes, data, on, ...attributes } = {}, ...children) {
  const element = document.createElement(name);
  if (classes) element.className = classes;
  Object.assign(element.dataset, data);
  for (const [type, listener] of Object.entries(on ?? {})) element.addEventListener(type, listener);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  fill(element, ...children);
  return element;
}

/** Why the bank declined or refused: marked as English where it has no other language. */
export function reasonLine(classes, reason) {
  return make("span", { class: classes, lang: !isOwn(reason) && "en" }, own(reason));
}

/** The warnings of a payment or a call; one without Spanish has the same in both languages. */
export function warningsOf({ warnings = [], warningsEs = [] }) {
  return warnings.map((en, index) => ({ en, ...(warningsEs[index] !== en && { es: warningsEs[index] }) }));
}

/** A warning in the panel's language. */
export function warningLine(warning) {
  return reasonLine("warning-text", warning);
}

/** A warning in the panel's language and, where that is another, as the console has it: to search for. */
export function fullWarning(warning) {
  const line = warningLine(warning);
  const original =
    line.textContent !== warning.en && make("span", { class: "warning-original", lang: "en" }, warning.en);
  return original ? make("span", {}, line, original) : line;
}

/** Puts children into an element in place of those it had; undefined, false and "" are left out. */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== undefined && child !== false && child !== ""));
}

/** One of the drawings in the page, without meaning of its own. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

const toast = byId("announce");
let hiding;

/** Says something in the one live region, seen for some seconds; `quiet` only for screen readers. */
export function announce(sentence, quiet = false) {
  toast.textContent = sentence;
  toast.classList.toggle("visually-hidden", quiet);
  toast.classList.toggle("is-shown", !quiet);
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    toast.classList.remove("is-shown");
    toast.textContent = "";
  }, 4000);
}

/** Copies text and says so. Gives whether the browser allowed it. */
export async function copy(text, said = t("copied")) {
  try {
    await navigator.clipboard.writeText(text);
    announce(said);
    return true;
  } catch {
    announce(t("copyFailed"));
    return false;
  }
}

/** Copies on click, and shows on the button that it did. */
export function copyOnClick(button, text) {
  button.addEventListener("click", async () => {
    if (!(await copy(text()))) return;
    button.classList.add("is-copied");
    setTimeout(() => button.classList.remove("is-copied"), 1200);
  });
}

/**
 * A function that calls `render` before the next frame. Many calls before a frame cost one drawing. A hidden tab has no
 * frames: it draws when it is visible again.
 */
export function batched(render) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      render();
    });
  };
}

/** Puts `rows` into `list` in this order and leaves untouched those that stand right already, focus included. */
export function arrange(list, rows) {
  let next = list.firstElementChild;
  const wanted = new Set(rows);
  for (const row of rows) {
    while (next && !wanted.has(next)) {
      const gone = next;
      next = next.nextElementSibling;
      gone.remove();
    }
    if (row === next) next = next.nextElementSibling;
    else list.insertBefore(row, next);
  }
  while (next) {
    const gone = next;
    next = next.nextElementSibling;
    gone.remove();
  }
}
