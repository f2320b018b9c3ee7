import { ArgumentError } from "@ventanilla/client";
import type { CounterAnswer, CounterOptions, CounterParts } from "./options.ts";

/**
 * Makes the counter. Its pages are loaded with the first request: a shop that mounts none never loads them.
 * @throws ArgumentError naming the option
 */
export function makeCounter(parts: CounterParts, options: CounterOptions): CounterAnswer {
  if (typeof options !== "object" || options === null) {
    throw new ArgumentError("counter(options): expected { staff }");
  }
  const { staff, ...others } = options;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new ArgumentError(`${other}: unknown option, expected staff`);
  if (typeof staff !== "function") throw new ArgumentError("staff: expected a function");
  let opened: Promise<CounterAnswer> | undefined;
  return async function answer(request, response) {
    opened ??= import("./counter.ts").then(({ openCounter }) => openCounter(parts, options));
    return (await opened)(request, response);
  };
}
