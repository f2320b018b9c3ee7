import { authenticationPaths } from "@ventanilla/client/wire";
import type { Bank } from "../bank.ts";
import { schemeOf } from "../card-number.ts";
import { readPurchase } from "../hosted/purchase.ts";
import { notFound } from "../hosted/visit.ts";
import { parseObject } from "../http/parse-object.ts";
import type { HttpRequest } from "../http/request.ts";
import { failure, type HttpResponse, json, seeOther } from "../http/response.ts";
import type { Route } from "../http/route.ts";
import { challengePage } from "../page/challenge-page.ts";
import { chosenLanguage, preferredLanguage } from "../page/language.ts";
import { pageResponse } from "../page/layout.ts";
import { authenticatedPage } from "../page/outcome-page.ts";
import type { Reason } from "../reason.ts";
import { type Authentication, challengeKey } from "./authentications.ts";
import {
  type AuthenticationRefusal,
  isSigned,
  nameOf,
  readAuthenticated,
  readAuthentication,
} from "./read-authentication.ts";

const challengePath = "/servicios/3ds/server/challenge";

// Live addresses have a part of their own before the path.
const below = (path: string): RegExp => new RegExp(`${path}$`);

/**
 * The 3-D Secure server, which REST programs call before a sale: `authentication` and `status`, and the page of its
 * challenge, which the shop shows in a frame.
 *
 * @param apiKey what integrators sign with; it appears in no log, error or page
 */
export function authenticationRoutes(bank: Bank, apiKey: string): Route[] {
  const server: AuthenticationServer = { bank, apiKey };
  return [
    {
      method: "POST",
      path: below(authenticationPaths.authentication),
      handle: (request) => authenticate(server, request),
    },
    { method: "POST", path: below(authenticationPaths.status), handle: (request) => statusOf(server, request) },
    { method: "GET", path: challengePath, handle: (request) => challenge(server, request) },
    { method: "POST", path: challengePath, handle: (request) => submitChallenge(server, request) },
  ];
}

/** What the routes work with. */
interface AuthenticationServer {
  readonly bank: Bank;
  readonly apiKey: string;
}

async function authenticate(server: AuthenticationServer, request: HttpRequest): Promise<HttpResponse> {
  const { values: read, refused } = await readRequest(server, request, "authentication");
  if (refused) return refused;
  const { integratorCode, cardExpiryDate, integratorTxId, purchaseAmount } = read;
  const signed = [integratorCode, cardExpiryDate, integratorTxId, purchaseAmount];
  const unsigned = signatureProblem(
    server,
    "integratorCode + cardExpiryDate + integratorTxId + purchaseAmount",
    signed,
    read,
  );
  if (unsigned) return refuse(server, request, unsigned);
  const wanted = readAuthenticated(read);
  if ("reason" in wanted) return refuse(server, request, wanted);
  const known = server.bank.authentications.find(wanted.name);
  if (known !== undefined && known.digest !== wanted.digest) return refuse(server, request, usedTwice);
  return answer(server, request, known ?? server.bank.authentications.create(wanted));
}

async function statusOf(server: AuthenticationServer, request: HttpRequest): Promise<HttpResponse> {
  const { values: read, refused } = await readRequest(server, request, "status");
  if (refused) return refused;
  const { integratorCode = "", integratorTxId = "" } = read;
  const found = server.bank.authentications.find(nameOf(integratorCode, integratorTxId));
  const amount = read.purchaseAmount ?? String(found?.amount ?? "");
  const parts = [integratorCode, integratorTxId, amount];
  const unsigned = signatureProblem(server, "integratorCode + integratorTxId + purchaseAmount", parts, read);
  if (unsigned) return refuse(server, request, unsigned);
  if (found === undefined) return refuse(server, request, unknown);
  return json(200, { ...identityOf(found), ...valuesOf(found) });
}

/** The challenge's page, by the token in its address. */
function challenge(server: AuthenticationServer, request: HttpRequest): HttpResponse {
  const found = server.bank.authentications.findByToken(new Set([request.query.get("token") ?? ""]));
  if (found === undefined) return notFound(request, noSuchChallenge);
  return found.status === "C" ? challengeResponse(200, request, found) : returnResponse(server, request, found);
}

/** The form that opens the challenge, whatever its field is called, and the answer of the page that it leads to. */
async function submitChallenge(server: AuthenticationServer, request: HttpRequest): Promise<HttpResponse> {
  const { authentications } = server.bank;
  const form = new URLSearchParams(await request.body());
  const found = authentications.findByToken(new Set([...form.values(), request.query.get("token") ?? ""]));
  if (found === undefined) return notFound(request, noSuchChallenge);
  const address = addressOf(request, found);
  const action = form.get("action");
  if (action === "resend") found.resent = true;
  if (action !== "confirm" && action !== "cancel") return seeOther(address);
  const code = (form.get("otp") ?? "").slice(0, 32).replace(/\s/g, "");
  authentications.answer(found, action === "cancel" ? undefined : code);
  return found.status === "C" ? challengeResponse(422, request, found) : seeOther(address);
}

