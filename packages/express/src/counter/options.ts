import type { IncomingMessage, ServerResponse } from "node:http";
import type { AttemptView } from "../attempt/outcome.ts";
import type { Settings } from "../settings.ts";
import type { ResolutionInput } from "../staff/resolve.ts";

/** A member of the staff, with what they may do: a type of the shop's own can extend it. */
export interface StaffMember {
  /** 1 to 100 characters. */
  name: string;
  /**
   * `look` shows all pages and compares with the bank's list; `resolve` also decides about payments and delivers
   * notices again. Any other word is an error, and lets nobody in.
   */
  may: readonly ("look" | "resolve")[];
}

/** What a member of the staff may do. */
export type Permission = StaffMember["may"][number];

/** Who looks at the counter. A plain name may do everything. */
export type Staff = string | StaffMember;

type Nobody = null | undefined | false;

/** What {@link Payments.counter} needs. */
export interface CounterOptions {
  /**
   * Names the member of the staff who sent the request, as the shop's own login knows them. Their name, 1 to 100
   * characters, is kept with all that they decide. Nobody, `undefined`, `null`, `false` or an empty name, gets a page
   * with status 403. An answer that takes longer than 10 seconds is a failure: status 503.
   */
  staff(request: IncomingMessage): Promise<Staff | Nobody> | Staff | Nobody;
  /** A page of the shop's own for its staff, which the counter's header links back to: a path or a web address. */
  home?: string;
  /**
   * The path that ends the login with a `POST`. The counter's header has a button for it. Leave it out where it wants a
   * token of the shop's own, or leads to another origin.
   */
  signOut?: string;
}

/** The parts of the router that the counter uses. */
export interface CounterParts {
  settings: Settings;
  /**
   * Records what a person has found out, and runs the hooks for it.
   * @param seen the basis of the decision that they were shown. An attempt with another one is not resolved
   */
  resolve(attempt: string, resolution: ResolutionInput, seen?: string): Promise<AttemptView>;
  /**
   * Makes an event that was given up due again, and delivers it. `false` when no event that was given up has the id.
   */
  retry(event: string): Promise<boolean>;
}

/** Answers a request; `false` when there is nothing at its address. */
export type CounterAnswer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
