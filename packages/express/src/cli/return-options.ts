import { usualBatchClose } from "@ventanilla/client";
import type { GivenBackInput } from "../staff/record-given-back.ts";
import type { Invocation } from "./command.ts";

/** The options that say when the bank gave money back, and under which reference. */
export const returnOptions = {
  on: { type: "string" },
  reference: { type: "string" },
  "time-zone": { type: "string" },
} as const;

/** What messages call these fields. */
export const returnNames = { on: "--on", reference: "--reference", timeZone: "--time-zone" };

/** How a command's usage shows them. */
export const returnUsage = "[--on <date>] [--reference <number>] [--time-zone <zone>]";

/** Reads them. The zone is by default that of the bank's usual batch close. */
export function readReturn({ on, reference, "time-zone": timeZone = usualBatchClose.timeZone }: Invocation["values"]): {
  timeZone: string;
  numbers: Pick<GivenBackInput, "on" | "reference">;
} {
  return {
    timeZone: String(timeZone),
    numbers: { ...(typeof on === "string" && { on }), ...(typeof reference === "string" && { reference }) },
  };
}
