import type { Random } from "../../window/random.ts";
import type { Heard } from "../played-gateway.ts";

/** What the requests of a life hold and nothing may show. */
export const secrets = {
  token: "canary/token+9b1f=",
  "card-number": "4761340000000050",
  tds_aav: "canary/aav+d2e8==",
  email: "canary.9b1f@shop.example",
  bearer: "canary-bearer.04c7/5a=",
} as const;

const percent = (text: string): string => encodeURIComponent(text);
const split = (text: string): string => text.replace(/.{5}/g, "$&\n");
const inBase64 = (before: string) => (text: string) => Buffer.from(before + text).toString("base64");

const forms: readonly [(text: string) => string, ...((text: string) => string)[]] = [
  String,
  percent,
  (text) => percent(text).toLowerCase(),
  (text) => text.replaceAll("/", "\\/").replaceAll("=", "\\u003d"),
  split,
  inBase64(""),
  inBase64(":"),
  inBase64("::"),
];

/** What a bank that explains itself repeats of a request, in one form or another. */
export function echoOf({ body, headers }: Heard, random: Random): string {
  const form = random.one(forms);
  const said = body.startsWith("{") ? Object.values(JSON.parse(body) as Record<string, string>) : [body];
  return [...said, String(headers.authorization)].map(form).join(" ");
}

/** What each operation's own request holds; of another's the client knows nothing. */
const held: Readonly<Record<string, readonly string[]>> = {
  sale: [secrets.token, secrets["card-number"], secrets.tds_aav],
  checkIn: [secrets.token, secrets["card-number"], secrets.tds_aav],
  confirm: ["canary-session-"],
  createSession: [secrets.email, "canary-session-"],
};
const ofOthers = [secrets.token, secrets.bearer];

/** The form of a secret that a text shows, without what stands at its ends; undefined when it shows none. */
export function leakIn(text: string, operation: string): string | undefined {
  return (held[operation] ?? ofOthers)
    .flatMap((secret) => forms.map((form) => JSON.stringify(form(secret)).slice(5, -5)))
    .find((leak) => leak.length > 6 && text.includes(leak));
}
