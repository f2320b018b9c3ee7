const names = ["before", "blocked", "open", "closed", "checking", "pending"];
const outcomes = ["approved", "declined", "cancelled", "expired", "unknown", "failed"];
const key = "playground-log";
const longest = 60;

function make(tag, className, ...children) {
  const node = document.createElement(tag);
  node.className = className;
  node.append(...children);
  return node;
}

/**
 * Writes every event of the element into a list, newest first, with what it carries folded away. A redirect leaves the
 * page, so the list is kept for the tab.
 */
export function keepLog(list, empty) {
  let entries = JSON.parse(sessionStorage.getItem(key) ?? "[]");

  function line({ at, name, value }) {
    const time = make("time", "", new Date(at).toLocaleTimeString("en-GB"));
    const outcome = value?.outcome ?? "";
    const head = [time, make("code", `name ${name.replace("pay-", "")}`, name), make("span", "what", outcome)];
    if (value === undefined) return make("li", "", make("p", "", ...head));
    const body = make("pre", "", JSON.stringify(value, undefined, 2));
    body.tabIndex = 0;
    return make("li", "", make("details", "", make("summary", "", ...head), body));
  }

  function show() {
    list.replaceChildren(...entries.map(line));
    empty.hidden = entries.length > 0;
  }

  function add(name, value) {
    entries = [{ at: Date.now(), name, value }, ...entries].slice(0, longest);
    sessionStorage.setItem(key, JSON.stringify(entries));
    list.prepend(line(entries[0]));
    while (list.children.length > longest) list.lastChild.remove();
    empty.hidden = true;
  }

  for (const name of [...names, ...outcomes, "settled"]) {
    addEventListener(`pay-${name}`, ({ type, result }) => add(type, result));
  }
  show();
  return {
    add,
    clear() {
      entries = [];
      sessionStorage.removeItem(key);
      show();
    },
  };
}
