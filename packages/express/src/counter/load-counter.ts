import { ArgumentError } from "@ventanilla/client";
import type { CounterAnswer, CounterOptions, CounterParts } from "./options.ts";

const optionNames = ["staff"] as const;

/**
 * Makes the counter. Its pages are loaded with the first request: a shop that mounts none never loads them.
 * @throws ArgumentError naming the option
 */
export function makeCounter(parts: CounterParts, options: CounterOptions): CounterAnswer {
  if (typeof options !== "object" || options === null) {
    throw new ArgumentError("counter(options): expected { staff }");
  }
  for (const name of Object.keys(options)) {
    if (!optionNames.some((known) => known === name)) {
      throw new ArgumentError(`${name}: unknown option, expected ${optionNames.join(" or ")}`);
    }
  }
  if (typeof options.staff !== "function") throw new ArgumentError("staff: expected a function");
  let opened: Promise<CounterAnswer> | undefined;
  return async function answer(request, response) {
    opened ??= import("./counter.ts").then(({ openCounter }) => openCounter(parts, options));
    return (await opened)(request, response);
  };
}
