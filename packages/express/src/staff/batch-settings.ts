import type { ShopStore } from "../stores/store.ts";

/** When the shop's batches close, and what is kept of them. */
export interface BatchSettings {
  store: ShopStore;
  batchClose: string;
  timeZone: string;
}
