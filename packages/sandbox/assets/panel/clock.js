// The bank's clock: what it says, how far it is from ours, and how long until the batch closes.
import { command } from "./bank.js";
import { announce, byId } from "./dom.js";
import { dateOf, minuteOfDay, onLanguage, span, t, timeOfDay } from "./words.js";

const day = 24 * 60 * 60 * 1000;
const halfHour = 30 * 60 * 1000;
const commands = {
  plus30: { advance: halfHour },
  toSessionEnd: { to: "session-end" },
  toBatchClose: { to: "batch-close" },
  toReal: { reset: true },
};

/** @param moved called when the clock has jumped */
export function bankClock({ moved }) {
  let base = { now: Date.now(), at: performance.now() };
  let offset = 0;
  let close = { next: undefined };

  const now = () => base.now + performance.now() - base.at;

  function show() {
    const at = now();
    byId("now").textContent = timeOfDay(at);
    byId("now").dateTime = new Date(at).toISOString();
    byId("date").textContent = dateOf(at);
    const ahead = Math.abs(offset) >= 1000;
    byId("offset").classList.toggle("is-ahead", ahead);
    const way = offset > 0 ? `+${span(offset)}` : `−${span(offset)}`;
    byId("offset").textContent = ahead ? `${way} · ${t(offset > 0 ? "ahead" : "behind")}` : t("realTime");
    const next = nextClose(at);
    const left = next - at;
    byId("close-time").textContent = minuteOfDay(next);
    byId("close-in").textContent = `${t("inTime")} ${span(left)}`;
    const rail = document.querySelector(".day");
    rail.style.setProperty("--now", String(1 - left / day));
    rail.style.setProperty("--real", String((((1 - (left + offset) / day) % 1) + 1) % 1));
    rail.classList.toggle("is-ahead", ahead);
  }

  // Between two events the next close may pass, and a clock set back has an earlier one.
  function nextClose(at) {
    const next = close.next ?? at;
    return at + ((((next - at) % day) + day) % day);
  }

  function set(clock, batchClose) {
    base = { now: clock.now, at: performance.now() };
    offset = clock.offset;
    if (batchClose) close = batchClose;
    show();
    moved();
  }

  async function send(name) {
    if (await command("POST", "clock", commands[name])) announce(`${t("clockMoved")} ${timeOfDay(now())}`);
  }

  for (const button of document.querySelectorAll("[data-clock]"))
    button.addEventListener("click", () => void send(button.dataset.clock));
  onLanguage(show);

  return { now, set, show, advance: () => send("plus30") };
}
