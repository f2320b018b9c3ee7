import type { IncomingMessage } from "node:http";
import { ArgumentError } from "@ventanilla/client";
import { longest } from "../attempt/longest.ts";
import { begun, withTimeout } from "../operate/with-timeout.ts";
import { checkLine } from "../web/check-line.ts";
import type { CounterOptions, Permission } from "./options.ts";
import type { Viewer } from "./visit.ts";

const longestSeconds = 10;
const permissions: Record<Permission, true> = { look: true, resolve: true };

/**
 * Who looks, as the shop's `staff()` says.
 * @throws ArgumentError when it answers something that names nobody
 */
export async function memberOf(staff: CounterOptions["staff"], request: IncomingMessage): Promise<Viewer | undefined> {
  const found = await withTimeout(
    longestSeconds * 1000,
    begun(() => staff(request)),
    () => {
      throw new Error(`staff() had no answer after ${longestSeconds} s`);
    },
  );
  if (found === undefined || found === null || found === false || found === "") return undefined;
  if (typeof found === "string") return { name: checkLine("staff", found, longest.name), mayResolve: true };
  if (typeof found !== "object" || !Array.isArray(found.may)) {
    throw new ArgumentError("staff: expected a name or { name, may }");
  }
  const { may } = found;
  const unknown = may.findIndex((one) => typeof one !== "string" || !Object.hasOwn(permissions, one));
  if (unknown !== -1) {
    throw new ArgumentError(`staff.may: expected "look" and "resolve", not ${JSON.stringify(may[unknown])}`);
  }
  const name = checkLine("staff.name", found.name, longest.name);
  return may.length === 0 ? undefined : { name, mayResolve: may.includes("resolve") };
}
