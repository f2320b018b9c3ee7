import type { IncomingMessage } from "node:http";
import { ArgumentError } from "@ventanilla/client";
import type { Original, Rest } from "@ventanilla/client/rest";
import { refuseUnknownNames, webAddress } from "@ventanilla/web";
import type { AttemptView } from "../attempt/outcome.ts";
import { localPath } from "../http/origins.ts";
import type { CounterPages } from "./pages.ts";

/** A member of the staff, with what they may do: a type of the shop's own can extend it. */
export interface StaffMember {
  /** 1 to 100 characters. */
  name: string;
  /**
   * `look` shows all pages and compares with the bank's list; `resolve` also decides about payments and delivers
   * notices again; `reverse` gives money back to cards, with the option of that name. Any other word is an error, and lets nobody in.
   */
  may: readonly ("look" | "resolve" | "reverse")[];
}

/** What a member of the staff may do. */
export type Permission = StaffMember["may"][number];

/** Who looks at the counter. A plain name may do everything. */
export type Staff = string | StaffMember;

type Nobody = null | undefined | false;

/** A sale as the bank's REST operations name it: the amount and the time are those of the payment. */
export type RestOriginal = Omit<Original, "amount" | "at">;

/** How the counter gives money back to a card. */
export interface ReverseOptions {
  /** What `openRest` returned, with `bearerToken` and the merchant's batch close. */
  rest: Rest;
  /**
   * What the bank's REST operations need to name a payment. Nothing for a payment that they cannot give back: then the
   * counter only records what went back of it. It may be asked often, and has 10 seconds.
   */
  original(payment: AttemptView): Promise<RestOriginal | undefined> | RestOriginal | undefined;
}

/** What {@link counter} needs. */
export interface CounterOptions {
  /**
   * Names the member of the staff who sent the request, as the shop's own login knows them. Their name, 1 to 100
   * characters, is kept with all that they decide. Nobody, `undefined`, `null`, `false` or an empty name, gets a page
   * with status 403. An answer that takes longer than 10 seconds is a failure: status 503.
   */
  staff(request: IncomingMessage): Promise<Staff | Nobody> | Staff | Nobody;
  /** A page of the shop's own for its staff: a path or a web address. The header links to it, and so does the refusal of a stranger. */
  home?: string;
  /**
   * The path that ends the login with a `POST`. The counter's header has a button for it. Leave it out where it wants a
   * token of the shop's own, or leads to another origin.
   */
  signOut?: string;
  /**
   * Gives money back to cards by the bank's REST operations. No payment of the bank's page can be named to them: it is
   * for shops that have of the bank what they need (contract §4.1). Default: what went back is only recorded
   */
  reverse?: ReverseOptions;
  /** Pages of packages, in the order of their entries in the navigation. Default: none */
  pages?: readonly CounterPages[];
}

/** @throws ArgumentError naming the option */
export function checkOptions(options: CounterOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new ArgumentError("counter(payments, options): expected { staff }");
  }
  refuseUnknownNames("", options, ["staff", "home", "signOut", "reverse", "pages"], { kind: "option" });
  const { staff, home, signOut, reverse } = options;
  if (typeof staff !== "function") throw new ArgumentError("staff: expected a function");
  if (home !== undefined && localPath(home) === undefined && webAddress(home).url === undefined) {
    throw new ArgumentError("home: expected a path such as /staff, or a web address");
  }
  if (signOut !== undefined && localPath(signOut) === undefined) {
    throw new ArgumentError("signOut: expected a path such as /staff/logout");
  }
  if (reverse !== undefined) checkReverse(reverse);
}

function checkReverse(reverse: ReverseOptions): void {
  if (typeof reverse !== "object" || reverse === null) throw new ArgumentError("reverse: expected { rest, original }");
  refuseUnknownNames("reverse", reverse, ["rest", "original"]);
  if (typeof reverse.rest?.close !== "function")
    throw new ArgumentError("reverse.rest: expected what openRest returned");
  if (typeof reverse.original !== "function") throw new ArgumentError("reverse.original: expected a function");
}
