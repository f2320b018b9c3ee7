import { type StoreSubject, storeContract } from "@ventanilla/store-contract";
import { memoryStore, newData } from "../../examples/own-store/memory-store.ts";
import { decisions, engine, inPart } from "./decisions/index.ts";

const { now } = Date;
let ahead = 0;
let data = newData();
const open = async () => memoryStore(data, () => now() + ahead);

const subject: StoreSubject = {
  name: "the example",
  open() {
    ahead = 0;
    data = newData();
    return open();
  },
  again: open,
  advance(ms) {
    ahead += ms;
  },
  async lastTransactionId(id) {
    data.sequence = id - 100_000 + 1;
  },
};
storeContract(subject, inPart);
engine(subject, inPart);
decisions(subject);
