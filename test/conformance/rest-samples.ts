import type { Fields } from "./rest-steps.ts";

/** 3-D Secure data by the authentication server's id (contract §2.1, tds_mode 1). */
export const tdsByServer: Fields = { tds_mode: "1", tds_servertransactionid: "8f0c2b7d-91e6-4a35-b0d7-c4f2a1e9683b" };

/** 3-D Secure data that the client supplies (contract §2.1, tds_mode 2). */
export const tdsSupplied: Fields = {
  tds_mode: "2",
  tds_servertransactionid: "8f0c2b7d-91e6-4a35-b0d7-c4f2a1e9683b",
  tds_eci: "05",
  tds_aav: "AAIBBYNoEwAAACcKhAJkdQAAAAA=",
  tds_programprotocol: "2",
  tds_dstransactionid: "c272b04f-6e7b-43a2-bb78-90f4fb94aa25",
  tds_status: "Y",
};

/** A network token (contract §2.1), with the one ECI that both schemes have. */
export const networkToken: Fields = {
  tkn_eci: "07",
  tkn_tavv: "AgAAAAAABk4DWZ4C28yUQAAAAAA=",
  tkn_reqid: "40010075001",
  tkn_assurance: "00",
};

/** A right value for every optional or conditional field, with whatever else it has to come with. */
export const samples: Readonly<Record<string, Fields>> = {
  token: { token: "conformance" },
  "terminal-id": { "terminal-id": "58585858" },
  environment: { environment: "Ecommerce" },
  pstr43: { pstr43: "COMERCIO DE PRUEBA" },
  pstr63: { pstr63: "C06" },
  cvv: { cvv: "123" },
  amount: { amount: "2950.00" },
  tip: { tip: "10.00" },
  tax: { tax: "450.00" },
  itbis: { itbis: "450.00" },
  currency: { currency: "214" },
  "card-number": { "card-number": "4761340000000050" },
  "expiration-date": { "expiration-date": "11/29" },
  "invoice-number": { "invoice-number": "C000001" },
  "client-ip": { "client-ip": "127.0.0.1" },
  "reference-number": { "reference-number": "R000001" },
  operation: { operation: "refund" },
  pnRef: { pnRef: "txn-8f0c2b7d91e64a35b0d7c4f2a1e9683b" },
  "approval-code": { "approval-code": "551234" },
  txToken: { txToken: "txn-8f0c2b7d91e64a35b0d7c4f2a1e9683b" },
  tds_mode: tdsByServer,
  tds_servertransactionid: tdsByServer,
  tds_eci: tdsSupplied,
  tds_aav: tdsSupplied,
  tds_programprotocol: tdsSupplied,
  tds_dstransactionid: tdsSupplied,
  tds_status: tdsSupplied,
  tkn_eci: networkToken,
  tkn_tavv: networkToken,
  tkn_reqid: networkToken,
  tkn_assurance: networkToken,
};

/**
 * How a conditional field can be left out and the rest still be right: other fields to send instead. The contract does
 * not say what a C depends on, so each is the mildest case: a stored credential sends no cvv, a card registration no
 * amount.
 */
export const without: Readonly<Record<string, Fields>> = {
  cvv: { environment: "MOTO_Recurring" },
  amount: { environment: "ASI" },
};
