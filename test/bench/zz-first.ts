import { DatabaseSync } from "node:sqlite";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { stillRouter } from "../shop.ts";
import { openDesk } from "../express/counter/counter.ts";
const file = "/root/w/c-stores/test/bench/node_modules/.biz/a.db";
const db = new DatabaseSync(file); db.exec("DELETE FROM ventanilla_tallies"); db.close();
const store = sqliteStore(file); await store.migrate();
const desk = await openDesk(stillRouter({ store }).payments);
const time = async (path: string) => { const s = performance.now(); const t = await desk.page(path); console.log(path, (performance.now()-s).toFixed(0), t.length); };
await time("/"); await time("/decide");
for (let i=0;i<3;i++) { await new Promise(r=>setTimeout(r,2500)); await time("/payments"); }
for (const q of ["", "&question=scheme","&question=hour","&question=why"]) for (const by of ["day","week","month"]) await time(`/business?by=${by}${q}`);
process.exit(0);
