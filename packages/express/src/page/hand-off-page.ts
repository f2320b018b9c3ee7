import type { AuthorizeForm, Money } from "@ventanilla/client";
import { formatMoney, html, isSameOrigin, privateHeaders, seeOther } from "@ventanilla/web";
import { sendJson } from "../http/answer.ts";
import { type LaunchPage, launchPageOf, relaunchFields } from "./launch-page.ts";
import { backLink, closeScript, launchForm, sendPage, type Visit } from "./page.ts";

// Submitted while the page is still being parsed, so that the bank's page replaces it in the history. Where the policy
// refuses the bank's redirect, the launch is sent again with the number of origins that the policy named. It is sent by
// the prototype's method, because a field of the shop's own may be called "submit".
const script = `addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
  if (effectiveDirective === "form-action") {
    HTMLFormElement.prototype.submit.call(document.getElementById("launch"));
  }
});
${closeScript}document.getElementById("bank").submit();`;

/**
 * Sends the page that posts SESSION to the bank. It shows what happens and what is to be paid, and after 3 seconds a
 * button to continue and a link to the shop: the bank may not answer, and the browser may run no scripts or refuse the
 * bank's redirect.
 * @param origins to which the page's policy lets the form be posted and redirected
 */
export function sendHandOffPage(
  { response, settings }: Visit,
  page: LaunchPage,
  { form, amount, origins }: { form: AuthorizeForm; amount: Money; origins: readonly string[] },
): void {
  const { language, mode, returnTo, origin = settings.origin } = page;
  const words = settings.languages.of(language);
  const { title, message, late, go } = words.launch;
  sendPage(response, settings, {
    status: 200,
    language,
    title,
    mark: "turning",
    body: html`<p class="amount"><bdi>${formatMoney(amount)}</bdi></p>
<p>${message}</p>
<div class="late" role="status">
<p>${late}</p>
<form method="post" action="${form.action}" id="bank">
<input type="hidden" name="SESSION" value="${form.fields.SESSION}">
<button>${go}</button>
</form>
<div class="quiet">${backLink(settings, { mode, origin, returnTo }, words)}</div>
</div>`,
    relaunch: { ...relaunchFields(settings, page), lang: language, blocked: String(origins.length) },
    script,
    formAction: [...origins, "'self'"],
    framedBy: mode === "modal" ? origin : undefined,
  });
}

/**
 * Sends the page for a launch that needs the whole window, and is in a frame, or was sent by a script: neither the policy
 * of the next page nor that of most banks allows a frame, and a script gets no page of another site. So the same launch
 * begins again in the whole window, with a click: without one, browsers let no frame change the window.
 */
export function sendFramePage({ response, settings }: Visit, page: LaunchPage, status = 200): void {
  const { framed, launch } = settings.languages.of(page.language);
  const { title, message } = framed;
  const button = html`<button>${launch.go}</button>`;
  sendPage(response, settings, {
    status,
    language: page.language,
    title,
    mark: "plain",
    body: html`<p>${message}</p>${launchForm(settings, relaunchFields(settings, page), button, "_top")}`,
    framedBy: "*",
  });
}

/** What of a launch its address may say: not the shop's own fields, which may be secret. */
const named = ["order", "attempt", "lang", "returnTo", "origin"] as const;

/**
 * Sends a program that has sent a launch to the page of {@link sendLaunchAgain}: by a redirect or, where it reads JSON,
 * by one in the words of SvelteKit's actions.
 */
export function redirectLaunch({ response, settings }: Visit, page: LaunchPage, reads: "json" | "address"): void {
  const query = new URLSearchParams();
  for (const name of named) if (page.fields[name]) query.set(name, page.fields[name]);
  const location = `${settings.mount}/attempts?${query.toString()}`;
  if (reads === "json") sendJson(response, 200, { type: "redirect", status: 303, location });
  else seeOther(response, location, privateHeaders);
}

/** Whether a page of the router's origin asks for the page of {@link sendLaunchAgain}. */
export function isLaunchAgain({ request, query, settings }: Visit): boolean {
  return request.method === "GET" && query.has("order") && isSameOrigin(request, settings.origin);
}

/** Sends the page that begins the launch with a click, in the whole window. */
export async function sendLaunchAgain(visit: Visit): Promise<void> {
  sendFramePage(visit, launchPageOf(new Map(visit.query), visit));
}
