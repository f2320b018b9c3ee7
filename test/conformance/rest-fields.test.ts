import { conform, type Need } from "./conform.ts";
import { environments, type Operation, tokenEcis } from "./contract-tables.ts";
import { networkToken, tdsByServer, tdsSupplied } from "./rest-samples.ts";
import { approved, attempt, type Fields, invalid, refused } from "./rest-steps.ts";

const card: readonly Need[] = ["card"];

/** A card whose security code has four digits. */
const amex: Fields = { "card-number": "376134000000052" };

/** Field, operation, values that are taken, values that are refused by a validation error naming the field. */
type Row = readonly [
  field: string,
  operation: Operation,
  taken: readonly unknown[],
  refused: readonly unknown[],
  others?: Fields,
];

const long = "x".repeat(64);
const rows: readonly Row[] = [
  ["token", "Sale", ["1", long], []],
  ["merchant-id", "Sale", ["349000000"], ["1234567890123456", ""]],
  ["terminal-id", "Sale", ["58585858"], ["585858581", ""]],
  ["card-number", "Sale", [], ["", "abcdefghijklmnop", "476134******0050"]],
  ["environment", "Sale", environments.filter((value) => value !== "ASI"), ["ecom", "", "Ecommerce_"]],
  ["pstr43", "Sale", ["x", "x".repeat(25)], ["x".repeat(26)]],
  ["pstr43", "Refund", ["x", long], []],
  ["pstr63", "Sale", ["C06", "P00"], ["C061", "X00"]],
  ["expiration-date", "Sale", ["11/29", "01/30"], ["1129", "13/29", "00/29", "11/2029", "29/11"]],
  ["cvv", "Sale", ["123"], ["12", "12345", "abc"]],
  ["cvv", "Sale", ["1234"], [], amex],
  ["amount", "Sale", ["1234.87", "100", "350.00", 1234.87, 100], ["0", "0.00", "-1", "abc", "1,000.00", "1.234", ""]],
  ["amount", "Void", ["2950.00", 2950], ["0", "-1", "abc"]],
  ["amount", "CheckIn", ["2950.00"], ["-1", "abc"]],
  ["amount", "CheckOut", ["2950.00"], ["0", "-1", "abc"]],
  ["amount", "Refund", ["2950.00"], ["0", "-1", "abc"]],
  ["tip", "CheckIn", ["0", "10.00", 10.5], ["-1", "abc"]],
  ["tax", "Sale", ["0", "450.00", 450.5], ["-1", "abc"]],
  ["itbis", "CheckOut", ["0", "450.00", 450.5], ["-1", "abc"]],
  ["currency", "Sale", ["214", "840", 214], ["2144", "21"]],
  ["invoice-number", "Sale", ["1", "123456789012345"], ["1234567890123456"]],
  ["client-ip", "Sale", ["127.0.0.1", "203.0.113.7"], [""]],
  ["reference-number", "Sale", ["1", "R-2026-000000000042"], [""]],
  ["operation", "Sale", ["refund"], ["sale", "void"]],
  ["operation", "Refund", ["refund"], ["sale", "void", ""]],
  ["tds_mode", "Sale", ["1"], ["3", "12"], tdsByServer],
  ["tds_mode", "Sale", ["2"], ["3"], tdsSupplied],
  ["tds_servertransactionid", "Sale", ["8f0c2b7d-91e6-4a35-b0d7-c4f2a1e9683b", "1"], [undefined], tdsByServer],
  ["tds_eci", "Sale", ["05", "06"], [undefined], tdsSupplied],
  ["tds_aav", "Sale", ["AAIBBYNoEwAAACcKhAJkdQAAAAA="], [undefined], tdsSupplied],
  ["tds_programprotocol", "Sale", ["2", "2.2.0"], [undefined], tdsSupplied],
  ["tds_dstransactionid", "Sale", ["c272b04f-6e7b-43a2-bb78-90f4fb94aa25"], [undefined], tdsSupplied],
  ["tds_status", "Sale", ["Y", "A"], [undefined], tdsSupplied],
  ["tkn_tavv", "Sale", ["AgAAAAAABk4DWZ4C28yUQAAAAAA=", long], [], networkToken],
  ["tkn_reqid", "Sale", ["40010075001", long], [], networkToken],
  ["tkn_assurance", "Sale", ["00", "Y2"], [], networkToken],
];

