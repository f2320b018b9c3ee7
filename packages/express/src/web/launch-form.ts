import { type Html, html } from "@ventanilla/web";
import type { Settings } from "../settings.ts";

/** A form that launches a payment from a page of the router, as the shop's page did. */
export function launchForm({ mount }: Settings, fields: Record<string, string | undefined>, button?: Html): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
  return html`<form method="post" action="${mount}/attempts">
${inputs}${button}</form>`;
}
