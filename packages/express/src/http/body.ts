import type { IncomingMessage } from "node:http";
import { readForm } from "@ventanilla/web";
import type { Report } from "../report/report.ts";

const discarded =
  "a middleware read the launch's form before the router and left no field of it in request.body: mount the router before it";

/** Reads the fields of a posted form. The first one that another middleware has read and discarded is logged. */
export function makeFormReader(report: Report) {
  let hasWarned = false;

  return async function formOf(request: IncomingMessage): Promise<Map<string, string>> {
    const { fields, isDiscarded } = await readForm(request);
    if (isDiscarded && !hasWarned) report.warn(discarded, {});
    hasWarned ||= isDiscarded;
    return fields;
  };
}
