import type { IncomingMessage } from "node:http";
import type { LaunchFacts } from "../attempt/event.ts";
import { launchingOrigin, returnTarget } from "../http/origins.ts";
import type { PageSettings } from "./page.ts";
import type { Refusal } from "./texts.ts";

/** From where a buyer launches, and where they go back to. */
export interface LaunchPage extends Pick<LaunchFacts, "language" | "mode"> {
  /** The origin of the shop's page; `undefined` when no page of the shop has sent the request. */
  origin: string | undefined;
  returnTo: string | undefined;
  /** What the shop's page has sent, its own fields as well: a page of the router may have to send it again. */
  fields: Readonly<Record<string, string>>;
  /** How many origins the policy named when the browser refused the bank's redirect. */
  blocked: number | undefined;
  /** Why the launch was refused, when the router's page of that is to be read in another language. */
  refused: Refusal | undefined;
}

/**
 * Why a launch of the shop's own page may have been refused before anything was written, and before `order()` could
 * fail. The fields of another site's launch are in no form of the router.
 */
const toldReasons = [
  "bad_request",
  "unknown_order",
  "wrong_email",
  "wrong_mobile",
  "wrong_contact",
  "too_many",
] as const satisfies Refusal[];

/** Reads from the form of a launch where the buyer is. Whatever the form holds, a page can be shown there. */
export function launchPageOf(form: Map<string, string>, request: IncomingMessage, settings: PageSettings): LaunchPage {
  const mode = form.get("mode");
  const origin = launchingOrigin(request, form.get("origin"), settings);
  return {
    language: settings.languages.choose(form.get("lang"), request.headers["accept-language"]),
    mode: mode === "popup" || mode === "modal" ? mode : "redirect",
    origin,
    returnTo: returnTarget(form.get("returnTo"), origin, settings),
    fields: Object.fromEntries(form),
    blocked: form.has("blocked") ? Number(form.get("blocked")) : undefined,
    refused: toldReasons.find((reason) => reason === form.get("refused")),
  };
}

/** The facts of a launch that are written to the store. */
export function launchFactsOf({ language, mode, origin, returnTo }: LaunchPage, settings: PageSettings): LaunchFacts {
  return {
    language,
    mode,
    ...(returnTo !== undefined && { returnTo }),
    ...(origin !== undefined && origin !== settings.origin && { origin }),
  };
}
