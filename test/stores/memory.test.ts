import { sqliteStore } from "@ventanilla/express";
import { storeContract } from "@ventanilla/store-contract";

const host = Date.now;
let ahead = 0;

storeContract({
  name: "SQLite in memory",
  async open() {
    ahead = 0;
    return sqliteStore(":memory:", { now: () => host() + ahead });
  },
  advance(ms) {
    ahead += ms;
  },
});
