import type { IncomingMessage, ServerResponse } from "node:http";
import type { Desk } from "../staff/desk.ts";
import type { BankFileProblem } from "./bank/text.ts";
import type { CounterOptions, Permission } from "./options.ts";
import type { PageAnswer, PageVisit } from "./pages.ts";
import type { CounterTexts } from "./texts/texts.ts";

/** A request to the counter, from a staff member who may send it. */
export interface Visit
  extends Pick<Desk, "settings" | "resolve" | "recordHandling" | "recordGivenBack" | "record" | "retry">,
    PageVisit {
  request: IncomingMessage;
  response: ServerResponse;
  words: CounterTexts;
  /** How many payments and notices wait for a person. */
  waiting: number;
  /** The links from the counter to the shop's own pages, and to those of packages. */
  exits: Omit<CounterOptions, "staff">;
  /** The address below the mount, without the query: `/decide`. */
  path: string;
  /** Why the file of the form cannot be read, if it had one that cannot. */
  fileProblem?: BankFileProblem | undefined;
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
  answer(visit: Visit, ...groups: string[]): Promise<Answer>;
}

/** `undefined`: there is nothing at this address. `sent`: the route has sent a file. */
export type Answer = PageAnswer | "sent" | undefined;
