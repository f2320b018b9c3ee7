import type { LaunchFacts } from "../attempt/event.ts";
import { launchingOrigin, returnTarget } from "../http/origins.ts";
import type { PageSettings, Visit } from "./page.ts";

/** From where a buyer launches, and where they go back to. */
export interface LaunchPage extends Pick<LaunchFacts, "language" | "mode"> {
  /** The origin of the shop's page; `undefined` when no page of the shop has sent the request. */
  origin: string | undefined;
  returnTo: string | undefined;
  /** What the shop's page has sent, its own fields as well: a page of the router may have to send it again. */
  fields: Readonly<Record<string, string>>;
  /** How many origins the policy named when the browser refused the bank's redirect; 0 where it has not. */
  blocked: number;
}

/** Reads from the form of a launch where the buyer is. Whatever the form holds, a page can be shown there. */
export function launchPageOf(form: Map<string, string>, visit: Visit): LaunchPage {
  const { request, settings } = visit;
  const mode = form.get("mode");
  const origin = launchingOrigin(request, form.get("origin"), settings);
  return {
    language: settings.languages.ofVisit(visit, form.get("lang")),
    mode: mode === "popup" || mode === "modal" ? mode : "redirect",
    origin,
    returnTo: returnTarget(form.get("returnTo"), origin, settings),
    fields: Object.fromEntries(form),
    blocked: Number(form.get("blocked") ?? 0),
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

/**
 * The fields of a launch that is sent again from a page of the router. They name the origin of the shop's page where
 * that is another.
 */
export function relaunchFields(settings: PageSettings, { fields, origin, returnTo }: Partial<LaunchPage>) {
  return { ...fields, returnTo, origin: origin === settings.origin ? undefined : origin };
}
