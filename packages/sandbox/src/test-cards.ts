import { responseCode } from "@ventanilla/client/wire";
import type { Scheme } from "./card-number.ts";

/** A card that the sandbox accepts, and the fixed answer of its issuer. */
export type TestCard = {
  /** Digits only; passes Luhn. */
  number: string;
  /** Visa, Mastercard or American Express. */
  scheme: Scheme;
  /** The issuer's two characters; `TF` = 3-D Secure rejected or not completed. */
  ResponseCode: string;
  /** What the card shows: the bank's answer, or 3-D Secure. */
  group: "approved" | "declined" | "threeDs" | "review";
  /** What 3-D Secure does: `frictionless` asks for nothing, `challenge` for a code; undefined when not enrolled. */
  threeDs?: "frictionless" | "challenge";
  /** An expiry as MM/YY with which REST takes the card though it is over. */
  expiry?: string;
  /** Meaning in Spanish. */
  es: string;
  /** Meaning in English. */
  en: string;
};

const testCard = (scheme: Scheme, number: string, ResponseCode: string, es: string, en: string): TestCard => ({
  number,
  scheme,
  ResponseCode,
  group: groupOf(ResponseCode),
  es,
  en,
});
const authenticated = (threeDs: "frictionless" | "challenge", card: TestCard): TestCard => ({
  ...card,
  group: "threeDs",
  threeDs,
});

function groupOf(code: string): TestCard["group"] {
  if (code === "TF") return "threeDs";
  const finality = responseCode(code)?.finality;
  return finality === "approved" || finality === "declined" ? finality : "review";
}

/**
 * The only cards that the sandbox accepts, with any future expiry and any CVV of the right length.
 *
 * The approved ones are those of the certification. In a declined number the digits after `…0000 1` are its response
 * code: 4761 3400 0000 1**51** 2 answers 51. Those with `…0000 2` are enrolled in 3-D Secure.
 *
 * @see docs/contributing/contract.md#test-cards
 */
export const testCards: readonly TestCard[] = [
  testCard("visa", "4761340000000050", "00", "Aprobada", "Approved"),
  testCard("mastercard", "5461340000000050", "00", "Aprobada", "Approved"),
  testCard("amex", "376134000000052", "00", "Aprobada", "Approved"),
  testCard("visa", "4761340000001058", "05", "Rechazada por el banco emisor", "Declined by the issuing bank"),
  testCard("visa", "4761340000001512", "51", "Fondos insuficientes", "Insufficient funds"),
  testCard("mastercard", "5461340000001512", "51", "Fondos insuficientes", "Insufficient funds"),
  testCard("visa", "4761340000001140", "14", "Número de cuenta inválido", "Invalid account number"),
  testCard("visa", "4761340000001546", "54", "Tarjeta vencida", "Expired card"),
  testCard("visa", "4761340000001991", "99", "Código de seguridad incorrecto", "Wrong security code"),
  testCard(
    "visa",
    "4761340000001413",
    "41",
    "Reportada como perdida; el comprador lee: no aprobada",
    "Reported lost; the buyer reads: not approved",
  ),
  testCard(
    "visa",
    "4761340000001439",
    "43",
    "Reportada como robada; el comprador lee: no aprobada",
    "Reported stolen; the buyer reads: not approved",
  ),
  testCard("visa", "4761340000001611", "61", "Excede el límite de monto", "Over the amount limit"),
  testCard("visa", "4761340000001629", "62", "Tarjeta restringida", "Restricted card"),
  testCard("mastercard", "5461340000001017", "01", "Llamar al banco emisor", "Call the issuing bank"),
  testCard("mastercard", "5461340000001579", "57", "Transacción no permitida", "Transaction not permitted"),
  testCard("mastercard", "5461340000001652", "65", "Excede el límite de operaciones", "Over the limit of operations"),
  testCard("visa", "4761340000003005", "TF", "3-D Secure no completado", "3-D Secure not completed"),
  testCard("mastercard", "5461340000003005", "TF", "3-D Secure no completado", "3-D Secure not completed"),
  authenticated(
    "frictionless",
    testCard(
      "visa",
      "4761340000002106",
      "00",
      "Aprobada, 3-D Secure sin desafío",
      "Approved, 3-D Secure without a challenge",
    ),
  ),
  authenticated(
    "challenge",
    testCard(
      "visa",
      "4761340000002205",
      "00",
      "Aprobada tras el desafío 3-D Secure",
      "Approved after the 3-D Secure challenge",
    ),
  ),
  authenticated(
    "challenge",
    testCard(
      "mastercard",
      "5461340000002205",
      "00",
      "Aprobada tras el desafío 3-D Secure",
      "Approved after the 3-D Secure challenge",
    ),
  ),
  authenticated(
    "challenge",
    testCard(
      "visa",
      "4761340000002510",
      "51",
      "Fondos insuficientes, tras el desafío 3-D Secure",
      "Insufficient funds, after the 3-D Secure challenge",
    ),
  ),
  {
    ...authenticated(
      "challenge",
      testCard(
        "mastercard",
        "5555555555555557",
        "00",
        "Aprobada tras el desafío 3-D Secure; la de la guía del servidor, 12/22",
        "Approved after the 3-D Secure challenge; that of the server's guide, 12/22",
      ),
    ),
    expiry: "12/22",
  },
  testCard(
    "visa",
    "4761340000001108",
    "10",
    "Aprobada parcialmente, por revisar",
    "Partially approved, to be reviewed",
  ),
  testCard("visa", "4761340000001918", "91", "Banco emisor no disponible", "Issuing bank unavailable"),
  testCard("mastercard", "5461340000001967", "96", "Error de sistema", "System error"),
];

const byNumber = new Map(testCards.map((card) => [card.number, card]));

/** The test card with this number; undefined for every other number, a real one in particular. */
export function testCardOf(digits: string): TestCard | undefined {
  return byNumber.get(digits);
}
