/** What no page of the counter may say. */
export const canary = {
  SESSION: "SESSION-canary-7c1f9a2e",
  sealedKey: "key.canary-sealed-5b3d",
  returnHash: "canary-return-hash-",
  browserHash: "canary-browser-hash-91f0".padEnd(64, "0"),
};
