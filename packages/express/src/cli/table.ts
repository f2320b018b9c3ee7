import { usualBatchClose } from "@ventanilla/client";
import { printable } from "@ventanilla/web";

/** Rows of a name and a value, with aligned values. Rows without a value are left out. */
export function table(rows: readonly (readonly [name: string, value: string | number | undefined])[]): string {
  const shown = rows.filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${printable(String(value), 600)}`).join("\n");
}

const santoDomingo = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: usualBatchClose.timeZone,
});

/** A time of the store, for people: in Santo Domingo, as the bank's help desk asks for it, and in UTC. */
export function timeOf(ms: number | undefined): string | undefined {
  if (ms === undefined) return undefined;
  const utc = new Date(ms).toISOString().replace("T", " ").replace("Z", " UTC");
  return `${santoDomingo.format(ms).replaceAll("\u202f", " ")} (${utc})`;
}

/** Indents each line of the text. */
export function indent(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