for (const [field, operation, taken, wrong, others] of rows) {
  const paying: readonly Need[] = operation === "Refund" ? ["card", "bearer"] : card;
  // Another bank's test card has an expiry and a security code of its own.
  const ofCard = field === "cvv" || field === "expiration-date";
  for (const value of taken) {
    conform(
      `2.1 ${field} takes ${shown(value)} in ${operation}${having(others)}`,
      { needs: ofCard ? ["control"] : paying },
      async (target) => {
        const own = field === "merchant-id" ? target.merchant.number : value;
        const sent = field === "terminal-id" ? target.merchant.terminal : own;
        approved(await attempt(target, operation, { ...others, [field]: sent }));
      },
    );
  }
  for (const value of wrong) {
    conform(
      `2.1 ${field} refuses ${shown(value)} in ${operation}${having(others)}`,
      { needs: paying },
      async (target) => {
        invalid(await attempt(target, operation, { ...others, [field]: value }), field);
      },
    );
  }
}

conform("2.1 expiration-date in the past is not approved", { needs: card }, async (target) => {
  refused(await attempt(target, "Sale", { "expiration-date": "01/20" }));
});

conform(
  "2.1 amount is in major units: 2950 and 2950.00 are one amount, 295000 another",
  { needs: ["card", "bearer"] },
  async (target) => {
    const answer = await attempt(target, "Refund", { amount: "295000" });
    refused(answer);
    approved(await attempt(target, "Refund", { amount: 2950 }));
  },
);

for (const environment of environments) {
  // A card registration moves no money.
  const fields = environment === "ASI" ? { environment, amount: "0.00" } : { environment };
  const operation = environment === "ASI" ? "CheckIn" : "Sale";
  conform(`2.1 environment ${environment} is an allowed value`, { needs: card }, async (target) => {
    approved(await attempt(target, operation, fields));
  });
}

for (const [scheme, value] of tokenEcis) {
  conform(`2.1 tkn_eci ${scheme} ${value} is an allowed value`, { needs: ["card", "control"] }, async (target) => {
    approved(await attempt(target, "Sale", { ...networkToken, "card-number": cardOf(scheme), tkn_eci: value }));
  });
}
for (const [scheme, value] of [
  ["Visa", "06"],
  ["MasterCard", "05"],
  ["Visa", "00"],
] as const) {
  conform(`2.1 tkn_eci refuses ${value} for ${scheme}`, { needs: ["card", "control"] }, async (target) => {
    const fields = { ...networkToken, "card-number": cardOf(scheme), tkn_eci: value };
    invalid(await attempt(target, "Sale", fields), "tkn_eci");
  });
}

conform(
  "2.1 tkn_eci with 3-D Secure: the ECI of the authentication takes its place",
  { needs: card },
  async (target) => {
    approved(await attempt(target, "Sale", { ...networkToken, ...tdsSupplied }));
    approved(await attempt(target, "Sale", { ...networkToken, ...tdsSupplied, tkn_eci: undefined }));
  },
);

for (const [field, operation] of [
  ["idempotency-key", "Void"],
  ["idempotency-key", "CheckOut"],
  ["idempotency-key", "Refund"],
  ["approval-code", "CheckOut"],
  ["pnRef", "Void"],
  ["txToken", "CheckOut"],
  ["txToken", "Refund"],
] as const) {
  const needs: readonly Need[] = operation === "Refund" ? ["card", "bearer"] : card;
  conform(`2.1 ${field} of ${operation} must be the original's`, { needs }, async (target) => {
    refused(
      await attempt(target, operation, { [field]: field === "approval-code" ? "ZZZZZZ" : `txn-${"0".repeat(32)}` }),
    );
  });
}

for (const operation of ["Void", "CheckOut", "Refund"] as const) {
  const needs: readonly Need[] = operation === "Refund" ? ["card", "bearer"] : card;
  conform(`2.1 merchant-id of ${operation} must be the original's`, { needs }, async (target) => {
    refused(await attempt(target, operation, { "merchant-id": `${Number(target.merchant.number) + 1}` }));
  });
}

conform("2.1 currency of Refund must be the original's", { needs: ["card", "bearer"] }, async (target) => {
  refused(await attempt(target, "Refund", { currency: "840" }));
});

conform("2.1 currency of Void must be the original's", { needs: card }, async (target) => {
  refused(await attempt(target, "Void", { currency: "840" }));
});

conform("2.1 card-number of a card that does not exist is not approved", { needs: ["control"] }, async (target) => {
  refused(await attempt(target, "Sale", { "card-number": "4000000000000002" }));
});

function cardOf(scheme: string): string {
  return scheme === "Visa" ? "4761340000000050" : "5461340000000050";
}

function shown(value: unknown): string {
  if (value === undefined) return "its absence";
  return typeof value === "string" && value.length > 30 ? `${value.length} bytes` : JSON.stringify(value);
}

function having(others: Fields | undefined): string {
  if (others === undefined) return "";
  if (others === amex) return " on American Express";
  return others === networkToken ? " with a network token" : ` with tds_mode ${others === tdsByServer ? 1 : 2}`;
}
