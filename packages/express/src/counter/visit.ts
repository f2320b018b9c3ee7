import type { IncomingMessage, ServerResponse } from "node:http";
import type { CounterOptions, CounterParts, Permission } from "./options.ts";
import type { CounterLanguage, CounterTexts } from "./texts/texts.ts";

/** Who looks, with what they may do. */
export interface Viewer {
  name: string;
  mayResolve: boolean;
}

/** A request to the counter of somebody who may make it. */
export interface Visit extends CounterParts {
  request: IncomingMessage;
  response: ServerResponse;
  staff: Viewer;
  language: CounterLanguage;
  words: CounterTexts;
  /** The ways out of the counter, into the shop's own pages. */
  exits: Pick<CounterOptions, "home" | "signOut">;
  /** The address below the mount, without the query: `/decide`. */
  path: string;
  query: URLSearchParams;
  /**
   * The way to the counter's first address from this one, with a slash at its end: `../`. Every link begins with it, so
   * that nobody has to know where the counter is mounted.
   */
  root: string;
  /** What the form in the request says. Empty for a page that is only read. */
  fields: ReadonlyMap<string, string>;
  /** For the forms of the page: see `token.ts`. */
  token: string;
}

/** An address of the counter. */
export interface CounterRoute {
  method: "GET" | "POST";
  /** Matches the address below the mount, as `/decide`. What its groups match is decoded, and given to `answer`. */
  path: RegExp;
  /** A `POST` that changes nothing may be for everybody who may look. Default: `resolve` for POST, `look` for GET */
  may?: Permission;
  /** Reads the fields of a `POST`. Default: those of a form, at most 16 KiB */
  read?(request: IncomingMessage): Promise<ReadonlyMap<string, string>>;
  answer(visit: Visit, ...groups: string[]): Promise<void>;
}
