import "@ventanilla/element/define";

const order = new URLSearchParams(location.search).get("order") ?? "A-1001";
const news = document.getElementById("news");

const routes = {
  "#order": () => [heading(`Order ${order}`), Object.assign(document.createElement("ventanilla-pay"), { order })],
  "#shelf": () => [heading("Coffee, cocoa, cassava")],
};

const heading = (words) => Object.assign(document.createElement("h1"), { textContent: words });

function show() {
  const route = routes[location.hash] ?? routes["#order"];
  document.querySelector("main").replaceChildren(...route());
}

async function report(pay) {
  const { outcome, message } = await pay.whenSettled;
  news.textContent = outcome === "approved" ? `Thank you. Order ${order} is paid.` : message;
}

// The buyer may have gone to another route when the payment ends: then the tag is gone, and its promise is not.
addEventListener("pay-open", ({ target }) => void report(target));
addEventListener("hashchange", show);
show();
