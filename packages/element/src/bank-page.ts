/** The name of the frame in a dialog. There is never more than one. */
export const frameName = "ventanilla:frame";

/**
 * Whether the browser is one that opens windows beside a page: not an app's own (Instagram's, Facebook's …), and not an
 * installed web app, where a window would leave the app or take its place.
 */
export function opensWindows(): boolean {
  const inApp = /; wv|FBA|Instagram|(iPhone|iPad)(?!.*Safari)/;
  return !inApp.test(navigator.userAgent) && !matchMedia("(display-mode:standalone)").matches;
}

/**
 * Opens an empty window. Must be called in the click itself: after an `await` browsers block it.
 * @param name of the window; one that is open already under this name is taken again
 * @returns null when the browser refuses, or gives this window itself
 */
export function openWindow(name: string): Window | null {
  const opened = open("", name, "popup,width=480,height=760");
  return opened === window ? null : opened;
}

/**
 * Posts a form to the router, into the window of that name or into this one (`_self`). The page's policy needs no more
 * than `form-action 'self'`, or the router's origin where that is another; then the router is told whose page this is.
 */
export function postForm(action: string, fields: Record<string, string>, target: string): void {
  const form = Object.assign(document.createElement("form"), { action, target, method: "post" });
  form.addEventListener("formdata", ({ formData }) => {
    for (const name in fields) formData.append(name, fields[name] ?? "");
    if (originOf(action) !== origin) formData.append("origin", origin);
  });
  document.body.append(form);
  form.submit();
  form.remove();
}

/** The origin of an address, which may be relative to the page. */
export function originOf(address: string): string {
  return new URL(address, document.baseURI).origin;
}
