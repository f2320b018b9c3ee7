import { sqliteStore } from "@ventanilla/express/sqlite";
import { type StoreSubject, storeContract } from "@ventanilla/store-contract";
import { engine, inPart } from "./decisions/index.ts";

const host = Date.now;
let ahead = 0;

const subject: StoreSubject = {
  name: "SQLite in memory",
  async open() {
    ahead = 0;
    return sqliteStore(":memory:", { now: () => host() + ahead });
  },
  advance(ms) {
    ahead += ms;
  },
};
storeContract(subject, inPart);
engine(subject, inPart);
