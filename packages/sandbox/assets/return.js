// Sends the buyer back to the shop by itself. Coming here by the back button does not: one may stay and read.
const form = document.querySelector("form[data-after]");
const [visit] = performance.getEntriesByType("navigation");

if (form && visit?.type === "navigate") {
  form.querySelector("[role=status]").textContent = form.dataset.note;
  setTimeout(() => form.requestSubmit(), Number(form.dataset.after));
}