async function readRequest(
  server: AuthenticationServer,
  request: HttpRequest,
  kind: "authentication" | "status",
): Promise<{ values: Readonly<Record<string, string>>; refused?: HttpResponse }> {
  const fields = parseObject(await request.body());
  if (fields === undefined) return { values: {}, refused: refuse(server, request, noObject) };
  const { values, refusal, warnings } = readAuthentication(kind, fields);
  request.warnings.push(...warnings);
  return { values, ...(refusal && { refused: refuse(server, request, refusal) }) };
}

function signatureProblem(
  server: AuthenticationServer,
  order: string,
  parts: readonly (string | undefined)[],
  { signature = "" }: Readonly<Record<string, string>>,
): AuthenticationRefusal | undefined {
  if (server.bank.switches.get("tds-server-signature") === "ignored") return undefined;
  if (isSigned(parts, server.apiKey, signature)) return undefined;
  return {
    status: 401,
    reason: {
      es: `"signature" no es válida: se esperaba el SHA-512 en hexadecimal de ${order} + la llave del Banco de Pruebas`,
      en: `"signature" is wrong: expected the SHA-512 in hex of ${order} + the sandbox's api key`,
    },
  };
}

function refuse(
  server: AuthenticationServer,
  request: HttpRequest,
  { status, reason }: AuthenticationRefusal,
): HttpResponse {
  request.reason = reason;
  return failure(server.bank.switches.get("tds-server-refusal") === "200" ? 200 : status, reason.en);
}

function answer(server: AuthenticationServer, request: HttpRequest, made: Authentication): HttpResponse {
  const { switches } = server.bank;
  return json(200, {
    ...identityOf(made),
    ...(made.status === "C" && {
      browserChallengeUrl: `http${request.secure ? "s" : ""}://${request.headers.host}${challengePath}`,
      browserChallengeToken: made.token,
    }),
    ...(switches.get("tds-server-values") === "both" && valuesOf(made)),
  });
}

function challengeResponse(status: 200 | 422, request: HttpRequest, one: Authentication): HttpResponse {
  const { card, resent, triesLeft } = one;
  return framed(
    pageResponse(
      status,
      challengePage({
        ...contextOf(request, one),
        address: addressOf(request, one),
        code: challengeKey,
        number: card.number,
        triesLeft,
        resent,
        isWrong: status === 422,
      }),
    ),
  );
}

function returnResponse(server: AuthenticationServer, request: HttpRequest, one: Authentication): HttpResponse {
  const body = { rd: one.data, integratorTxId: one.integratorTxId, threeDSServerTransID: one.id };
  const how = server.bank.switches.get("tds-server-return");
  const back = { address: one.returnUrl, automatic: true, how, bodies: [body] };
  return framed(pageResponse(200, authenticatedPage(contextOf(request, one), one.status === "Y", back), "anywhere"));
}

const noObject: AuthenticationRefusal = {
  status: 400,
  reason: { es: "se esperaba un objeto JSON", en: "expected a JSON object" },
};
const unknown: AuthenticationRefusal = {
  status: 404,
  reason: {
    es: "no hay una autenticación con ese integratorTxId",
    en: "there is no authentication with this integratorTxId",
  },
};
const usedTwice: AuthenticationRefusal = {
  status: 400,
  reason: {
    es: '"integratorTxId" ya es de otra autenticación: cada una necesita el suyo',
    en: '"integratorTxId" is another authentication\'s: each needs its own',
  },
};
const noSuchChallenge: Reason = {
  es: "este banco no tiene esa verificación: se esperaba el browserChallengeToken de una respuesta con transStatus C",
  en: "this bank has no such challenge: expected the browserChallengeToken of an answer with transStatus C",
};

const identityOf = ({ integratorTxId, id, status }: Authentication) => ({
  integratorTxId,
  threeDSServerTransID: id,
  transStatus: status,
});

/** What becomes the `tds_` fields of a sale. Only an authenticated or attempted card has a value. */
function valuesOf({ status, card, dsTransId, value }: Authentication): Record<string, string> {
  const proven = status === "Y" || status === "A";
  const ecis =
    schemeOf(card.number) === "mastercard" ? { Y: "02", A: "01", none: "00" } : { Y: "05", A: "06", none: "07" };
  return {
    messageVersion: "2.2.0",
    dsTransID: dsTransId,
    eci: proven ? ecis[status] : ecis.none,
    ...(proven && { authenticationValue: value }),
  };
}

const addressOf = (request: HttpRequest, { token }: Authentication): string => {
  const language = chosenLanguage(request);
  return `${challengePath}?token=${token}${language ? `&lang=${language}` : ""}`;
};

/** What the challenge's pages show of the purchase. */
function contextOf(request: HttpRequest, { amount, currency, integratorTxId, token }: Authentication) {
  const language = chosenLanguage(request) ?? preferredLanguage(request.acceptLanguage);
  const purchase = readPurchase({ Amount: String(amount), CurrencyCode: currency, OrdenID: integratorTxId });
  const other = language === "es" ? "en" : "es";
  return { purchase, plan: undefined, language, otherLanguage: `${challengePath}?token=${token}&lang=${other}` };
}

/** A page that any shop may frame. */
function framed(response: HttpResponse): HttpResponse {
  const { "x-frame-options": _, ...headers } = response.headers;
  return { ...response, headers };
}
