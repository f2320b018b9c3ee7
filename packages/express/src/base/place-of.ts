import { fileURLToPath } from "node:url";
import { printable } from "@ventanilla/web";

/** The folder of this package, as stack traces name it: by its address, or by its path. */
const ownFolder = new URL("..", import.meta.url);
const own = [ownFolder.href, fileURLToPath(ownFolder)];

/**
 * Where in the shop's own code an error was made: the first line of its stack that is neither of this package, nor of
 * another one, nor of Node. Never throws.
 * @returns as `onPaid (file:///srv/shop/hooks.js:41:9)`, for one line of a log; undefined when the stack does not say
 */
export function placeOf(error: unknown): string | undefined {
  try {
    const lines = error instanceof Error ? String(error.stack).split("\n") : [];
    const isOther = (line: string) => [...own, "node_modules", "node:"].some((name) => line.includes(name));
    const frame = lines.find((line) => /^ +at .+:\d+:\d+\)?$/.test(line) && !isOther(line));
    return frame && printable(frame.replace(/^ +at (?:async )?/, ""));
  } catch {
    return undefined;
  }
}
