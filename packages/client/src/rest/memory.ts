import { BoundedMap, maxKeys } from "./bounded-map.ts";
import { ReferenceOwners } from "./reference-owners.ts";
import { SentRequests } from "./sent-requests.ts";

/** What this process remembers of one merchant at one bank, in every `Rest` that is opened for both. */
export class MerchantMemory {
  readonly sent = new SentRequests();
  /** The idempotency keys that the service has given. */
  readonly issuedKeys = new BoundedMap<true>(maxKeys);
  readonly references = new ReferenceOwners();
}

/** How many memories are kept after every `Rest` that used them is gone: those that were opened last. */
const maxKept = 16;

const memories = new Map<string, WeakRef<MerchantMemory>>();
const kept = new BoundedMap<MerchantMemory>(maxKept);

/** The memory of a merchant at a bank: every `Rest` that is opened for both gets the same one. */
export function memoryOf(baseUrl: string, merchantId: string): MerchantMemory {
  for (const [name, held] of memories) {
    if (held.deref() === undefined) memories.delete(name);
  }
  const name = `${merchantId} ${baseUrl}`;
  const memory = memories.get(name)?.deref() ?? new MerchantMemory();
  memories.set(name, new WeakRef(memory));
  kept.set(name, memory);
  return memory;
}
