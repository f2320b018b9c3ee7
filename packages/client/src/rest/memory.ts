import { BoundedMap, maxKeys } from "./bounded-map.ts";
import { ReferenceOwners } from "./reference-owners.ts";
import { SentRequests } from "./sent-requests.ts";

/** What this process remembers of one merchant at one bank, whichever `Rest` it went through. */
export class MerchantMemory {
  readonly sent = new SentRequests();
  /** The idempotency keys that the service has given. */
  readonly issuedKeys = new BoundedMap<true>(maxKeys);
  readonly references = new ReferenceOwners();
}

/** How many are kept when every `Rest` that had them is gone: those that were opened last. */
const maxKept = 16;

const memories = new Map<string, WeakRef<MerchantMemory>>();
const kept = new Set<MerchantMemory>();

/** The one memory of a merchant at a bank: a `Rest` opened for both again has the same. */
export function memoryOf(baseUrl: string, merchantId: string): MerchantMemory {
  for (const [name, held] of memories) if (held.deref() === undefined) memories.delete(name);
  const name = `${merchantId} ${baseUrl}`;
  const memory = memories.get(name)?.deref() ?? new MerchantMemory();
  memories.set(name, new WeakRef(memory));
  kept.delete(memory);
  kept.add(memory);
  for (const oldest of kept) {
    if (kept.size <= maxKept) break;
    kept.delete(oldest);
  }
  return memory;
}
