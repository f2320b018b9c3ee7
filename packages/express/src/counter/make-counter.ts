import { ArgumentError } from "@ventanilla/client";
import { refuseUnknownNames, webAddress } from "@ventanilla/web";
import { localPath } from "../http/addresses.ts";
import type { CounterAnswer, CounterOptions, CounterParts } from "./options.ts";

/**
 * Makes the counter. Its pages are loaded with the first request, so a shop without a counter never loads them.
 * @throws ArgumentError naming the option
 */
export function makeCounter(parts: CounterParts, options: CounterOptions): CounterAnswer {
  if (typeof options !== "object" || options === null) {
    throw new ArgumentError("counter(options): expected { staff }");
  }
  refuseUnknownNames("", options, ["staff", "home", "signOut"], { kind: "option" });
  const { staff, home, signOut } = options;
  if (typeof staff !== "function") throw new ArgumentError("staff: expected a function");
  if (home !== undefined && localPath(home) === undefined && webAddress(home).url === undefined) {
    throw new ArgumentError("home: expected a path such as /staff, or a web address");
  }
  if (signOut !== undefined && localPath(signOut) === undefined) {
    throw new ArgumentError("signOut: expected a path such as /staff/logout");
  }
  let opened: Promise<CounterAnswer> | undefined;
  return async function answer(request, response) {
    opened ??= import("./counter.ts").then(({ openCounter }) => openCounter(parts, options));
    return (await opened)(request, response);
  };
}
