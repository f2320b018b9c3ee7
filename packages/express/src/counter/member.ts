import type { IncomingMessage } from "node:http";
import { ArgumentError } from "@ventanilla/client";
import { checkLine } from "@ventanilla/web";
import { maxLengths } from "../attempt/rules.ts";
import { startWork, withTimeout } from "../base/work.ts";
import type { CounterOptions, Permission } from "./options.ts";
import type { Viewer } from "./pages.ts";

const timeoutSeconds = 10;
const permissions: Record<Permission, true> = { look: true, resolve: true, reverse: true };

/**
 * Asks the shop's `staff()` who sent the request.
 * @returns `undefined` for nobody, or somebody without any permission
 * @throws ArgumentError when `staff()` returns anything else than its type says; Error when it takes longer than 10
 * seconds; whatever `staff()` throws
 */
export async function memberOf(staff: CounterOptions["staff"], request: IncomingMessage): Promise<Viewer | undefined> {
  const found = await withTimeout(
    timeoutSeconds * 1000,
    startWork(() => staff(request)),
    () => {
      throw new Error(`staff() had no answer after ${timeoutSeconds} s`);
    },
  );
  if (found === undefined || found === null || found === false || found === "") return undefined;
  if (typeof found === "string") {
    return { name: checkLine("staff", found, maxLengths.name), mayResolve: true, mayReverse: true };
  }
  if (typeof found !== "object" || !Array.isArray(found.may)) {
    throw new ArgumentError("staff: expected a name or { name, may }");
  }
  const { may } = found;
  const unknown = may.findIndex((one) => typeof one !== "string" || !Object.hasOwn(permissions, one));
  if (unknown !== -1) {
    throw new ArgumentError(`staff.may: expected "look", "resolve" and "reverse", not ${JSON.stringify(may[unknown])}`);
  }
  const name = checkLine("staff.name", found.name, maxLengths.name);
  return may.length === 0
    ? undefined
    : { name, mayResolve: may.includes("resolve"), mayReverse: may.includes("reverse") };
}
