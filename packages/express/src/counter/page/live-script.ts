/**
 * In a request: asks for the part of an open page that changes. In the answer: the name of the staff member, as a URI
 * component. An answer without it is not from the counter: it is a login page, or from a proxy.
 */
export const liveHeader = "Ventanilla-Live";

/**
 * Updates the page every ten seconds, or as often as it says, while it is visible: fetches the part that changes, and
 * replaces it. It waits while somebody types or moves by keys in that part, something in it is opened or filled in, or
 * text is selected. It says when updates fail, and reloads the page when another staff member has logged in.
 */
export const liveScript: string = `
const live = document.getElementById("live");
const stale = document.getElementById("stale");
let shown = live.innerHTML;
let updatedAt = new Date();
const isFilledIn = (field) =>
  field.localName === "option"
    ? field.selected !== field.defaultSelected
    : field.value !== field.defaultValue || field.checked !== field.defaultChecked;
const isBusy = () =>
  live.querySelector(":focus-visible") ||
  live.querySelector("details[open]") ||
  [...live.querySelectorAll("input, textarea, option")].some(isFilledIn) ||
  String(getSelection()) !== "";
async function look() {
  if (document.hidden || isBusy()) return;
  const answer = await fetch(location.href, {
    headers: { "${liveHeader}": "1" },
    redirect: "error",
    signal: AbortSignal.timeout(9000),
  });
  const member = answer.headers.get("${liveHeader}");
  if (!answer.ok || member === null) throw new Error("no answer of the counter");
  const news = document.createElement("template");
  news.innerHTML = await answer.text();
  updatedAt = new Date();
  stale.textContent = "";
  if (isBusy()) return;
  if (member !== live.dataset.member) return location.reload();
  if (news.innerHTML === shown) return;
  shown = news.innerHTML;
  live.replaceChildren(news.content);
}
function sayStale() {
  const { text, locale, zone } = stale.dataset;
  const time = updatedAt.toLocaleTimeString(locale, { timeStyle: "short", timeZone: zone });
  stale.textContent = text.replace("{time}", time);
}
setInterval(() => look().catch(sayStale), 1000 * (live.dataset.seconds ?? 10));
document.addEventListener("visibilitychange", () => look().catch(sayStale));
`;
