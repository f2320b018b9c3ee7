import { writtenCode } from "../hosted/result.ts";
import { type HttpResponse, json } from "../http/response.ts";
import { codeMeaning } from "../reason.ts";
import type { Runtime } from "../runtime.ts";
import type { Issue } from "./forgiven.ts";
import type { RestTransaction } from "./rest-transaction.ts";

/**
 * The answer to a transaction (contract §2.1), as JSON text. The names of its reference depend on the operation
 * and on the switches; `failed-3ds` decides whether 4901 is also its response-code, `rest-answer-values` whether codes
 * are numbers and an absent value is N/A.
 */
export function answerBody(transaction: RestTransaction, { switches }: Pick<Runtime, "switches">): string {
  const { code, key, approvalCode } = transaction;
  const bare = code === "4901" && switches.get("failed-3ds") === "internal";
  const numbers = switches.get("rest-answer-values") === "numbers";
  const written = (text: string): string | number => (numbers && /^[1-9]\d*$/.test(text) ? Number(text) : text);
  return JSON.stringify({
    "idempotency-key": key,
    ...(!bare && { "response-code": written(writtenCode(code, switches)) }),
    "internal-response-code": written(internalCode(code, switches)),
    "response-code-desc": code === "00" ? "Transaction Approved" : codeMeaning(code).description,
    "response-code-source": "gw",
    ...((approvalCode !== undefined || numbers) && { "approval-code": approvalCode ?? "N/A" }),
    ...referenceOf(transaction, switches),
  });
}

// The only ones that programs of live merchants name.
const platformCodes: Readonly<Record<string, string>> = { "00": "1810", "05": "1905", "51": "1016" };

/** The internal-response-code beside a response code, by the switch `internal-code`; a failed 3-D Secure keeps its own. */
function internalCode(code: string, switches: Runtime["switches"]): string {
  const way = switches.get("internal-code");
  const padded = code.padStart(4, "0");
  if (code === "4901" || way === "padded") return padded;
  if (way === "platform") return platformCodes[code] ?? padded;
  return way === "two-digits" ? code : way;
}

/** The same answer from the cache: byte for byte, but for its source. */
export function fromCache(body: string): string {
  return body.replace('"response-code-source":"gw"', '"response-code-source":"icache"');
}

/** The same answer as if the transaction were still in progress. */
export function inProgress(body: string): string {
  const { "approval-code": _, ...fields } = JSON.parse(body) as Record<string, string>;
  return JSON.stringify({
    ...fields,
    "response-code": "09",
    "internal-response-code": "0009",
    "response-code-desc": codeMeaning("09").description,
  });
}

/** A refusal in the body that live services send: no response-code in it. */
export function validationError(status: 400 | 401, path: string, issues: readonly Issue[], now: number): HttpResponse {
  const error = status === 401 ? "Unauthorized" : "Incoming data validation error";
  return json(status, {
    path,
    error,
    message: error,
    errors: issues.map(({ field, message: problem }) => ({ field, message: problem })),
    status: String(status),
    timestamp: String(Math.floor(now)),
  });
}

function referenceOf({ operation, id }: RestTransaction, switches: Runtime["switches"]): Record<string, string> {
  switch (operation) {
    case "sale":
      return switches.get("sale-token") === "both" ? { pnRef: id, txToken: id } : { pnRef: id };
    case "void":
      return { pnRef: id };
    case "checkOut":
      return { txToken: id };
    case "checkIn": {
      const name = switches.get("check-in-token");
      return name === "both" ? { trToken: id, txToken: id } : { [name]: id };
    }
    case "refund": {
      const name = switches.get("refund-token");
      return name === "both" ? { pnRef: id, txToken: id } : { [name]: id };
    }
  }
}
