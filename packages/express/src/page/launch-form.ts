import { Html, html } from "@ventanilla/web";
import { leftToBrowser } from "../http/fetched-launch.ts";
import type { LaunchPage } from "./launch-page.ts";
import type { PageSettings } from "./page.ts";

/**
 * A form that launches a payment from a page of the router, as the shop's page did.
 * @param target the window or frame that shows the answer. Default: the one of the form
 */
export function launchForm(
  { mount }: PageSettings,
  fields: Record<string, string | undefined>,
  button?: Html,
  target = "_self",
): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
  return html`<form method="post" action="${mount}/attempts" id="launch" target="${target}" ${new Html(leftToBrowser)}>
${inputs}${button}</form>`;
}

/**
 * The fields of a launch that is sent again from a page of the router. They name the origin of the shop's page where
 * that is another.
 */
export function relaunchFields(
  { origin: own }: PageSettings,
  { fields, origin, returnTo }: Pick<LaunchPage, "fields" | "origin" | "returnTo">,
): Record<string, string | undefined> {
  return { ...fields, returnTo, origin: origin === own ? undefined : origin };
}
