// Sends the buyer back to the shop by itself. After the back button the page stays, so that it can be read.
const way = document.querySelector("[data-after]");
const [visit] = performance.getEntriesByType("navigation");

// The first of two posts, whose answer nobody sees.
const ahead = document.querySelector("form.ahead");
function postAhead() {
  if (!ahead) return Promise.resolve();
  const body = new URLSearchParams(new FormData(ahead));
  return fetch(ahead.action, { method: "POST", mode: "no-cors", keepalive: true, body }).catch(() => {});
}

function leave() {
  if (way instanceof HTMLFormElement) way.requestSubmit();
  else location.assign(way.href);
}

if (way && visit?.type === "navigate") {
  document.querySelector(".returning").textContent = way.dataset.note;
  setTimeout(() => void postAhead().then(leave), Number(way.dataset.after));
}
