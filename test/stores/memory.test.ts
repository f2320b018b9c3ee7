import { memoryStore } from "@ventanilla/express";
import { storeContract } from "@ventanilla/express/testing";

const host = Date.now;
let ahead = 0;

storeContract({
  name: "memory",
  async open() {
    ahead = 0;
    return memoryStore({ now: () => host() + ahead });
  },
  advance(ms) {
    ahead += ms;
  },
});
