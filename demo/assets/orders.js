// Renews the list of orders every four seconds, while a payment is under way and the page is visible.
const every = 4000;

async function renew() {
  const list = document.querySelector("#orders");
  if (!list?.hasAttribute("data-live")) return;
  if (document.visibilityState === "visible") {
    const page = await fetch(location.href, { headers: { Accept: "text/html" } })
      .then((response) => (response.ok ? response.text() : undefined))
      // The shop cannot be reached; the next round asks again.
      .catch(() => undefined);
    const fresh = page && new DOMParser().parseFromString(page, "text/html").querySelector("#orders");
    if (fresh && fresh.innerHTML !== list.innerHTML && !list.contains(document.activeElement)) list.replaceWith(fresh);
  }
  setTimeout(() => void renew(), every);
}

setTimeout(() => void renew(), every);
