import { decimalText, formatCard } from "@ventanilla/web";
import { differs, type Reason, shown } from "./reason.ts";
import type { TestCard } from "./test-cards.ts";

/** The merchant number is not digits (code 03). */
export function wrongMerchant(field: string, sent: string): Reason {
  return {
    es: `"${field}" es ${shown(sent)}: se esperaban hasta 15 dígitos`,
    en: `"${field}" is ${shown(sent)}: expected up to 15 digits`,
  };
}

/** The page's Amount is zero or not digits (code 13). `sent` is its text when it cannot be read. */
export function wrongAmount(sent: string | undefined): Reason {
  if (sent === undefined) {
    return { es: '"Amount" es 0.00: se esperaba más que cero', en: '"Amount" is 0.00: expected more than zero' };
  }
  return {
    es: `"Amount" es ${shown(sent)}: se esperaban 12 dígitos en centavos, como 000000295000 para 2950.00`,
    en: `"Amount" is ${shown(sent)}: expected 12 digits of minor units, as 000000295000 for 2950.00`,
  };
}

/** CurrencyCode is neither of the two (code 12). */
export function wrongCurrency(sent: string): Reason {
  return {
    es: `"CurrencyCode" es ${shown(sent)}: se esperaba 214 o 840`,
    en: `"CurrencyCode" is ${shown(sent)}: expected 214 or 840`,
  };
}

/** The cents of the amount ask for the code. */
export function askedByAmount(minor: number, code: string): Reason {
  return {
    es: `el monto ${decimalText(minor)} pide ${code}: un monto de 9900.CC responde el código CC`,
    en: `the amount ${decimalText(minor)} asks for ${code}: an amount of 9900.CC answers the code CC`,
  };
}

/** The switch `issuer-code` asks for the code. */
export function askedBySwitch(code: string): Reason {
  return {
    es: `el interruptor issuer-code pide ${code} en lugar de una aprobación`,
    en: `the switch issuer-code asks for ${code} in place of an approval`,
  };
}

/** The test card gives this answer to every purchase. */
export function askedByCard({ number, ResponseCode, es, en }: TestCard): Reason {
  const masked = formatCard(number);
  if (ResponseCode === "TF") {
    return {
      es: `la tarjeta de prueba ${masked} nunca pasa 3-D Secure`,
      en: `the test card ${masked} never passes 3-D Secure`,
    };
  }
  return {
    es: `la tarjeta de prueba ${masked} siempre responde ${ResponseCode} (${es})`,
    en: `the test card ${masked} always answers ${ResponseCode} (${en})`,
  };
}

/** How a 3-D Secure challenge ended in TF. */
export const challengeEnds = {
  left: {
    es: "el comprador salió de la verificación 3-D Secure",
    en: "the buyer left the 3-D Secure challenge",
  },
  wrongCodes: {
    es: "tres códigos erróneos en la verificación 3-D Secure: se esperaba el que muestra la página",
    en: "three wrong codes at the 3-D Secure challenge: expected the one shown",
  },
  tooLate: {
    es: "nadie respondió a la verificación 3-D Secure en 10 minutos",
    en: "nobody answered the 3-D Secure challenge within 10 minutes",
  },
} as const satisfies Record<string, Reason>;

/** A confirmation (2240) names no pre-authorization (code 25). */
export function noPreAuthorization(token: string): Reason {
  return {
    es: `"TxToken" es ${token}: se esperaba el del resultado de una preautorización (0100) aprobada`,
    en: `"TxToken" is ${token}: expected that of the result of an approved pre-authorization (0100)`,
  };
}

/** A confirmation (2240) carries a value that is not its pre-authorization's (code 12). */
export function notItsOwn(field: string, sent: string, expected: string): Reason {
  return differs(field, shown(sent), shown(expected), {
    es: "la preautorización",
    en: "the pre-authorization",
  });
}

/** A confirmation (2240) of more than was held (code 13). */
export function moreThanHeld(sent: number, held: number): Reason {
  return {
    es: `"Amount" es ${decimalText(sent)}: se esperaba a lo sumo ${decimalText(held)}, el monto de la preautorización`,
    en: `"Amount" is ${decimalText(sent)}: expected at most ${decimalText(held)}, the amount of the pre-authorization`,
  };
}

/** A pre-authorization is confirmed a second time (code 26). */
export function confirmedAlready(minor: number): Reason {
  return {
    es: `la preautorización ya se confirmó, por ${decimalText(minor)}: se confirma una sola vez`,
    en: `the pre-authorization has been confirmed already, for ${decimalText(minor)}: it is confirmed once`,
  };
}
