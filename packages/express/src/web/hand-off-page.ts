import type { ServerResponse } from "node:http";
import type { AuthorizeForm } from "@ventanilla/client";
import { html } from "@ventanilla/web";
import type { Attempt } from "../attempt/attempt.ts";
import type { Settings } from "../settings.ts";
import { texts } from "./language.ts";
import { launchForm } from "./launch-form.ts";
import type { LaunchPage } from "./launch-page.ts";
import { homeAddress } from "./origins.ts";
import { sendPage } from "./page.ts";
import { backLink, closeScript, framedBy } from "./refuse.ts";

// Submitted while the page is still being parsed, so that the bank's page replaces it in the history. Where the policy
// refuses the bank's redirect, the launch is sent again with the number of origins that it named.
const script = `addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
  if (effectiveDirective === "form-action") document.forms[1].submit();
});
${closeScript}
document.forms[0].submit();`;

/**
 * Sends the page that posts SESSION to the bank. It shows what happens, and after 3 seconds a way on and a way back: a
 * bank may not answer, and a browser may run no scripts or refuse the bank's redirect.
 * @param origins that the page's policy lets the form go to, and be redirected to
 */
export function sendHandOffPage(
  response: ServerResponse,
  settings: Settings,
  { order, id }: Pick<Attempt, "order" | "id">,
  page: LaunchPage,
  form: AuthorizeForm,
  origins: readonly string[],
): void {
  const { language, mode, origin = settings.origin } = page;
  const { returnTo = homeAddress(origin, settings) } = page;
  const { title, message, slow, go } = texts[language].launch;
  const again = {
    order,
    attempt: id,
    lang: language,
    mode,
    returnTo: page.returnTo,
    origin: origin === settings.origin ? undefined : origin,
    blocked: String(origins.length),
  };
  sendPage(response, {
    status: 200,
    language,
    title,
    mark: "turning",
    body: html`<p>${message}</p>
<div class="late">
<p>${slow}</p>
<form method="post" action="${form.action}">
<input type="hidden" name="SESSION" value="${form.fields.SESSION}">
<button>${go}</button>
</form>
<div class="quiet">${backLink(mode, returnTo, language)}</div>
</div>
${launchForm(settings, again)}`,
    script,
    formAction: [...origins, "'self'"],
    framedBy: framedBy(mode, origin),
  });
}
