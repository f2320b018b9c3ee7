import type { Vault } from "../base/vault.ts";
import type { PageSettings } from "../page/page.ts";
import type { Report } from "../report/report.ts";
import type { Gateways } from "../session/gateways.ts";
import type { Merchants } from "../session/merchants.ts";
import type { BatchSettings } from "./batch-settings.ts";

/** What the pages of the shop's staff know of a router. */
export interface DeskSettings extends PageSettings, BatchSettings {
  vault: Vault;
  report: Report;
  gateways: Gateways;
  merchants: Pick<Merchants, "only">;
  counterUrl?: string;
  background: boolean;
  keepEmail?: boolean;
}
