import { ArgumentError } from "@ventanilla/client";
import { writeChange } from "../record.ts";
import type { ShopStore } from "../stores/store.ts";
import { emailIn } from "./email-in.ts";

/**
 * Erases a buyer's email from every attempt that keeps it.
 * @returns from how many
 * @throws ArgumentError when it is no email. The message does not repeat it
 */
export async function eraseEmail(store: ShopStore, address: string): Promise<number> {
  const email = emailIn(address);
  if (email === undefined) throw new ArgumentError("email: expected an email address");
  let erased = 0;
  for (;;) {
    const { attempts } = await store.listAttempts({ filter: { email }, limit: 100 });
    if (attempts.length === 0) return erased;
    for (const attempt of attempts) {
      const { email: _, ...facts } = attempt.facts;
      // One that has changed meanwhile is listed again, and one that was pruned is not.
      const { written } = await writeChange(store, attempt, { state: attempt.state, facts }).catch(async (error) => {
        if ((await store.findAttempt(attempt.id)) === undefined) return { written: undefined };
        throw error;
      });
      if (written) erased++;
    }
  }
}
