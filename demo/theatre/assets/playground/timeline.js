const locale = document.documentElement.lang === "es" ? "es-DO" : "en-US";
const clock = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
const whole = new Intl.NumberFormat(locale, { useGrouping: "always" });

/** An element with its class and its content. */
function make(tag, className, ...children) {
  const node = document.createElement(tag);
  node.className = className;
  node.append(...children);
  return node;
}

/**
 * A time line that has a title and begins at a moment: a strip whose parts are as long as the time between two events, and
 * under it a list with the time from the beginning to each.
 */
export function timeline(title, start) {
  // What the strip shows stands in the list, too.
  const strip = make("div", "strip");
  strip.ariaHidden = "true";
  const list = make("ol", "");
  const begun = make("time", "", clock.format(start));
  begun.dateTime = new Date(start).toISOString();
  const lasted = make("span", "");
  let latest = start;
  let said;

  function add({ at, name, value }) {
    const kind = name.replace("pay-", "");
    strip.lastElementChild?.style.setProperty("flex-grow", at - latest);
    strip.append(make("i", kind));
    latest = at;
    lasted.textContent = elapsedText(at - start);
    const outcome = value?.outcome ?? said;
    list.append(line(at - start, name, kind, { value, news: [said, kind].includes(outcome) ? "" : outcome }));
    said = outcome;
  }

  return { section: make("section", "payment", make("h3", "", make("b", "", title), begun, lasted), strip, list), add };
}

/** Milliseconds below one second; then seconds, with tenths below ten, minutes and hours. */
function elapsedText(ms) {
  if (ms < 1000) return `${ms}\u00a0ms`;
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)}\u00a0s`;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${seconds}\u00a0s`;
  if (minutes < 60) return `${minutes}\u00a0min ${seconds % 60}\u00a0s`;
  return `${whole.format(Math.floor(minutes / 60))}\u00a0h ${minutes % 60}\u00a0min`;
}

/** An event. Its outcome is written only where it is news: neither its name nor an event before it says it. */
function line(ms, name, kind, { value, news }) {
  const elapsed = make("time", "elapsed", elapsedText(ms));
  elapsed.dateTime = `PT${ms / 1000}S`;
  const head = [elapsed, make("code", "name", name), make("span", "what", news)];
  if (value === undefined) return make("li", kind, make("p", "", ...head));
  const body = make("pre", "", JSON.stringify(value, undefined, 2));
  body.tabIndex = 0;
  return make("li", kind, make("details", "", make("summary", "", ...head), body));
}
