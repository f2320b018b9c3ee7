/**
 * The script of a page whose button copies the text of a field, and once it is copied says so in a status of its paragraph:
 * `<button type="button" class="scripted" data-copies="address" data-done="Copied">`. The page's style hides `.scripted`
 * until `<html>` has `data-script`.
 */
export const copyScript: string = `
document.documentElement.dataset.script = "";
document.addEventListener("click", async ({ target }) => {
  const field = document.getElementById(target.dataset?.copies);
  if (!field) return;
  const isWritten = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (isWritten || copySelected(field)) {
    target.closest("p").querySelector("[role=status]").textContent = target.dataset.done;
  }
});
// Without https there is no clipboard, and a browser may refuse it. Where this fails, too, the text is in sight and selected.
function copySelected(field) {
  field.closest("details")?.setAttribute("open", "");
  field.hidden = false;
  field.focus();
  field.select();
  return document.execCommand("copy");
}
`;

/**
 * The script of a page with `<button type="button" id="print" hidden>`. Without it there is no button: the browser's menu
 * prints, too.
 */
export const printScript: string = `
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
`;
