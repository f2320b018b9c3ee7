import { ArgumentError } from "@ventanilla/client";
import { printable, webAddress } from "@ventanilla/web";
import type { Command } from "./command.ts";
import { examineReturns } from "./examine.ts";

/** Checks an address of the command line. */
function addressOf(name: string, value: string): string {
  const { url, problem } = webAddress(value);
  if (problem !== undefined) throw new ArgumentError(`${name}: ${problem}`);
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** `doctor [publicUrl]`: whether buyers who come back from the bank reach the router. */
export const doctor: Command = {
  usage: "doctor [publicUrl] [--page <address>]",
  about:
    "asks for a return address and the page after it as buyers' browsers do, and says what is wrong and how to fix it",
  takes: "publicUrl",
  isOptional: true,
  options: { page: { type: "string" } },
  async run({ subject, values, env }) {
    const given = subject || env.PUBLIC_URL;
    if (!given) {
      throw new ArgumentError(
        "publicUrl: expected the router's address, here or in PUBLIC_URL: https://shop.example/payments",
      );
    }
    const publicUrl = addressOf("publicUrl", given);
    const page = typeof values.page === "string" ? addressOf("--page", values.page) : undefined;
    const examined = await examineReturns(publicUrl, page);
    const lines = examined.map(
      ({ ok, asked, finding }) => `${ok ? "ok   " : "wrong"}  ${printable(asked)}\n       ${printable(finding)}`,
    );
    return {
      ok: examined.every(({ ok }) => ok),
      json: { publicUrl, examined },
      text: lines.join("\n"),
    };
  },
};
