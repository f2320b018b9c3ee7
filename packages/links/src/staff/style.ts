import { readFileSync } from "node:fs";

/** What these pages need beside the counter's own style. */
export const style: string = readFileSync(new URL("../../src/staff/staff.css", import.meta.url), "utf8");
