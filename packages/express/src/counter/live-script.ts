/**
 * Looks for news every ten seconds while the page is seen: fetches what changes, and puts it in place. Not while
 * somebody is in the middle of it: what has the focus, is opened, selected or filled in stays.
 */
export const liveScript: string = `
const live = document.getElementById("live");
let shown;
const isFilledIn = (field) => field.value !== field.defaultValue || field.checked !== field.defaultChecked;
const isBusy = () =>
  live.contains(document.activeElement) ||
  live.querySelector("details[open]") ||
  [...live.querySelectorAll("input, textarea")].some(isFilledIn) ||
  String(getSelection()) !== "";
async function look() {
  if (document.hidden || isBusy()) return;
  const answer = await fetch(location.href, { headers: { "Ventanilla-Live": "1" }, redirect: "error" });
  const text = await answer.text();
  if (!answer.ok || text === shown || isBusy()) return;
  shown = text;
  live.innerHTML = text;
}
setInterval(() => look().catch(() => {}), 10000);
document.addEventListener("visibilitychange", () => look().catch(() => {}));
`;
