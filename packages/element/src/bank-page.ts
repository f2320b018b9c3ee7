/** The name of the frame in a dialog. There is never more than one. */
export const frameName = "ventanilla:frame";

/**
 * Whether the browser opens windows beside a page. Not so in the browsers of other apps (Instagram's, Facebook's …),
 * and not in an installed web app, where a window would leave the app or take its place.
 */
export function opensWindows(): boolean {
  const inApp = /; wv|FBA|Instagram|(iPhone|iPad)(?!.*Safari)/;
  return (
    !inApp.test(navigator.userAgent) &&
    !globalThis.matchMedia?.("(display-mode:standalone),(display-mode:minimal-ui)").matches
  );
}

/**
 * Opens a window in the middle of this one, on whatever screen that is. Must be called in the click itself: after an
 * `await` browsers block it.
 * @param name of the window; one that is already open under this name is used again
 * @param element its custom properties set the size, in `px`
 * @returns null when the browser refuses, or answers with this window itself
 */
export function openWindow(name: string, element: Element): Window | null {
  const size = getComputedStyle(element).getPropertyValue("--ventanilla-window-size");
  const [width = 480, height = 760] = (/([\d.]+)px ([\d.]+)px/.exec(size) ?? []).slice(1).map(Number);
  const left = screenX + (outerWidth - width) / 2;
  const top = screenY + (outerHeight - height) / 2;
  const opened = find(name, `popup,width=${width},height=${height},left=${left},top=${top}`);
  return opened === window ? null : opened;
}

/**
 * Posts a form to the router. The page's policy needs no more than `form-action 'self'`, or the router's origin where
 * that is another; then the form also carries this page's origin.
 * @param target name of a window or frame; `_top` for the whole tab, where this page may be in a frame
 * @param fields of the form; one that is undefined is sent empty
 * @returns false when the page around this one forbids that (`sandbox`): then nothing is posted
 */
export function postForm(action: string, target: string, fields: Record<string, string | undefined>): boolean {
  const form = Object.assign(document.createElement("form"), { action, target, method: "post" });
  form.addEventListener("formdata", ({ formData }) => {
    for (const [name, value] of Object.entries(fields)) formData.append(name, value ?? "");
    if (originOf(action) !== origin) formData.append("origin", origin);
  });
  document.body.append(form);
  // Asked only inside a frame: in Firefox, asking gives the tab an opener, and the page after the bank's would take the
  // tab for a window.
  const isAllowed = target !== "_top" || top === self || find("_top") !== null;
  try {
    if (isAllowed) form.submit();
  } catch {
    // Firefox throws when this page's own policy stops the form. It has already dispatched the event that other
    // browsers dispatch later.
  }
  form.remove();
  return isAllowed;
}

/**
 * Opens an empty window, or finds the one of that name and leaves it as it is. Where a sandbox forbids it, browsers
 * answer null, and Firefox throws.
 */
function find(name: string, features?: string): Window | null {
  try {
    return open("", name, features);
  } catch {
    return null;
  }
}

/** The origin of an address, which may be relative to the page. */
export function originOf(address: string): string {
  return new URL(address, document.baseURI).origin;
}
