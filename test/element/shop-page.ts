// The script of the page that router.mjs serves: the element, and a record of what it says and of every violation of
// the page's policy.
import "../../packages/element/src/define.ts";
import "./ticks.ts";

/** What the page has seen so far. */
export interface Seen {
  events: string[];
  violations: string[];
}

declare global {
  interface Window {
    seen?: Seen;
  }
}

// This frame plays a whole tab: what it sends to the top comes here.
const { submit } = HTMLFormElement.prototype;
HTMLFormElement.prototype.submit = function submitHere() {
  if (this.target === "_top") this.target = "_self";
  submit.call(this);
};

// As in the browser of another app.
if (new URLSearchParams(location.search).has("refuses-storage")) {
  Object.defineProperty(window, "localStorage", {
    get() {
      throw new DOMException("refused", "SecurityError");
    },
  });
}

const seen: Seen = { events: [], violations: [] };
window.seen = seen;
addEventListener("securitypolicyviolation", ({ violatedDirective }) => seen.violations.push(violatedDirective));
for (const name of ["before", "blocked", "open", "closed", "checking", "pending", "approved", "declined", "settled"]) {
  addEventListener(`pay-${name}`, () => seen.events.push(name));
}
