import { inspect } from "node:util";

/** Everything that a logger, a console or a serializer may print of a value. */
export function printed(value: unknown): string {
  const error = value as Partial<Error> & { status?: unknown; body?: unknown };
  const own = Object.values(Object.getOwnPropertyDescriptors(Object(value))).map((property) => String(property.value));
  return [
    inspect(value, { depth: 20, showHidden: true, getters: true }),
    inspect(value, { depth: 20, showHidden: true, customInspect: false }),
    inspect({ nested: [value] }, { depth: 20 }),
    JSON.stringify(value),
    JSON.stringify({ ...Object(value) }),
    ...own,
    String(value),
    error.message,
    error.stack,
    String(error.body),
    error.cause === undefined ? "" : printed(error.cause),
  ].join("\n");
}
