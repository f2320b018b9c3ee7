import type { Batch, RestOperation } from "@ventanilla/client/wire";
import { byteOrderMark, type Cell, csvRow } from "@ventanilla/web";
import type { Bank } from "./bank.ts";
import type { Language } from "./hosted/purchase.ts";
import type { LedgerSession } from "./hosted/session.ts";
import type { SandboxTransaction } from "./rest/rest-transaction.ts";
import { maskSecrets } from "./secrets/mask-secrets.ts";

/** What moves money in a list. Holds do not: a pre-authorization is settled by its confirmation, a check-in by its check-out. */
type Kind = "sale" | "void" | "refund";

/** A row of the list. */
type Entry = {
  kind: Kind;
  /** Milliseconds since 1970, by the sandbox's clock. */
  at: number;
  order: string;
  reference: string;
  authorization: string;
  maskedCard: string;
  /** Minor units. */
  amount: number;
  currency: string;
  approved: boolean;
};

/** The names of the columns and the bank's words, as its portal writes them. */
const words = {
  es: {
    columns: ["Fecha", "Hora", "Orden", "Referencia", "Autorización", "Tarjeta", "Tipo", "Monto", "Moneda", "Estado"],
    sale: "Venta",
    void: "Anulación",
    refund: "Devolución",
    approved: "Aprobada",
    declined: "Declinada",
  },
  en: {
    columns: ["Date", "Time", "Order", "Reference", "Authorization", "Card", "Type", "Amount", "Currency", "State"],
    sale: "Sale",
    void: "Void",
    refund: "Refund",
    approved: "Approved",
    declined: "Declined",
  },
} as const satisfies Record<Language, unknown>;

/**
 * The transactions of a batch as CSV, as a bank's portal exports them: sales, voids and refunds of page and REST, with
 * declined ones, the earliest first. What went back is negative. Of a card it has the mask.
 */
export function batchList(bank: Bank, { from, until }: Batch, language: Language): string {
  const { columns, ...names } = words[language];
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: bank.batchClose.timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  const rows = [...bank.ledger.decided().flatMap(entryOfSession), ...entriesOfRest(bank.rest.list())]
    .filter(({ at }) => at >= from && at < until)
    .toSorted((a, b) => a.at - b.at)
    .map(({ kind, at, order, reference, authorization, maskedCard, amount, currency, approved }): Cell[] => {
      const [date = "", time = ""] = clock.format(at).split(" ");
      return [
        { time: date },
        { time },
        { id: order },
        { id: reference },
        { id: authorization },
        maskedCard,
        names[kind],
        { minor: kind === "sale" ? amount : -amount },
        currency,
        names[approved ? "approved" : "declined"],
      ];
    });
  return byteOrderMark + [columns, ...rows].map(csvRow).join("");
}

function entryOfSession({ purchase, outcome, submittedAt, createdAt, charges }: LedgerSession): Entry[] {
  const { type, order, amount, currency } = purchase;
  if (outcome === undefined || type === "0100" || amount === undefined || currency === undefined) return [];
  const { reference, authorizationCode: authorization = "", maskedCard } = outcome;
  const at = submittedAt ?? createdAt;
  const row = { at, order: maskSecrets(order), reference, authorization, maskedCard, amount, currency };
  return [{ kind: "sale", ...row, approved: charges > 0 }];
}

/** The void of a check-in is in the list where a check-out had settled it: else it released a hold. */
function entriesOfRest(transactions: readonly SandboxTransaction[]): Entry[] {
  const charged = new Set(
    transactions.flatMap(({ id, operation, original, approvalCode }) => {
      if (operation === "checkOut" && approvalCode !== undefined) return [original];
      return operation === "sale" ? [id] : [];
    }),
  );
  return transactions.flatMap(({ id, operation, original, invoice, approvalCode, ...row }) => {
    if (operation === "checkIn" || (operation === "void" && !charged.has(original))) return [];
    const named = { order: invoice, reference: id, authorization: approvalCode ?? "" };
    return [{ ...row, ...named, kind: kinds[operation], approved: approvalCode !== undefined }];
  });
}

const kinds = { sale: "sale", checkOut: "sale", void: "void", refund: "refund" } as const satisfies Record<
  Exclude<RestOperation, "checkIn">,
  Kind
>;
