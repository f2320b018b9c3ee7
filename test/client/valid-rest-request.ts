import type {
  CheckInRequest,
  CheckOutRequest,
  Original,
  RefundRequest,
  SaleRequest,
  VoidRequest,
} from "@ventanilla/client/rest";
import * as rest from "@ventanilla/client/rest";
import type { RestOperation } from "@ventanilla/client/wire";

export const key = "0123456789abcdef0123456789abcdef";
const pnRef = "txn-8f0c2b7d91e64a35b0d7c4f2a1e9683b";
const amount = { minor: 295_000, currency: "DOP" } as const;
const references = { "client-ip": "203.0.113.7", "invoice-number": "A-1042", "reference-number": "R-1042" } as const;
const card = { "card-number": "4761340000000050", "expiration-date": "11/29", cvv: "123" } as const;

/** The least request of each operation, with its key. */
export const minimalRest = {
  sale: { "idempotency-key": key, environment: "Ecommerce", amount, ...card, ...references } satisfies SaleRequest,
  void: { "idempotency-key": key, amount, pnRef } satisfies VoidRequest,
  checkIn: {
    "idempotency-key": key,
    environment: "Ecommerce",
    amount,
    tip: { minor: 0, currency: "DOP" },
    ...card,
    ...references,
  } satisfies CheckInRequest,
  checkOut: {
    "idempotency-key": key,
    environment: "Ecommerce",
    amount,
    itbis: { minor: 45_000, currency: "DOP" },
    "client-ip": "203.0.113.7",
    "reference-number": "R-1042",
    txToken: pnRef,
  } satisfies CheckOutRequest,
  refund: { "idempotency-key": key, amount, txToken: pnRef, ...references } satisfies RefundRequest,
} as const;

/** The sale above, to be taken back; made at noon in Santo Domingo. */
export const original: Original = {
  "idempotency-key": key,
  pnRef,
  amount,
  at: new Date(Date.UTC(2026, 10, 20, 16, 0)),
  ...references,
};

const { sale, checkIn, checkOut, refund } = rest;
const calls = { sale, void: rest.voidTransaction, checkIn, checkOut, refund };

/** Any operation by its name, with any request. */
export const call = (opened: rest.Rest, operation: RestOperation, request: unknown, options?: rest.CallOptions) =>
  calls[operation](opened, request as never, options);

let keys = 0;
/** The request with a key that no other has: an opened `Rest` takes each for one request only. */
export const withNewKey = <T extends object>(request: T) => ({
  ...request,
  "idempotency-key": (++keys).toString(16).padStart(32, "0"),
});

export const operations: readonly RestOperation[] = ["sale", "void", "checkIn", "checkOut", "refund"];
