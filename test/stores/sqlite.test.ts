import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { type StoreSubject, storeContract } from "@ventanilla/store-contract";
import { temporaryFolder } from "../temporary-folder.ts";
import { engine } from "./decisions/index.ts";
import { farAhead } from "./draft.ts";

const folder = temporaryFolder("sqlite");

const host = Date.now;
const clock = { now: () => host() + ahead };
let ahead = 0;
let files = 0;
let latest: Store;

function onFile<T>(work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, `${files}.db`));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const subject: StoreSubject = {
  name: "SQLite",
  async open() {
    ahead = 0;
    latest = sqliteStore(join(folder, `${++files}.db`), clock);
    return latest;
  },
  again: async () => sqliteStore(join(folder, `${files}.db`), clock),
  advance(ms) {
    ahead += ms;
  },
  lastTransactionId: async (id) =>
    onFile((db) => {
      db.prepare("UPDATE ventanilla_sequences SET value = ? WHERE name = 'transaction'").run(farAhead(id));
    }),
  query: async (text) => onFile((db) => db.prepare(text).all()),
  crash: () => latest.close(),
};
storeContract(subject);
engine(subject);
