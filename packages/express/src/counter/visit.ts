import type { IncomingMessage, ServerResponse } from "node:http";
import type { Desk } from "../staff/desk.ts";
import type { BankFileProblem } from "./bank/text.ts";
import type { CounterOptions, Permission } from "./options.ts";
import type { CounterLanguage, CounterTexts } from "./texts/texts.ts";

/** The staff member who sent the request, with what they may do. */
export interface Viewer {
  name: string;
  mayResolve: boolean;
}

/** A request to the counter, from a staff member who may send it. */
export interface Visit extends Pick<Desk, "settings" | "resolve" | "retry"> {
  request: IncomingMessage;
  response: ServerResponse;
  staff: Viewer;
  language: CounterLanguage;
  words: CounterTexts;
  /** The links from the counter to the shop's own pages. */
  exits: Pick<CounterOptions, "home" | "signOut">;
  /** The address below the mount, without the query: `/decide`. */
  path: string;
  query: URLSearchParams;
  /**
   * The relative path from this address to the counter's first page, with a slash at its end: `../`. Every link begins
   * with it, so that the counter works wherever it is mounted.
   */
  root: string;
  /** The fields of the form in the request. Empty for a GET. */
  fields: ReadonlyMap<string, string>;
  /** Why the file of the form cannot be read, if it had one that cannot. */
  fileProblem?: BankFileProblem | undefined;
  /** For the forms of the page: see `token.ts`. */
  token: string;
}

/** A form as a route reads it. */
export interface ReadForm {
  fields: ReadonlyMap<string, string>;
  /** See {@link Visit.fileProblem}. */
  problem?: BankFileProblem;
}

/** An address of the counter. */
export interface CounterRoute {
  method: "GET" | "POST";
  /** Matches the address below the mount: `/decide`. What its groups match is decoded, and passed to `answer`. */
  path: RegExp;
  /** The permission that it needs. Default: `resolve` for POST, `look` for GET */
  may?: Permission;
  /** Reads the form of a `POST`. Default: its fields, at most 16 KiB */
  read?(request: IncomingMessage): Promise<ReadForm>;
  answer(visit: Visit, ...groups: string[]): Promise<void>;
}
