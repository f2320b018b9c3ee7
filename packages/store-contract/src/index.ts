export { type ContractOptions, storeContract, type Test } from "./store-contract.ts";
export type { StoreSubject } from "./subject.ts";
