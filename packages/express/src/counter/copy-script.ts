/** Copies the text of a field: a button for it is shown only where this runs. */
export const copyScript = `
document.documentElement.dataset.script = "";
document.addEventListener("click", async ({ target }) => {
  const field = document.getElementById(target.dataset?.copies);
  if (!field) return;
  field.select();
  await navigator.clipboard?.writeText(field.value);
  target.closest("p").querySelector("[role=status]").textContent = target.dataset.done;
});
`;
