import { ArgumentError } from "@ventanilla/client";
import { writeChange } from "../record.ts";
import type { ShopStore } from "../stores/store.ts";
import { emailIn } from "./email-in.ts";

/**
 * Erases a buyer's email from every attempt that keeps it.
 * @returns from how many
 * @throws ArgumentError when it is no email. The message does not repeat it
 */
export async function eraseEmail(store: ShopStore, written: string): Promise<number> {
  const email = emailIn(written);
  if (email === undefined) throw new ArgumentError("email: expected an email address");
  let erased = 0;
  for (;;) {
    const { attempts } = await store.listAttempts({ filter: { email }, limit: 100 });
    if (attempts.length === 0) return erased;
    for (const attempt of attempts) {
      const { email: _, ...facts } = attempt.facts;
      // One that has changed meanwhile is listed again.
      if ((await writeChange(store, attempt, { state: attempt.state, facts })).written) erased++;
    }
  }
}
