import { timeline } from "./timeline.js";

const names = ["before", "blocked", "open", "closed", "checking", "pending"];
const outcomes = ["approved", "declined", "cancelled", "expired", "unknown", "failed"];
const key = "playground-log";
const longest = 60;

/**
 * Writes every event of the element into time lines, one for each payment, the newest first, with what it carries folded
 * away. A redirect leaves the page, so the entries are kept for the tab.
 */
export function keepLog(list, empty) {
  let entries = JSON.parse(sessionStorage.getItem(key) ?? "[]");
  let last;

  function show(entry) {
    // A payment begins with its first event; whatever happens in between belongs to the one before.
    if (last === undefined || entry.name === "pay-before") {
      last = timeline(`${list.dataset.run} ${list.childElementCount + 1}`, entry.at);
      list.prepend(last.section);
    }
    last.add(entry);
  }

  function showAll() {
    list.replaceChildren();
    last = undefined;
    entries.forEach(show);
    empty.hidden = entries.length > 0;
  }

  function add(name, value) {
    const entry = { at: Date.now(), name, value };
    entries = [...entries, entry].slice(-longest);
    sessionStorage.setItem(key, JSON.stringify(entries));
    show(entry);
    empty.hidden = true;
  }

  for (const name of [...names, ...outcomes, "settled"]) {
    addEventListener(`pay-${name}`, ({ type, result }) => add(type, result));
  }
  showAll();
  return {
    add,
    clear() {
      entries = [];
      sessionStorage.removeItem(key);
      showAll();
    },
  };
}
