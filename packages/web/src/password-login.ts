import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { checkLine } from "./check-line.ts";
import { cookieOf } from "./cookie.ts";
import { sendText } from "./document.ts";
import { expectThat } from "./expect-that.ts";
import { makeLimiter } from "./limiter.ts";
import { networkOf } from "./network-of.ts";

/** A login of one password for all of the staff. */
export interface PasswordLogin {
  /** Lets in who has logged in, and asks everybody else. It stands before the counter. */
  ask(request: IncomingMessage & { ip?: string | undefined }, response: ServerResponse, next: () => void): void;
  /** For the counter's option `staff`: the name that they gave. */
  staff(request: IncomingMessage): string | undefined;
}

/** How many wrong passwords of one address are looked at in ten minutes. */
const wrongPasswords = 20;

/** Says that a browser has logged in since the start. It opens nothing. */
const cookieName = "ventanilla-staff";

/** As long as the counter's names are. */
const maxNameLength = 100;

/** What whoever is refused reads: nobody knows their language. */
const sentences = {
  401: "Para entrar, escriba un nombre y la contraseña. · To log in, enter a name and the password.\n",
  429: "Demasiadas contraseñas equivocadas. Espere unos minutos. · Too many wrong passwords. Wait a few minutes.\n",
} as const;

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Makes a login for a shop that has none: the browser asks for a name, which is kept with every decision, and for the
 * password. Nobody tries out passwords: after 20 wrong ones in ten minutes an address gets status 429. Who does so on the
 * shop's own network shuts out no browser that has logged in.
 * @param password the same for all; whoever has it may do everything
 * @returns what asks, and what names them
 * @throws ArgumentError when there is no password
 * @see https://www.rfc-editor.org/rfc/rfc7617
 * @example
 * const { ask, staff } = passwordLogin(process.env.STAFF_PASSWORD ?? "");
 * app.use("/staff", ask, counter(payments, { staff }));
 */
export function passwordLogin(password: string): PasswordLogin {
  expectThat(typeof password === "string" && password !== "", "password", "a text (is its variable set?)");
  const right = digestOf(password);
  const limiter = makeLimiter();
  const known = randomUUID();

  function staff({ headers }: IncomingMessage): string | undefined {
    const [, given = ""] = /^Basic (\S+)$/.exec(headers.authorization ?? "") ?? [];
    const [name = "", word = ""] = Buffer.from(given, "base64").toString().split(/:(.*)/s);
    if (!timingSafeEqual(digestOf(word), right)) return undefined;
    try {
      return checkLine("name", name, maxNameLength);
    } catch {
      // The browser asks again.
      return undefined;
    }
  }

  return {
    staff,
    ask(request, response, next) {
      const { authorization = "" } = request.headers;
      const visitor = networkOf(request.ip ?? request.socket.remoteAddress ?? "");
      const wrong = [visitor, wrongPasswords] as const;
      const seconds = cookieOf(request, cookieName) === known ? undefined : limiter.wait([wrong]);
      if (seconds !== undefined) return refuse(429, { "Retry-After": String(seconds) });
      if (staff(request) !== undefined) {
        response.appendHeader("Set-Cookie", `${cookieName}=${known}; Path=/; HttpOnly; SameSite=Strict`);
        return next();
      }
      // A screen that is open since the password was changed sends the former one each second: it counts once.
      const same = [`${visitor} ${digestOf(authorization).toString("hex")}`, 1] as const;
      if (authorization !== "" && limiter.wait([same]) === undefined) limiter.count([wrong, same]);
      refuse(401, { "WWW-Authenticate": 'Basic realm="staff", charset="UTF-8"' });

      function refuse(status: keyof typeof sentences, headers: Record<string, string>): void {
        const plain = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
        sendText(response, status, { ...plain, ...headers }, sentences[status]);
      }
    },
  };
}
