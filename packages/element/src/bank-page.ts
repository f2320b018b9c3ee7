/**
 * Opens an empty window in the middle of this one. Must be called in the click itself: after an `await` browsers block it.
 * @param name of the window; one that is open already under this name is taken again
 * @returns null when the browser refuses
 */
export function openWindow(name: string): Window | null {
  const left = screenX + (outerWidth - 480) / 2;
  const top = screenY + (outerHeight - 760) / 2;
  return open("", name, `popup,width=480,height=760,left=${left},top=${top}`);
}

/**
 * Posts a form to the router, into the window of that name or into this one (`_self`). The page's policy needs no more
 * than `form-action 'self'`.
 */
export function postForm(action: string, fields: Record<string, string>, target: string): void {
  const form = Object.assign(document.createElement("form"), { action, target, method: "post" });
  form.addEventListener("formdata", ({ formData }) => {
    for (const name in fields) formData.append(name, fields[name] ?? "");
  });
  document.body.append(form);
  form.submit();
  form.remove();
}
