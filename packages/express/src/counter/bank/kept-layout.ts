import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { DeskSettings } from "../../staff/desk-settings.ts";
import { keepSigned, type SignedCookie, signedText } from "../signed-cookie.ts";
import { type Columns, isComplete, type Layout, roles } from "./columns.ts";
import type { BankTable } from "./read-csv.ts";

const cookie: SignedCookie = { name: "ventanilla-counter-columns", purpose: "ventanilla counter layout" };

/**
 * A hash that tables of one portal share: of the names of their columns, or of their number where they have no names.
 */
function shapeOf({ names, columns }: BankTable): string {
  const shape = JSON.stringify(names ?? columns);
  return createHash("sha256").update(shape).digest("base64url").slice(0, 22);
}

/** The layout that was assigned in this browser to tables of this shape. `undefined` for none. */
export function keptLayout(request: IncomingMessage, settings: DeskSettings, table: BankTable): Layout | undefined {
  const [shape, states = "", ...places] = (signedText(request, settings, cookie) ?? "").split(".");
  if (shape !== shapeOf(table)) return undefined;
  const columns: Columns = {};
  for (const [at, role] of roles.entries()) {
    if (places[at]) columns[role] = Number(places[at]);
  }
  const areThere = Object.values(columns).every((column) => column < table.columns);
  if (!areThere || !isComplete(columns)) return undefined;
  const decided = JSON.parse(Buffer.from(states, "base64url").toString()) as [string, boolean][];
  return { columns, states: new Map(decided) };
}

/** Keeps the layout in this browser. */
export function keepLayout(
  response: ServerResponse,
  settings: DeskSettings,
  table: BankTable,
  { columns, states }: Layout,
): void {
  const decided = Buffer.from(JSON.stringify([...states])).toString("base64url");
  const text = [shapeOf(table), decided, ...roles.map((role) => columns[role] ?? "")].join(".");
  keepSigned(response, settings, cookie, text);
}
