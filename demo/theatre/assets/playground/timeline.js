const locale = document.documentElement.lang === "es" ? "es-DO" : "en-US";
const clock = new Intl.DateTimeFormat(locale, {
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
});
const whole = new Intl.NumberFormat(locale, { useGrouping: "always" });

/** An element with its class and its content. */
function make(tag, className, ...children) {
  const node = document.createElement(tag);
  node.className = className;
  node.append(...children);
  return node;
}

/**
 * A time line that begins at a moment: a strip whose parts are as long as the time between two events, and under it a
 * list with the milliseconds from the beginning to each.
 */
export function timeline(start) {
  // What the strip shows stands in the list, too.
  const strip = make("div", "strip");
  strip.ariaHidden = "true";
  const list = make("ol", "");
  const begun = make("time", "", clock.format(start));
  begun.dateTime = new Date(start).toISOString();
  let latest = start;

  function add({ at, name, value }) {
    const kind = name.replace("pay-", "");
    strip.lastElementChild?.style.setProperty("flex-grow", at - latest);
    strip.append(make("i", kind));
    latest = at;
    list.append(line(at - start, name, kind, value));
  }

  return { section: make("section", "payment", make("h3", "", begun), strip, list), add };
}

function line(elapsed, name, kind, value) {
  const head = [
    make("span", "elapsed", `${whole.format(elapsed)} ms`),
    make("code", "name", name),
    make("span", "what", value?.outcome ?? ""),
  ];
  if (value === undefined) return make("li", kind, make("p", "", ...head));
  const body = make("pre", "", JSON.stringify(value, undefined, 2));
  body.tabIndex = 0;
  return make("li", kind, make("details", "", make("summary", "", ...head), body));
}
