import type { AuthenticationRequest } from "@ventanilla/client/three-ds";

/** The least request of an authentication. */
export const minimalAuthentication: AuthenticationRequest = {
  "card-number": "5555555555555557",
  "expiration-date": "12/22",
  amount: { minor: 295_000, currency: "DOP" },
  transactionId: "A-1042-1",
  returnUrl: "https://shop.example/3ds?order=A-1042",
  browser: {
    acceptHeader: "text/html",
    ip: "203.0.113.7",
    userAgent: "Mozilla/5.0",
    language: "es-DO",
    colorDepth: 24,
    screenHeight: 900,
    screenWidth: 1440,
    timeZoneOffset: 240,
  },
};
