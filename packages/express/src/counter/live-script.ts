/**
 * Asks for what changes in an open page, and its answer's header that names who looks. An answer without it is not of the
 * counter: a login page, or a proxy's.
 */
export const liveHeader = "Ventanilla-Live";

/**
 * Looks for news every ten seconds while the page is seen: fetches what changes, and puts it in place. Not while
 * somebody is in the middle of it: what has the focus, is opened, selected or filled in stays. Says when no news comes,
 * and loads the page again when somebody else looks.
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
  live.contains(document.activeElement) ||
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
setInterval(() => look().catch(sayStale), 10000);
document.addEventListener("visibilitychange", () => look().catch(sayStale));
`;
