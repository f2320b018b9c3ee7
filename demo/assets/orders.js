// Renews the list of orders every four seconds, while a payment is under way and the page is visible.
const every = 4000;

/** The page as it is now; `null` when the shop cannot be reached. */
function freshPage() {
  return new Promise((resolve) => {
    // Not fetch and DOMParser: under the shop's policy no script makes markup out of text.
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.onloadend = () => resolve(request.status === 200 ? request.response : null);
    request.open("GET", location.href);
    request.send();
  });
}

// Not what the page has now: a translator may have changed that, and would have to begin again each time.
let shown = document.querySelector("#orders")?.innerHTML;

async function renew() {
  const list = document.querySelector("#orders");
  if (!list?.hasAttribute("data-live")) return;
  if (document.visibilityState === "visible") {
    const fresh = (await freshPage())?.querySelector("#orders");
    if (fresh && fresh.innerHTML !== shown && !list.contains(document.activeElement)) {
      shown = fresh.innerHTML;
      list.replaceWith(fresh);
    }
  }
  setTimeout(() => void renew(), every);
}

setTimeout(() => void renew(), every);
