import { Html, html } from "@ventanilla/web";
import { leftToBrowser } from "../http/fetched-launch.ts";
import { homeAddress } from "../http/origins.ts";
import type { LaunchPage } from "./launch-page.ts";
import { type PageSettings, scriptValue } from "./page.ts";
import type { Texts } from "./texts.ts";

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
 * The link to the shop: to the address that the launch named, else to the shop's home page. In a popup, a button that
 * closes the popup comes first; in a full page, one that launches again does. In a frame nothing does: the shop's page
 * has a button that closes the frame.
 * @param again the fields of a launch that may be sent again
 */
export function backLink(
  settings: PageSettings,
  { mode, origin = settings.origin, returnTo }: Pick<LaunchPage, "mode"> & Partial<LaunchPage>,
  words: Texts,
  again?: Record<string, string | undefined>,
): Html {
  const target = returnTo ?? homeAddress(origin, settings);
  const retry = mode === "redirect" && again && launchForm(settings, again, html`<button>${words.again}</button>`);
  const first = mode === "popup" ? html`<button id="close" type="button">${words.close}</button>` : retry;
  return html`${first}<a class="${first ? "quiet" : ""}" href="${target}" target="_top">${words.back}</a>`;
}

/** Lets the button of {@link backLink} close the window. */
export const closeScript = 'document.getElementById("close")?.addEventListener("click", () => close());\n';

/**
 * A script that notifies the shop's page, so that it asks for the status: by message and by channel (COOP may have
 * removed the opener), with the attempt's id and nothing of its outcome. It lets {@link backLink} close the window, too.
 * @param origin of the page that launched: no other page gets the message
 * @param refused whether the launch was refused and is in no store: a process that does not know it never will
 */
export function noticeScript(origin: string, attempt: string | undefined, refused = false): string {
  return `${closeScript}const message = ${scriptValue({ type: "ventanilla:return", attempt, ...(refused && { refused }) })};
try { opener?.postMessage(message, ${scriptValue(origin)}) } catch {}
if (parent !== self) parent.postMessage(message, ${scriptValue(origin)});
const channel = new BroadcastChannel("ventanilla");
channel.postMessage(message);
setTimeout(() => channel.close());
`;
}
