import { normalizeBuyer } from "@ventanilla/client";

/** The email that a person has written, as an attempt keeps it; `undefined` where it is none. */
export function emailIn(text: string): string | undefined {
  const { details, wrong } = normalizeBuyer({ buyer: { email: text, mobilePhone: "" } });
  return wrong.includes("email") ? undefined : details.buyer.email;
}
