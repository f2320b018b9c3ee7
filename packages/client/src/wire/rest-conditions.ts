import { charges } from "./charge.ts";
import { tdsFields, tknFields } from "./rest-card-fields.ts";
import type { RestField } from "./rest-fields.ts";
import type { RestOperation } from "./rest-requirements.ts";
import { environmentSpellings } from "./rest-values.ts";
import { spellings } from "./spellings.ts";

/** A rule among fields of one request: when everything in `when` holds, the fields in `requires` must be there. */
export interface RestCondition {
  /** The operations whose requests must keep it. */
  readonly operations: readonly RestOperation[];
  /**
   * `present`: any of the fields is there. `absent`: none of them is there. A list: any of them has one of these
   * values.
   */
  readonly when: readonly {
    readonly any: readonly RestField[];
    readonly is: "present" | "absent" | readonly string[];
  }[];
  /** The fields that must then be there. */
  readonly requires: readonly RestField[];
  /** Why the fields are needed; the end of the message `missing: …`. */
  readonly meaning: string;
}

/**
 * What the C of the matrix depends on. The contract does not say when a cvv, a check-in's amount or a whole tkn_ group
 * is needed: `meaning` says what we chose. Fields that depend on another transaction are not here: `terminal-id` and
 * `approval-code` of a check-out and `environment` of a void may be left out. When they are there, they are the
 * original's.
 * @see docs/contributing/contract.md#4.1
 */
export const restConditions: readonly RestCondition[] = [
  {
    operations: charges,
    when: [
      { any: ["environment"], is: spellings.environment.read },
      { any: tknFields, is: "absent" },
    ],
    requires: ["cvv"],
    meaning: "an e-commerce transaction without a network token needs the card validation number",
  },
  {
    operations: ["checkIn"],
    when: [{ any: ["environment"], is: environmentSpellings.filter((value) => value !== "ASI") }],
    requires: ["amount"],
    meaning: "a check-in needs its amount unless it registers a card (ASI)",
  },
  {
    operations: charges,
    when: [{ any: tdsFields, is: "present" }],
    requires: ["tds_mode"],
    meaning: "3-D Secure fields need their mode",
  },
  {
    operations: charges,
    when: [{ any: ["tds_mode"], is: ["1"] }],
    requires: ["tds_servertransactionid"],
    meaning: "tds_mode 1 needs the authentication server's transaction id",
  },
  {
    operations: charges,
    when: [{ any: ["tds_mode"], is: ["2"] }],
    requires: ["tds_status", "tds_eci", "tds_aav", "tds_programprotocol", "tds_dstransactionid"],
    meaning: "tds_mode 2 needs the values of the authentication",
  },
  {
    operations: charges,
    when: [{ any: tknFields, is: "present" }],
    requires: ["tkn_tavv", "tkn_reqid", "tkn_assurance"],
    meaning: "network-token fields come all together",
  },
  {
    operations: charges,
    when: [
      { any: tknFields, is: "present" },
      { any: tdsFields, is: "absent" },
    ],
    requires: ["tkn_eci"],
    meaning: "a network token needs its ECI, unless the authentication's takes its place",
  },
];
